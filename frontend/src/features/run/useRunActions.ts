import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/errors';
import { cancelJob, jobsChanged, retryJob } from '../../api/jobs';
import { newKey } from '../../api/key';
import { explainRefusal } from '../../ui/refusals';

/** Stops a run or repeats it; what is refused is told with what to do. */
export function useRunActions(jobId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // Kept until an answer comes: a second press, or one after a lost answer, is the same request.
  const [key, setKey] = useState(newKey);

  const refuse = (e: unknown) => {
    const { title, text } = explainRefusal(e);
    notifications.show({ color: 'red', title, message: text, autoClose: 10_000 });
  };

  const cancel = useMutation({
    mutationFn: () => cancelJob(jobId),
    onError: refuse,
    onSettled: () => jobsChanged(client),
  });
  const again = useMutation({
    mutationFn: () => retryJob(jobId, key),
    onError: (e) => {
      if (e instanceof ApiError && !e.isPassing) setKey(newKey());
      refuse(e);
    },
    onSuccess: async (made) => {
      setKey(newKey());
      await jobsChanged(client);
      await navigate({ to: '/kitchen/runner/runs/$jobId', params: { jobId: made.id } });
    },
  });
  return { cancel, again };
}
