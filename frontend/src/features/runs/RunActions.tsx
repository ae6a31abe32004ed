import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import {
  IconDots,
  IconEdit,
  IconFilter,
  IconLink,
  IconPlayerStop,
  IconRepeat,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Job } from '../../api/jobs';
import { isCancelable } from '../../ui/status';

export interface RunActionHandlers {
  onCancel: (job: Job) => void;
  onAgain: (job: Job) => void;
  onOnlyScript: (job: Job) => void;
  onOnlyPerson: (job: Job) => void;
  onCopyLink: (job: Job) => void;
  /** While a menu is open its row must not move. */
  onMenu: (isOpen: boolean) => void;
}

interface Props extends RunActionHandlers {
  job: Job;
  name: string;
  isBusy: boolean;
}

/** What one can do with a run from its row. */
export function RunActions({ job, name, isBusy, ...on }: Props) {
  const isFinished = job.finished_at !== null;
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {isFinished ? (
        <Tooltip label="Run again with the same arguments">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Run ${name} again`}
            loading={isBusy}
            onClick={() => on.onAgain(job)}
          >
            <IconRepeat size={17} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Tooltip label={isCancelable(job.status) ? 'Cancel' : 'Is being stopped'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Cancel ${name}`}
            loading={isBusy}
            disabled={!isCancelable(job.status)}
            onClick={() => on.onCancel(job)}
          >
            <IconPlayerStop size={17} />
          </ActionIcon>
        </Tooltip>
      )}
      <Menu position="bottom-end" onChange={on.onMenu} width={250}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More for ${name}`}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconEdit size={16} />}
            renderRoot={(props) => (
              <Link to="/kitchen/runner/new" search={{ script: job.script_key, from: job.id }} {...props} />
            )}
          >
            Run again with other arguments
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconFilter size={16} />} onClick={() => on.onOnlyScript(job)}>
            Only runs of this script
          </Menu.Item>
          <Menu.Item leftSection={<IconUser size={16} />} onClick={() => on.onOnlyPerson(job)}>
            Only runs of {job.requested_by}
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => on.onCopyLink(job)}>
            Copy link
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
