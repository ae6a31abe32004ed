import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClockX,
  IconHandStop,
  IconLoader2,
  IconPlayerStop,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Schemas } from '../api/client';

export type JobStatus = Schemas['JobStatus'];

interface Look {
  label: string;
  /** A colour of the theme; see theme.ts. Never the only sign: each state has its own icon and word. */
  color: string;
  icon: ComponentType<{ size?: number | string; className?: string; 'aria-hidden'?: boolean }>;
  /** Said where the word alone may not be enough. */
  meaning: string;
}

/** One line for each state the API knows; a new one fails to compile until it has one. */
export const STATUS_LOOK = {
  queued: { label: 'Queued', color: 'gray', icon: IconCircleDashed, meaning: 'Waits for a free worker.' },
  running: { label: 'Running', color: 'blue', icon: IconLoader2, meaning: 'Is being executed now.' },
  cancel_requested: {
    label: 'Canceling',
    color: 'orange',
    icon: IconHandStop,
    meaning: 'Somebody asked to stop it; the worker is ending it.',
  },
  success: { label: 'Success', color: 'green', icon: IconCircleCheck, meaning: 'Ended with exit code 0.' },
  failed: { label: 'Failed', color: 'red', icon: IconCircleX, meaning: 'Ended with an error.' },
  canceled: { label: 'Canceled', color: 'gray', icon: IconPlayerStop, meaning: 'Was stopped by somebody.' },
  timeout: {
    label: 'Timeout',
    color: 'yellow',
    icon: IconClockX,
    meaning: 'Took longer than it may, and was stopped.',
  },
} satisfies Record<JobStatus, Look>;

export const STATUSES = Object.keys(STATUS_LOOK) as JobStatus[];

export const ProblemIcon = IconAlertTriangle;

export function isActive(status: JobStatus): boolean {
  return status === 'queued' || status === 'running' || status === 'cancel_requested';
}

/** Whether pressing cancel would do anything (the API refuses the rest). */
export function isCancelable(status: JobStatus): boolean {
  return status === 'queued' || status === 'running';
}
