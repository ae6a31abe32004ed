import {
  Spotlight,
  spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import {
  IconChartBar,
  IconListDetails,
  IconPlayerPlay,
  IconSearch,
  IconServer2,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { scriptsQuery } from '../api/scripts';

export function openPalette(): void {
  spotlight.open();
}

/** Ctrl K: every page and every script, by a few letters. */
export function Palette() {
  const navigate = useNavigate();
  const scripts = useQuery(scriptsQuery);
  const pages: SpotlightActionData[] = [
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
  ];
  const starts: SpotlightActionData[] = (scripts.data?.items ?? []).map((script) => ({
    id: `script:${script.key}`,
    label: `Run ${script.label}`,
    description: script.description,
    keywords: [script.key],
    leftSection: <IconPlayerPlay size={18} />,
    onClick: () => void navigate({ to: '/kitchen/runner/new' }),
  }));
  const groups: SpotlightActionGroupData[] = [
    { group: 'Start', actions: starts },
    { group: 'Go to', actions: pages },
  ];
  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      nothingFound="Nothing by that name"
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: 'A script, a page…',
        'aria-label': 'Search scripts and pages',
      }}
    />
  );
}
