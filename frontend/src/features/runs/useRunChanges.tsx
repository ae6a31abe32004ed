import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/errors';
import { cancelJob, jobsChanged, retryJob, type Job } from '../../api/jobs';
import { newKey } from '../../api/key';
import { explainRefusal } from '../../ui/refusals';

/** Cancels and repeats runs, one request per run at a time, and tells how it went. */
export function useRunChanges() {
  const client = useQueryClient();
  const router = useRouter();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [keys] = useState(() => new Map<string, string>());

  const change = async (job: Job, name: string, action: () => Promise<void>) => {
    if (busy.has(job.id)) return;
    setBusy((before) => new Set(before).add(job.id));
    try {
      await action();
    } catch (e) {
      const { title, text } = explainRefusal(e);
      notifications.show({ color: 'red', title: `${name}: ${title}`, message: text, autoClose: 10_000 });
    } finally {
      setBusy((before) => new Set([...before].filter((id) => id !== job.id)));
      await jobsChanged(client);
    }
  };

  const cancel = (job: Job, name: string) =>
    change(job, name, async () => {
      const { status } = await cancelJob(job.id);
      notifications.show({
        message: status === 'canceled' ? `${name} was canceled.` : `${name} is being stopped.`,
      });
    });

  const again = (job: Job, name: string) =>
    change(job, name, async () => {
      // Kept until an answer comes: a repeat after a lost one is the same request.
      const key = keys.get(job.id) ?? newKey();
      keys.set(job.id, key);
      try {
        const made = await retryJob(job.id, key);
        keys.delete(job.id);
        const place = { to: '/kitchen/runner/runs/$jobId', params: { jobId: made.id } } as const;
        notifications.show({
          color: 'green',
          title: `${name} was started again`,
          message: (
            // Notifications are shown outside of the router, where its own links do not work.
            <Anchor
              size="sm"
              href={router.buildLocation(place).href}
              onClick={(event) => {
                event.preventDefault();
                void router.navigate(place);
              }}
            >
              Watch the new run
            </Anchor>
          ),
        });
      } catch (e) {
        if (e instanceof ApiError && !e.isPassing) keys.delete(job.id);
        throw e;
      }
    });

  return { busy, cancel, again };
}
