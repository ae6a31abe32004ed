import { Button, Group, Pagination, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArrowUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { jobsChanged, type Job } from '../../api/jobs';
import { reposQuery, scriptsQuery } from '../../api/scripts';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { copyText } from '../../ui/copyText';
import { Empty, Failure, Stale } from '../../ui/States';
import { useTitle } from '../../ui/useTitle';
import { CompareBar } from './CompareBar';
import { FilterBar } from './FilterBar';
import { after } from './place';
import { RunCards } from './RunCards';
import { runRows } from './runRow';
import { countsQuery, listQuery, newestQuery, PAGE_SIZE, peopleQuery } from './runsQueries';
import { changed, isFiltered, statusesOf, toggled, type RunsSearch } from './runsSearch';
import { RunsTable } from './RunsTable';
import { StatusFilter } from './StatusFilter';
import { useHeldPlace, useIsScrolledDown } from './useHeldPlace';
import { useRowKeys } from './useRowKeys';
import { useRunChanges } from './useRunChanges';
import classes from './RunsPage.module.css';

export function RunsPage() {
  useTitle('Runs');
  const search = useSearch({ from: '/kitchen/runner/' });
  const navigate = useNavigate({ from: '/kitchen/runner' });
  const router = useRouter();
  const client = useQueryClient();
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });

  const show = useCallback(
    (next: RunsSearch, replace = false) =>
      void navigate({ to: '/kitchen/runner', search: next, replace, resetScroll: false }),
    [navigate],
  );
  const change = (part: Partial<RunsSearch>) => show(changed(search, part));
  const onSearch = useCallback(
    (q: string) =>
      void navigate({
        to: '/kitchen/runner',
        search: (before) => changed(before, { q: q === '' ? undefined : q }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );

  const [menuOpen, setMenuOpen] = useState(false);
  const [stopping, setStopping] = useState<Job | null>(null);
  const [selected, setSelected] = useState<string[]>([]);
  const changes = useRunChanges();

  const place = usePlace(search, menuOpen || stopping !== null);
  const { list } = place;
  const scripts = useQuery(scriptsQuery).data?.items ?? [];
  const repos = useQuery(reposQuery).data?.items ?? [];
  const people = useQuery(peopleQuery).data?.items ?? [];
  const counts = useQuery(countsQuery(search));

  // Two can be compared; a third takes the place of the first.
  const select = useCallback(
    (jobId: string) =>
      setSelected((now) =>
        now.includes(jobId) ? now.filter((other) => other !== jobId) : [...now, jobId].slice(-2),
      ),
    [],
  );
  useRowKeys(select);

  const nameOf = (job: Job) => scripts.find(({ key }) => key === job.script_key)?.label ?? job.script_key;
  const linkOf = (job: Job) =>
    router.buildLocation({ to: '/kitchen/runner/runs/$jobId', params: { jobId: job.id } }).href;
  const withRepo = repos.length > 1;
  const rows = list.data && runRows(list.data.items, scripts, repos);
  const onOpen = (job: Job, inNewTab: boolean) => {
    if (inNewTab) window.open(linkOf(job), '_blank', 'noopener');
    else void navigate({ to: '/kitchen/runner/runs/$jobId', params: { jobId: job.id } });
  };
  const props = {
    rows,
    withRepo,
    selected,
    busy: changes.busy,
    onSelect: (job: Job) => select(job.id),
    onCancel: (job: Job) => {
      // What waits has done nothing yet, so nothing is lost; what runs may be in the middle of something.
      if (job.status === 'running') setStopping(job);
      else void changes.cancel(job, nameOf(job));
    },
    onAgain: (job: Job) => void changes.again(job, nameOf(job)),
    onOnlyScript: (job: Job) => change({ script: job.script_key }),
    onOnlyPerson: (job: Job) => change({ person: job.requested_by }),
    onCopyLink: (job: Job) =>
      void copyText(window.location.origin + linkOf(job)).then((worked) =>
        notifications.show({
          message: worked ? 'The link is on the clipboard.' : 'The browser did not let us copy.',
        }),
      ),
    onMenu: setMenuOpen,
  };

  return (
    <Stack gap="sm">
      <Group justify="space-between" mih={34}>
        <Title order={1} size="h3">
          Runs
        </Title>
      </Group>
      <StatusFilter
        chosen={statusesOf(search)}
        counts={counts.data}
        onToggle={(status) => show(toggled(search, status))}
        onAll={() => change({ status: undefined })}
      />
      <FilterBar
        search={search}
        scripts={scripts}
        repos={repos}
        people={people}
        isNarrow={isNarrow}
        onChange={change}
        onSearch={onSearch}
        onClear={() => show({})}
      />
      {list.isError && list.data !== undefined && <Stale error={list.error} />}
      <NewRuns
        count={place.newCount}
        onShow={() => {
          window.scrollTo({ top: 0 });
          show(changed(search, {}));
          void jobsChanged(client);
        }}
      />
      {list.isError && list.data === undefined ? (
        <Failure error={list.error} retry={() => void list.refetch()} title="The runs could not be loaded" />
      ) : rows?.length === 0 ? (
        <NoRuns search={search} onShow={show} />
      ) : isNarrow ? (
        <RunCards {...props} />
      ) : (
        <RunsTable {...props} onOpen={onOpen} />
      )}
      {list.data !== undefined && list.data.items.length > 0 && (
        <Pages
          page={search.page ?? 1}
          total={list.data.total}
          onPage={(page) => {
            window.scrollTo({ top: 0 });
            show(page === 1 ? changed(search, {}) : { ...search, page, until: place.until });
          }}
        />
      )}
      <CompareBar selected={selected} onClear={() => setSelected([])} />
      <ConfirmDialog
        opened={stopping !== null}
        title="Stop this run?"
        confirm="Stop the run"
        cancel="Let it run"
        onClose={() => setStopping(null)}
        onConfirm={() => {
          if (stopping) void changes.cancel(stopping, nameOf(stopping));
          setStopping(null);
        }}
      >
        <Text size="sm">
          {stopping && <b>{nameOf(stopping)}</b>} gets SIGTERM now and has 10 seconds to end by itself. What
          is left of it then is ended with SIGKILL.
        </Text>
      </ConfirmDialog>
    </Stack>
  );
}

/**
 * The page of the list, and how many runs came after it. On the first page new ones appear by themselves, unless its
 * reader is in the middle of it; later pages hold still from the start, or everything on them would move.
 */
function usePlace(search: RunsSearch, isBusy: boolean) {
  const isFirst = search.page === undefined;
  const isScrolled = useIsScrolledDown();
  const newest = useQuery({ ...newestQuery, enabled: !isFirst && search.until === undefined });
  const opened = newest.data?.items[0];
  const [top, setTop] = useState<Job>();
  const held = useHeldPlace(isFirst && (isScrolled || isBusy), top);
  const before = isFirst ? held : (search.until ?? (opened && after(opened)));

  const isReady = isFirst || search.until !== undefined || !newest.isPending;
  const list = useQuery({ ...listQuery(search, before), enabled: isReady });
  const first = isFirst && !list.isPlaceholderData ? list.data?.items[0] : undefined;
  if (first !== undefined && first.id !== top?.id) setTop(first);

  const later = useQuery({ ...countsQuery(search, before), enabled: before !== undefined });
  const statuses = statusesOf(search);
  const figures = before === undefined || later.isPlaceholderData ? undefined : later.data;
  const newCount =
    figures === undefined
      ? 0
      : statuses.length === 0
        ? figures.total
        : statuses.reduce((sum, status) => sum + figures.counts[status], 0);
  return { list, newCount, until: before ?? (first && after(first)) };
}

function NewRuns({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className={classes.newRuns} role="status">
      {count > 0 && (
        <Button size="xs" radius="xl" leftSection={<IconArrowUp size={14} />} onClick={onShow}>
          {count === 1 ? '1 new run' : `${count.toLocaleString('en')} new runs`}
        </Button>
      )}
    </div>
  );
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.min(page * PAGE_SIZE, total);
  return (
    <Group justify="space-between" gap="sm" py="xs">
      <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {first.toLocaleString('en')}–{last.toLocaleString('en')} of {total.toLocaleString('en')}
      </Text>
      {total > PAGE_SIZE && (
        <Pagination
          size="sm"
          value={page}
          total={Math.ceil(total / PAGE_SIZE)}
          onChange={onPage}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </Group>
  );
}

function NoRuns({ search, onShow }: { search: RunsSearch; onShow: (search: RunsSearch) => void }) {
  if (search.page !== undefined) {
    return (
      <Empty
        title="This page is empty"
        action={
          <Button variant="light" onClick={() => onShow(changed(search, {}))}>
            To the first page
          </Button>
        }
      >
        There are fewer runs than that.
      </Empty>
    );
  }
  if (isFiltered(search)) {
    return (
      <Empty
        title="Nothing matches"
        action={
          <Button variant="light" onClick={() => onShow({})}>
            Clear the filters
          </Button>
        }
      >
        No run fits all of the filters above.
      </Empty>
    );
  }
  return (
    <Empty
      title="No runs yet"
      action={
        <Button component={Link} to="/kitchen/runner/new">
          Start the first one
        </Button>
      }
    >
      Pick a script, fill in its form, and watch it here.
    </Empty>
  );
}
