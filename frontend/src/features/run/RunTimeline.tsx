import { Code, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { formatExact } from '../../ui/time';
import classes from './RunPage.module.css';
import { eventWords } from './runWords';

type JobEvent = Schemas['JobEvent'];

/** What happened to a run, oldest first. */
export function RunTimeline({ events }: { events: JobEvent[] }) {
  return (
    <ol className={classes.timeline}>
      {events.map((event) => (
        <Event key={event.id} event={event} />
      ))}
    </ol>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

function Event({ event }: { event: JobEvent }) {
  const [opened, setOpened] = useState(false);
  const words = eventWords(event.event_type);
  const at = new Date(event.created_at);
  const hasMore = Object.keys(event.meta).length > 0;
  const isEcho = words?.title.toLowerCase() === event.message.toLowerCase();
  const by = event.actor === null || event.actor === 'system' ? null : `by ${event.actor}`;
  const said = [words === null || isEcho ? null : event.message, by]
    .filter((part) => part !== null)
    .join(' · ');
  return (
    <li className={classes.event} data-tone={words?.tone ?? 'neutral'}>
      <div className={classes.eventHead}>
        <Text size="sm" fw={600}>
          {words?.title ?? event.message}
        </Text>
        <time className={classes.eventTime} dateTime={event.created_at} title={formatExact(at)}>
          {clock.format(at)}
        </time>
      </div>
      <div className={classes.eventHead}>
        <Text size="xs" c="dimmed">
          {said}
        </Text>
        {hasMore && (
          <UnstyledButton className={classes.more} aria-expanded={opened} onClick={() => setOpened(!opened)}>
            <IconChevronRight size={12} data-opened={opened || undefined} /> Details
          </UnstyledButton>
        )}
      </div>
      {opened && (
        <Code block className={classes.json}>
          {JSON.stringify(event.meta, null, 2)}
        </Code>
      )}
    </li>
  );
}
