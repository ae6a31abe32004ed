import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '../../api/client';
import { aJob, aRepo, aScript, jobDetail } from '../../test/factories';
import { FakeLog, numbered } from '../../test/fakeLog';
import { address, renderApp } from '../../test/renderApp';
import { basics, fakeApi, problem } from '../../test/server';

const A = '0199f2a4-0000-7b52-9d3f-00000000000a';
const B = '0199f2a4-0000-7b52-9d3f-00000000000b';
const server = fakeApi();

beforeEach(() => server.use(...basics({ scripts: [aScript()], repos: [aRepo()] })));

function serve(job: Schemas['Job'], log: string) {
  const fake = new FakeLog(job.id, log).complete();
  server.use(
    http.get(`/api/runner/jobs/${job.id}`, () => HttpResponse.json(jobDetail(job))),
    ...fake.handlers(),
  );
  return fake;
}

function serveTwo(a: string, b: string) {
  return [
    serve(aJob({ id: A }).success(), a),
    serve(aJob({ id: B, args: { retries: 5, leaf_progress: false } }).failed(2), b),
  ];
}

const open = (more = '') => renderApp(`/kitchen/runner/compare?a=${A}&b=${B}${more}`);
const logs = () => screen.getByRole('region', { name: 'Both logs' });

describe('two runs', () => {
  it('are shown with what differs', async () => {
    serveTwo('same\n', 'same\n');
    open();
    expect(await screen.findByRole('row', { name: /^Outcome \(differs\) Success Failed$/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /^Exit code \(differs\) 0 2$/ })).toBeVisible();
    expect(await screen.findByRole('row', { name: /^Retries \(differs\) 3 5$/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /^Took 1 min 05 s 1 min 05 s ?about as long$/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'run 0000000a' })).toHaveAttribute(
      'href',
      `/kitchen/runner/runs/${A}`,
    );
    expect(await screen.findByText('The logs are alike')).toBeVisible();
  });

  it('change places', async () => {
    serveTwo('x\n', 'y\n');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Swap' }));
    await waitFor(() => expect(address()).toBe(`/kitchen/runner/compare?a=${B}&b=${A}`));
  });
});

describe('their logs', () => {
  it('stand side by side, without colours, with what differs marked', async () => {
    serveTwo('start\n\u001b[32mtook 12 s\u001b[0m\nend\n', 'start\ntook 7 s\nmore\nend\n');
    open();
    expect(await screen.findByText('Lines: 1 changed, 1 only in B')).toBeVisible();
    expect(within(logs()).getByText('12')).toBeVisible();
    expect(within(logs()).getByText('more')).toBeVisible();
    expect(logs().querySelector('[data-kind="changed"]')).toHaveTextContent(/^2took 12 s2took 7 s$/);
  });

  it('are compared without times unless told otherwise, and without numbers when told to', async () => {
    serveTwo('12:00:01 took 5\n', '13:00:07 took 6\n');
    const { user } = open();
    expect(await screen.findByText('Lines: 1 changed')).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Ignore numbers' }));
    expect(await screen.findByText('The logs are alike')).toBeVisible();
    expect(address()).toContain('numbers=false');
    await user.click(screen.getByRole('switch', { name: 'Ignore numbers' }));
    await user.click(screen.getByRole('switch', { name: 'Ignore times' }));
    await waitFor(() => expect(address()).toContain('times=true'));
    expect(await screen.findByText('Lines: 1 changed')).toBeVisible();
  });

  it('are folded where they are alike, until somebody wants to see it', async () => {
    serveTwo(`${numbered(50)}x\n`, `${numbered(50)}y\n`);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '⋯ 47 lines that are alike' }));
    expect(await within(logs()).findAllByText('line 1')).toHaveLength(2);
  });

  it('are walked from change to change', async () => {
    const words = Array.from({ length: 40 }, (_, i) => `word ${'abcdefghij'[i % 10]}${i}`);
    serveTwo(`x\n${words.join('\n')}\nx\n`, `y\n${words.join('\n')}\ny\n`);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Next change' }));
    expect(screen.getByText('1 of 2')).toBeVisible();
    await user.keyboard('j');
    expect(screen.getByText('2 of 2')).toBeVisible();
    await user.keyboard('j');
    expect(screen.getByText('1 of 2')).toBeVisible();
    await user.keyboard('k');
    expect(screen.getByText('2 of 2')).toBeVisible();
  });

  it('are compared in part when they are too long, which is said', async () => {
    serveTwo(numbered(25_000), numbered(10));
    const { user } = open();
    expect(await screen.findByText(/A 20,000 of 25,000 lines, B all/)).toBeVisible();
    await user.click(screen.getByText('End', { selector: 'label *, label' }));
    await waitFor(() => expect(address()).toContain('end=true'));
    await waitFor(() => expect(logs()).toHaveTextContent(/^5001line 5001/));
  });

  it('are told to be unfinished while a run goes on', async () => {
    serveTwo('x\n', 'x\n');
    server.use(...new FakeLog(B, 'x\n').handlers());
    open();
    expect(await screen.findByText(/A run that has not ended is compared as it was/)).toBeVisible();
  });

  it('can be missing while the rest is there', async () => {
    serveTwo('x\n', 'x\n');
    server.use(
      http.get(`/api/runner/jobs/${A}/logs/rows`, () => problem(500, 'internal_error', 'It broke.')),
    );
    open();
    expect(await screen.findByText('The logs could not be compared')).toBeVisible();
    expect(screen.getByRole('row', { name: /^Outcome/ })).toBeVisible();
  });
});

describe('choosing', () => {
  const items = [aJob({ id: A }).success(), aJob({ id: B, requested_by: 'grace' }).failed()];
  beforeEach(() => {
    serveTwo('x\n', 'x\n');
    server.use(
      http.get('/api/runner/jobs', ({ request }) => {
        const query = new URL(request.url).searchParams;
        const found = items.filter((job) => !query.has('q') || job.requested_by === query.get('q'));
        return HttpResponse.json({ items: found, total: found.length, limit: 20, offset: 0 });
      }),
    );
  });

  it('asks for the first, then for the second, and never offers a run twice', async () => {
    const { user } = renderApp('/kitchen/runner/compare');
    expect(await screen.findByText('Choose the first of the two.')).toBeVisible();
    await user.click(await screen.findByRole('link', { name: /Success.*NB stage/ }));
    expect(await screen.findByText('Choose the run to compare it with.')).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: /Success.*NB stage/ })).not.toBeInTheDocument(),
    );
    await user.click(await screen.findByRole('link', { name: /Failed.*NB stage/ }));
    await waitFor(() => expect(address()).toBe(`/kitchen/runner/compare?a=${A}&b=${B}`));
  });

  it('finds runs by a text', async () => {
    const { user } = renderApp('/kitchen/runner/compare');
    await user.type(await screen.findByRole('textbox', { name: 'Search runs' }), 'nobody');
    expect(await screen.findByText('No run to choose')).toBeVisible();
  });

  it('offers another run when one is gone', async () => {
    server.use(http.get('/api/runner/jobs/gone*', () => problem(404, 'not_found', 'No such job.')));
    const { user } = renderApp(`/kitchen/runner/compare?a=${A}&b=gone`);
    await user.click(await screen.findByRole('button', { name: 'Choose another one' }));
    await waitFor(() => expect(address()).toBe(`/kitchen/runner/compare?a=${A}`));
  });
});
