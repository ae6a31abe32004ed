import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useState } from 'react';
import { session } from '../api/session';
import { theme } from '../ui/theme';
import { newQueryClient } from './queryClient';
import { fetchFirstPage, newRouter } from './router';

/** Everything a page needs around it. */
export function App() {
  const [queryClient] = useState(newQueryClient);
  const [router] = useState(() => {
    const made = newRouter(queryClient);
    fetchFirstPage(made);
    return made;
  });
  useEffect(
    () =>
      session.subscribe(() => {
        // What one person saw must not be there for the next; whoever left is asked to log in and comes back here.
        if (session.state() === 'out') queryClient.clear();
        void router.invalidate();
      }),
    [queryClient, router],
  );
  return (
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <Notifications position="bottom-right" limit={4} />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}
