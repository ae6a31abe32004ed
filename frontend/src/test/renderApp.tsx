import { render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { App } from '../app/App';

interface Rendered extends RenderResult {
  user: UserEvent;
}

/** The whole application at an address, as a browser would open it; the API is the test's. */
export function renderApp(address: string): Rendered {
  window.history.replaceState(null, '', address);
  window.scrollTo = () => {}; // jsdom has no layout to scroll
  return { user: userEvent.setup(), ...render(<App />) };
}

/** Where the application has gone to. */
export function address(): string {
  return window.location.pathname + window.location.search;
}
