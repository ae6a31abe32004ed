import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { JobStatus } from './status';

interface Props extends AnchorProps {
  script?: string;
  status?: JobStatus[];
  children: ReactNode;
}

/** Leads to the list of runs, narrowed to a script and to states. */
export function RunsLink({ script, status, children, ...anchor }: Props) {
  const search = { ...(script && { script }), ...(status && { status: status.join(',') }) };
  return (
    <Anchor
      {...anchor}
      renderRoot={(props) => (
        // The list of runs reads its own address; what it does not know it drops.
        <Link to="/kitchen/runner" search={search as never} {...props}>
          {children}
        </Link>
      )}
    />
  );
}
