import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowsDiff,
  IconDots,
  IconDownload,
  IconEdit,
  IconLink,
  IconPlayerStop,
  IconRepeat,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Job } from '../../api/jobs';
import { isActive, isCancelable } from '../../ui/status';
import classes from './RunPage.module.css';

interface Props {
  job: Job;
  /** The run before it, to compare with; null when there is none. */
  previous: Job | null;
  isStopping: boolean;
  isRepeating: boolean;
  onCancel: () => void;
  onAgain: () => void;
  onDownload: () => void;
  onCopyLink: () => void;
}

/** What one can do with a run. The one thing that most people want next is the button. */
export function RunActions(props: Props) {
  const { job } = props;
  return (
    <>
      {isActive(job.status) ? (
        <Tooltip label={isCancelable(job.status) ? 'Stop it (c)' : 'It is being stopped already'}>
          <Button
            size="xs"
            variant="light"
            color="red"
            leftSection={<IconPlayerStop size={14} />}
            disabled={!isCancelable(job.status)}
            loading={props.isStopping}
            onClick={props.onCancel}
          >
            Cancel
          </Button>
        </Tooltip>
      ) : (
        <Tooltip label="With the same arguments (r)">
          <Button
            size="xs"
            leftSection={<IconRepeat size={14} />}
            loading={props.isRepeating}
            onClick={props.onAgain}
          >
            Run again
          </Button>
        </Tooltip>
      )}
      <Button
        size="xs"
        variant="default"
        className={classes.wide}
        leftSection={<IconEdit size={14} />}
        renderRoot={(rest) => <EditLink job={job} {...rest} />}
      >
        Edit and run
      </Button>
      <Button
        size="xs"
        variant="default"
        className={classes.wide}
        leftSection={<IconArrowsDiff size={14} />}
        renderRoot={(rest) => <CompareLink job={job} previous={props.previous} {...rest} />}
      >
        Compare
      </Button>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconEdit size={16} />}
            renderRoot={(rest) => <EditLink job={job} {...rest} />}
          >
            Edit and run
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsDiff size={16} />}
            renderRoot={(rest) => <CompareLink job={job} previous={props.previous} {...rest} />}
          >
            {props.previous === null ? 'Compare with…' : 'Compare with the run before'}
          </Menu.Item>
          {props.previous !== null && (
            <Menu.Item
              leftSection={<IconArrowsDiff size={16} />}
              renderRoot={(rest) => <CompareLink job={job} previous={null} {...rest} />}
            >
              Compare with another…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={props.onDownload}>
            Download log
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={16} />} onClick={props.onCopyLink}>
            Copy link
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function EditLink({ job, ...rest }: { job: Job }) {
  return <Link to="/kitchen/runner/new" search={{ script: job.script_key, from: job.id }} {...rest} />;
}

/** The older run is on the left, as in every comparison of before and after. */
function CompareLink({ job, previous, ...rest }: Pick<Props, 'job' | 'previous'>) {
  const search = previous === null ? { b: job.id } : { a: previous.id, b: job.id };
  return <Link to="/kitchen/runner/compare" search={search} {...rest} />;
}
