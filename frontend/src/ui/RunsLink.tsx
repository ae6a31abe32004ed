import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client';
import type { JobStatus } from './status';

interface Props extends AnchorProps {
  script?: string;
  status?: JobStatus[];
  /** How far back, by the names that the statistics have, too. */
  since?: Schemas['StatsRange'];
  children: ReactNode;
}

/** Leads to the list of runs, narrowed to a script, to states and to a while. */
export function RunsLink({ script, status, since, children, ...anchor }: Props) {
  const search = {
    ...(script && { script }),
    ...(status && { status: status.join(',') }),
    ...(since && { since }),
  };
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
