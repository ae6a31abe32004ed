import { useMantineColorScheme } from '@mantine/core';
import {
  Spotlight,
  spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import {
  IconChartBar,
  IconDeviceDesktop,
  IconKeyboard,
  IconListDetails,
  IconLogout,
  IconMoon,
  IconPlayerPlay,
  IconSearch,
  IconServer2,
  IconSun,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Job } from '../api/jobs';
import { meQuery } from '../api/me';
import { scriptsQuery, type Script } from '../api/scripts';
import { session } from '../api/session';
import { STATUS_LOOK } from '../ui/status';
import { formatRelative } from '../ui/time';
import { pastedRun, recentRunsQuery } from './recentRuns';

export function openPalette(): void {
  spotlight.open();
}

type Navigate = ReturnType<typeof useNavigate>;

/** Ctrl K: every script, the latest runs, every page and command, by a few letters; or a run by its id. */
export function Palette({ onShortcuts }: { onShortcuts: () => void }) {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const [opened, setOpened] = useState(false);
  const [query, setQuery] = useState('');
  const scripts = useQuery(scriptsQuery).data?.items ?? [];
  const isAdministrator = useQuery(meQuery).data?.administrator ?? false;
  const recent = useQuery({ ...recentRunsQuery, enabled: opened }).data?.items ?? [];

  const leave = async () => {
    await session.logOut();
    await navigate({ to: '/login' });
  };
  const commands: SpotlightActionData[] = [
    command('light', 'Light colours', IconSun, () => setColorScheme('light'), 'theme'),
    command('dark', 'Dark colours', IconMoon, () => setColorScheme('dark'), 'theme'),
    command('auto', 'Colours as the system', IconDeviceDesktop, () => setColorScheme('auto'), 'theme'),
    command('keys', 'Keyboard shortcuts', IconKeyboard, onShortcuts, 'help'),
    command('leave', 'Sign out', IconLogout, () => void leave(), 'log out'),
  ];
  const groups: SpotlightActionGroupData[] = [
    { group: 'Start', actions: scripts.map((script) => start(script, navigate)) },
    { group: 'Latest runs', actions: recent.map((job) => latest(job, scripts, navigate)) },
    { group: 'Go to', actions: pages(isAdministrator, navigate) },
    { group: 'Do', actions: commands },
  ];
  const pasted = pastedRun(query);
  return (
    <Spotlight
      actions={pasted === null ? groups : [byId(pasted, query, navigate)]}
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
      shortcut="mod + K"
      nothingFound="Nothing by that name"
      highlightQuery
      scrollable
      maxHeight={420}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => setOpened(true)}
      onSpotlightClose={() => setOpened(false)}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: 'A script, a run, a page, a command…',
        'aria-label': 'Search scripts, runs, pages and commands',
      }}
    />
  );
}

function start(script: Script, navigate: Navigate): SpotlightActionData {
  return {
    id: `script:${script.key}`,
    label: `Run ${script.label}`,
    description: script.description,
    keywords: [script.key, script.group ?? ''],
    leftSection: <IconPlayerPlay size={18} />,
    onClick: () => void navigate({ to: '/kitchen/runner/new', search: { script: script.key } }),
  };
}

function latest(job: Job, scripts: Script[], navigate: Navigate): SpotlightActionData {
  const { icon: Icon, label, color } = STATUS_LOOK[job.status];
  const when = formatRelative(new Date(job.created_at), new Date());
  return {
    id: `run:${job.id}`,
    label: scripts.find(({ key }) => key === job.script_key)?.label ?? job.script_key,
    description: `${label}, ${job.requested_by}, ${when}`,
    keywords: [job.script_key, job.id],
    leftSection: (
      <span style={{ display: 'flex', color: `var(--mantine-color-${color}-text)` }}>
        <Icon size={18} aria-hidden />
      </span>
    ),
    onClick: () => void navigate({ to: '/kitchen/runner/runs/$jobId', params: { jobId: job.id } }),
  };
}

/** The whole text is a keyword, so that the filter lets it through. */
function byId(jobId: string, query: string, navigate: Navigate): SpotlightActionData {
  return {
    id: 'by-id',
    label: 'Open this run',
    description: jobId,
    keywords: [query],
    leftSection: <IconListDetails size={18} />,
    onClick: () => void navigate({ to: '/kitchen/runner/runs/$jobId', params: { jobId } }),
  };
}

function pages(isAdministrator: boolean, navigate: Navigate): SpotlightActionData[] {
  return [
    {
      id: 'runs',
      label: 'Runs',
      description: 'All runs, newest first',
      leftSection: <IconListDetails size={18} />,
      onClick: () => void navigate({ to: '/kitchen/runner' }),
    },
    {
      id: 'overview',
      label: 'Overview',
      description: 'What runs, what waits, how it goes over time',
      leftSection: <IconChartBar size={18} />,
      onClick: () => void navigate({ to: '/kitchen/runner/overview' }),
    },
    {
      id: 'workers',
      label: 'Workers and health',
      description: 'Who executes, and what is wrong',
      leftSection: <IconServer2 size={18} />,
      onClick: () => void navigate({ to: '/kitchen/runner/workers' }),
    },
    {
      id: 'account',
      label: 'Account',
      description: 'Password and API tokens',
      leftSection: <IconUser size={18} />,
      onClick: () => void navigate({ to: '/kitchen/runner/account' }),
    },
    ...(isAdministrator
      ? [
          {
            id: 'users',
            label: 'Users',
            description: 'Who may log in here',
            leftSection: <IconUsers size={18} />,
            onClick: () => void navigate({ to: '/kitchen/runner/users' }),
          },
        ]
      : []),
  ];
}

function command(
  id: string,
  label: string,
  Icon: typeof IconSun,
  onClick: () => void,
  keyword: string,
): SpotlightActionData {
  return { id, label, keywords: [keyword], leftSection: <Icon size={18} />, onClick };
}
