import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Leads to the page of one run. */
export function RunLink({
  jobId,
  children,
  ...anchor
}: AnchorProps & { jobId: string; children: ReactNode }) {
  return (
    <Anchor
      {...anchor}
      renderRoot={(props) => (
        <Link to="/kitchen/runner/runs/$jobId" params={{ jobId }} {...props}>
          {children}
        </Link>
      )}
    />
  );
}
