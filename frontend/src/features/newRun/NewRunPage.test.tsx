import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '../../api/client';
import { session } from '../../api/session';
import {
  aBoolArgument,
  aJob,
  anEnumArgument,
  anIntArgument,
  aRepo,
  aScript,
  aTextArgument,
  jobDetail,
} from '../../test/factories';
import { address, renderApp } from '../../test/renderApp';
import { accessToken, basics, fakeApi, problem } from '../../test/server';

const stage = aScript({ concurrency_limit: 1 });
const report = aScript({
  key: 'report.build',
  label: 'Build a report',
  description: 'Builds the report of one month.',
  group: 'Reports',
  arguments: [
    anEnumArgument(),
    aTextArgument({ required: true, pattern: '[a-z]+' }),
    aBoolArgument({ name: 'draft', label: 'Draft', required: true, default: null }),
  ],
});

const server = fakeApi(
  ...basics({ scripts: [stage, report], repos: [aRepo()] }),
  http.post('/api/auth/login', () => HttpResponse.json(accessToken())),
  http.post('/api/runner/scripts/:key/command', async ({ request }) => {
    const { args = {} } = (await request.json()) as Schemas['PreviewCommandRequest'];
    return HttpResponse.json({ argv: ['bash', 'x.sh', '--retries', String(args.retries ?? 3)] });
  }),
);

beforeEach(() => session.logIn('ada', 'correct horse'));

interface Sent {
  key: string | null;
  body: unknown;
}

/** Takes every request for a run with `answer`, and keeps what was sent. */
const startsWith = (answer: (attempt: number) => Response) => {
  const sent: Sent[] = [];
  server.use(
    http.post('/api/runner/jobs', async ({ request }) => {
      sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
      return answer(sent.length);
    }),
    http.get('/api/runner/jobs/:id', () => HttpResponse.json(jobDetail(aJob().queued()))),
  );
  return sent;
};

const created = () => HttpResponse.json({ ...aJob().queued(), deduplicated: false }, { status: 201 });

describe('choosing a script', () => {
  it('is done from groups that say what each does, and goes into the address', async () => {
    const { user } = renderApp('/kitchen/runner/new');
    const reports = within(await screen.findByRole('region', { name: 'Reports' }));
    expect(reports.getByText('Builds the report of one month.')).toBeVisible();
    await user.click(reports.getByRole('link'));
    await waitFor(() => expect(address()).toBe('/kitchen/runner/new?script=report.build'));
    expect(await screen.findByRole('form', { name: 'Build a report' })).toBeVisible();
  });

  it('is done by keyboard alone', async () => {
    const { user } = renderApp('/kitchen/runner/new');
    expect(await screen.findByRole('searchbox', { name: 'Search scripts' })).toHaveFocus();
    await user.keyboard('report{Enter}');
    await waitFor(() => expect(address()).toBe('/kitchen/runner/new?script=report.build'));
  });

  it('by arrows moves through the list', async () => {
    const { user } = renderApp('/kitchen/runner/new');
    await screen.findByRole('searchbox', { name: 'Search scripts' });
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('link', { name: /Build a report/ })).toHaveFocus();
  });

  it('that is not there is explained', async () => {
    renderApp('/kitchen/runner/new?script=gone');
    expect(await screen.findByText('There is no such script')).toBeVisible();
  });
});

const commandLine = () => screen.getByRole('region', { name: 'Command line' });

describe('the form', () => {
  it('has the defaults, the limits in words and the exact command line', async () => {
    const { user } = renderApp('/kitchen/runner/new?script=nb.stage');
    expect(await screen.findByLabelText('Retries')).toHaveValue('3');
    expect(screen.getByText('Is stopped after 1 h. One run at a time.')).toBeVisible();
    await waitFor(() => expect(commandLine()).toHaveTextContent('bash x.sh --retries 3'));
    await user.clear(screen.getByLabelText('Retries'));
    await user.type(screen.getByLabelText('Retries'), '7');
    await waitFor(() => expect(commandLine()).toHaveTextContent('bash x.sh --retries 7'));
  });

  it('says what is wrong while one types', async () => {
    const { user } = renderApp('/kitchen/runner/new?script=nb.stage');
    const field = await screen.findByLabelText('Retries');
    await user.type(field, '9');
    expect(field).toBeInvalid();
    expect(screen.getByText('Must be a whole number from 1 to 10')).toBeVisible();
    // Not the line of what was there before: somebody would take it for that of what is there now.
    expect(commandLine()).toHaveTextContent('Shown when the fields above are right.');
    expect(screen.queryByRole('button', { name: 'Copy the command line' })).not.toBeInTheDocument();
  });

  it('marks what is missing only when one tries to start', async () => {
    const sent = startsWith(created);
    const { user } = renderApp('/kitchen/runner/new?script=report.build');
    const field = await screen.findByLabelText(/^Tag/);
    expect(field).toBeValid();
    await user.click(screen.getByRole('button', { name: 'Start the run' }));
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toBeInvalid();
    expect(screen.getByText('Choose yes or no')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('shows at a field what only the API can know of it', async () => {
    server.use(
      http.post('/api/runner/scripts/:key/command', () =>
        problem(400, 'validation_failed', 'args.tag could be read as an option.', {
          errors: [
            { field: 'args.tag', message: 'could be read as an option', allowed: 'text not starting with -' },
          ],
        }),
      ),
    );
    const script = aScript({ arguments: [aTextArgument()] });
    server.use(http.get('/api/runner/scripts', () => HttpResponse.json({ items: [script], total: 1 })));
    const { user } = renderApp('/kitchen/runner/new?script=nb.stage');
    await user.type(await screen.findByLabelText('Tag'), '-x');
    expect(
      await screen.findByText('Could be read as an option. Allowed: text not starting with -.'),
    ).toBeVisible();
  });

  it('asks for the repo only where there are several', async () => {
    renderApp('/kitchen/runner/new?script=nb.stage');
    await screen.findByLabelText('Retries');
    expect(screen.queryByLabelText('Repo')).not.toBeInTheDocument();
  });
});

describe('starting', () => {
  it('sends what differs from the defaults and leads to the run', async () => {
    const sent = startsWith(created);
    const { user } = renderApp('/kitchen/runner/new?script=nb.stage');
    await user.click(await screen.findByLabelText('Leaf progress'));
    await user.click(screen.getByRole('button', { name: 'Start the run' }));
    await waitFor(() => expect(address()).toBe(`/kitchen/runner/runs/${aJob().queued().id}`));
    expect(sent.map(({ body }) => body)).toEqual([
      { repo_id: aRepo().id, script_key: 'nb.stage', args: { leaf_progress: true } },
    ]);
  });

  it('takes priority and timeout where they are given', async () => {
    const sent = startsWith(created);
    const { user } = renderApp('/kitchen/runner/new?script=nb.stage');
    await user.click(await screen.findByRole('button', { name: /^More/ }));
    await user.type(screen.getByLabelText('Priority'), '5');
    await user.type(screen.getByLabelText('Timeout in seconds'), '90{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ priority: 5, timeout_seconds: 90 });
  });

  it('twice is the same request while the first has no answer', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const asked = vi.fn();
    server.use(
      http.post('/api/runner/jobs', async () => {
        asked();
        await answered;
        return created();
      }),
      http.get('/api/runner/jobs/:id', () => HttpResponse.json(jobDetail(aJob().queued()))),
    );
    const { user } = renderApp('/kitchen/runner/new?script=nb.stage');
    const button = await screen.findByRole('button', { name: 'Start the run' });
    await user.dblClick(button);
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    await user.keyboard('{Enter}');
    answer();
    await waitFor(() => expect(address()).toContain('/runs/'));
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('again after a lost answer has the same key, with other values another one', async () => {
    const sent = startsWith(() => HttpResponse.error());
    const { user } = renderApp('/kitchen/runner/new?script=nb.stage');
    const button = await screen.findByRole('button', { name: 'Start the run' });
    await user.click(button);
    expect(await screen.findByText(/will not start it twice/)).toBeVisible();
    await user.click(button);
    await waitFor(() => expect(sent).toHaveLength(2));
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(screen.getByLabelText('Leaf progress'));
    await user.click(button);
    await waitFor(() => expect(sent).toHaveLength(3));
    const [first, second, third] = sent.map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it.each([
    [429, 'queue_full', 'The queue is full', 'cancel some that wait'],
    [429, 'user_queue_full', 'You have too many runs waiting', 'cancel some'],
    [429, 'runner_busy', 'All slots are taken', 'when a run has ended'],
    [503, 'runner_disabled', 'No runs are taken just now', 'paused'],
    [400, 'repo_disabled', 'The repo is disabled', 'Choose another one'],
    [403, 'repo_not_allowed', 'The repo is not allowed', 'allowlist'],
  ] as const)('refused with %d %s is explained with what to do', async (status, code, title, advice) => {
    startsWith(() => problem(status, code, 'In the words of the API.'));
    const { user } = renderApp('/kitchen/runner/new?script=nb.stage');
    await user.click(await screen.findByRole('button', { name: 'Start the run' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(title);
    expect(alert).toHaveTextContent('In the words of the API.');
    expect(alert).toHaveTextContent(advice);
  });

  it('refused for a field says so at the field, until it is changed', async () => {
    startsWith(() =>
      problem(400, 'validation_failed', 'args.retries is out of range.', {
        errors: [
          { field: 'args.retries', message: 'is out of range', allowed: 'a whole number from 1 to 5' },
        ],
      }),
    );
    const { user } = renderApp('/kitchen/runner/new?script=nb.stage');
    await user.click(await screen.findByRole('button', { name: 'Start the run' }));
    expect(await screen.findByText('Is out of range. Allowed: a whole number from 1 to 5.')).toBeVisible();
    await user.clear(screen.getByLabelText('Retries'));
    expect(screen.getByLabelText('Retries')).toBeValid();
  });
});

describe('from an earlier run', () => {
  it('the form has its arguments', async () => {
    const job = aJob({ args: { retries: 8, leaf_progress: true, gone: 'x' } }).failed();
    server.use(http.get('/api/runner/jobs/:id', () => HttpResponse.json(jobDetail(job))));
    renderApp(`/kitchen/runner/new?from=${job.id}`);
    expect(await screen.findByLabelText('Retries')).toHaveValue('8');
    expect(screen.getByLabelText('Leaf progress')).toBeChecked();
    expect(screen.getByRole('link', { name: 'an earlier run' })).toHaveAttribute(
      'href',
      `/kitchen/runner/runs/${job.id}`,
    );
    expect(screen.getByText('It does not take gone any more; the rest was taken over.')).toBeVisible();
  });

  it('that is gone the form has the defaults and says so', async () => {
    server.use(http.get('/api/runner/jobs/:id', () => problem(404, 'not_found', 'There is no such job.')));
    renderApp('/kitchen/runner/new?script=nb.stage&from=0199f2a4-6c1e-7b52-9d3f-1f6f0c2b7a10');
    expect(await screen.findByText(/There is no such job. The form has the defaults./)).toBeVisible();
    expect(screen.getByLabelText('Retries')).toHaveValue('3');
  });
});

it('shows every type of argument as a field of its own', async () => {
  const script = aScript({
    arguments: [
      anIntArgument(),
      aBoolArgument(),
      anEnumArgument(),
      anEnumArgument({ name: 'size', label: 'Size', default: null, values: ['s', 'm', 'l', 'xl', 'xxl'] }),
      aTextArgument(),
    ],
  });
  server.use(http.get('/api/runner/scripts', () => HttpResponse.json({ items: [script], total: 1 })));
  renderApp('/kitchen/runner/new?script=nb.stage');
  expect(await screen.findByLabelText('Retries')).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Leaf progress' })).toBeVisible();
  expect(screen.getByRole('radiogroup', { name: 'Format' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Size' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Tag' })).toBeVisible();
});
