import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconHandStop, IconHourglass } from '@tabler/icons-react';
import type { JobDetail } from '../../api/jobs';
import { useNow } from '../../ui/useNow';
import { waitingDetail } from '../../ui/waiting';
import { stopWords, waitingWords } from './runWords';

/** What somebody should know about a run beyond its state: why it waits, that it is being stopped, why it failed. */
export function RunNotice({ job }: { job: JobDetail }) {
  if (job.waiting !== null) {
    const { advice, isStuck } = waitingWords(job.waiting);
    return (
      <Alert
        color={isStuck ? 'yellow' : 'gray'}
        icon={isStuck ? <IconAlertTriangle /> : <IconHourglass />}
        p="xs"
        role="status"
      >
        <Text size="sm">
          <strong>{waitingDetail(job)}</strong> {advice}
        </Text>
      </Alert>
    );
  }
  if (job.status === 'cancel_requested') return <Stopping job={job} />;
  if (job.error_message !== null) {
    return (
      <Alert color={job.status === 'timeout' ? 'yellow' : 'red'} icon={<IconAlertTriangle />} p="xs">
        <Text size="sm">{sentence(job.error_message)}</Text>
      </Alert>
    );
  }
  return null;
}

function Stopping({ job }: { job: JobDetail }) {
  const now = useNow(1_000);
  const asked = job.events.findLast((event) => event.event_type === 'job_cancel_requested');
  const since = asked === undefined ? 0 : now.getTime() - Date.parse(asked.created_at);
  return (
    <Alert color="orange" icon={<IconHandStop />} p="xs" role="status">
      <Text size="sm">
        {stopWords(since)}
        {asked?.actor && ` By ${asked.actor}.`}
      </Text>
    </Alert>
  );
}

/** Reasons come as they fit into the middle of a sentence. */
function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
