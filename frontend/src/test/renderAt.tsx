import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { newQueryClient } from '../app/queryClient';
import { newRouter } from '../app/router';
import { theme } from '../ui/theme';

// The router restores the place on the page, which jsdom cannot.
window.scrollTo = () => {};

/** Opens an address as a browser would: the real routes, shell and queries; only the network is the test's. */
export function renderAt(address: string) {
  window.history.replaceState(null, '', address);
  const queryClient = newQueryClient();
  const router = newRouter(queryClient);
  const result = render(
    // Without transitions, so that what a click opens is there at once.
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...result, queryClient, router };
}
