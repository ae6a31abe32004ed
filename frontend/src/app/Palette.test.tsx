import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '../api/session';
import { aJob, aScript, aToken } from '../test/factories';
import { address, renderApp } from '../test/renderApp';
import { accessToken, basics, fakeApi } from '../test/server';

const running = aJob({ requested_by: 'grace' }).running();

const server = fakeApi(
  ...basics({ scripts: [aScript()] }),
  http.post('/api/auth/login', () => HttpResponse.json(accessToken())),
  http.get('/api/auth/tokens', () =>
    HttpResponse.json({ items: [aToken()], total: 1, limit: 200, offset: 0 }),
  ),
  http.get('/api/runner/jobs', () => HttpResponse.json({ items: [running], total: 1, limit: 6, offset: 0 })),
  http.get('/api/runner/jobs/:id', () => HttpResponse.json({ ...running, events: [], attempt_history: [] })),
);

beforeEach(() => session.logIn('ada', 'correct horse'));

const open = async (typed: string) => {
  const app = renderApp('/kitchen/runner/account');
  await screen.findByText('nightly build');
  await app.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByPlaceholderText('A script, a run, a page, a command…');
  await waitFor(() => expect(field).toHaveFocus());
  await app.user.keyboard(typed);
  return app;
};

describe('the palette', () => {
  it('leads to the form of a script', async () => {
    const { user } = await open('run nb');
    await screen.findByRole('button', { name: /Run NB stage/, hidden: true });
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(address()).toBe('/kitchen/runner/new?script=nb.stage'));
  });

  it('knows the latest runs', async () => {
    const { user } = await open('grace');
    await user.click(await screen.findByRole('button', { name: /Running, grace/, hidden: true }));
    await waitFor(() => expect(address()).toBe(`/kitchen/runner/runs/${running.id}`));
  });

  it('opens a run by its pasted address', async () => {
    const { user } = await open(`http://elsewhere/kitchen/runner/runs/${running.id}`);
    await user.click(await screen.findByRole('button', { name: /Open this run/, hidden: true }));
    await waitFor(() => expect(address()).toBe(`/kitchen/runner/runs/${running.id}`));
  });

  it('changes the colours', async () => {
    const { user } = await open('dark');
    await user.click(await screen.findByRole('button', { name: /Dark colours/, hidden: true }));
    await waitFor(() =>
      expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark'),
    );
  });

  it('signs out', async () => {
    const { user } = await open('sign out');
    const palette = within(await screen.findByRole('dialog', { hidden: true }));
    await user.click(await palette.findByRole('button', { name: /Sign out/, hidden: true }));
    expect(await screen.findByText('You have signed out.')).toBeVisible();
  });

  it('shows the users to administrators only', async () => {
    const first = await open('who may log in');
    expect(await screen.findByText('Nothing by that name')).toBeInTheDocument();
    first.unmount();
    server.use(
      http.get('/api/auth/me', () =>
        HttpResponse.json({ username: 'ada', administrator: true, kind: 'local' }),
      ),
    );
    await open('who may log in');
    expect(await screen.findByRole('button', { name: /^Users/, hidden: true })).toBeInTheDocument();
  });
});
