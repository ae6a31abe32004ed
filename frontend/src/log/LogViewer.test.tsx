import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '../api/client';
import { session } from '../api/session';
import { FakeLog, numbered } from '../test/fakeLog';
import { accessToken, fakeApi, problem } from '../test/server';
import type { LineRange } from './lines';
import { LogViewer } from './LogViewer';

const JOB = '0199f2a4-6c1e-7b52-9d3f-1f6f0c2b7a10';
const server = fakeApi(http.post('/api/auth/login', () => HttpResponse.json(accessToken())));

beforeEach(async () => {
  localStorage.clear();
  await session.logIn('ada', 'correct horse');
});

const onLines = vi.fn();

function Host({ status, at }: { status: Schemas['JobStatus']; at: LineRange | null }) {
  const [lines, setLines] = useState(at);
  return (
    <LogViewer
      jobId={JOB}
      label="Log of NB stage"
      fileName="nb.log"
      status={status}
      lines={lines}
      onLines={(next) => {
        onLines(next);
        setLines(next);
      }}
      onStatus={() => {}}
      height="600px"
    />
  );
}

function show(log: FakeLog, status: Schemas['JobStatus'] = 'success', at: LineRange | null = null) {
  server.use(...log.handlers());
  const user = userEvent.setup();
  render(
    <MantineProvider>
      <Notifications />
      <Host status={status} at={at} />
    </MantineProvider>,
  );
  return user;
}

const rows = () => screen.getByRole('region', { name: 'Log of NB stage' });

describe('what is shown', () => {
  it('is the end of the log, with numbers', async () => {
    show(new FakeLog(JOB, numbered(1000)).complete());
    expect(await screen.findByText('line 1000')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Line 1000' })).toHaveAttribute('href', '?line=1000');
    expect(screen.getByText(/^1,000 lines/)).toBeVisible();
    expect(screen.getByText('Complete')).toBeVisible();
  });

  it('is a bounded part of a large log', async () => {
    show(new FakeLog(JOB, numbered(20_000)).complete());
    await screen.findByText('line 20000');
    expect(rows().querySelectorAll('[data-row]').length).toBeLessThan(150);
  });

  it('is text only, whatever the log holds', async () => {
    const hostile =
      '<img src=x onerror="alert(1)"><script>alert(2)</script>\n\u001b]0;owned\u0007\u001b[31mred\u001b[0m\n';
    show(new FakeLog(JOB, hostile).complete());
    expect(await screen.findByText('<img src=x onerror="alert(1)"><script>alert(2)</script>')).toBeVisible();
    expect(rows().querySelector('img, script')).toBeNull();
    expect(screen.getByText('red')).toHaveStyle({ color: 'var(--ansi-1)' });
    expect(rows()).not.toHaveTextContent('owned');
  });

  it('names a long line once and marks its other rows', async () => {
    show(new FakeLog(JOB, `${'x'.repeat(9000)}\nafter\n`).complete());
    await screen.findByText('after');
    expect(screen.getAllByRole('link', { name: 'Line 1' })).toHaveLength(1);
    expect(screen.getAllByTitle('Line 1 goes on')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Line 2' })).toBeVisible();
  });

  it.each([
    ['success', 'This run printed nothing.'],
    ['running', 'It has not printed anything yet.'],
    ['queued', 'It has not started yet. What it prints will appear here.'],
  ] as const)('is a word about an empty log of a run in %s', async (status, words) => {
    const log = new FakeLog(JOB, '');
    show(status === 'success' ? log.complete() : log, status);
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('is the reason when the log cannot be had, and the log on the second try', async () => {
    const user = show(new FakeLog(JOB, 'here\n').complete());
    server.use(
      http.get(`/api/runner/jobs/${JOB}/logs/rows`, () => problem(500, 'internal_error', 'It broke.'), {
        once: true,
      }),
    );
    expect(await screen.findByText('It broke.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('here')).toBeVisible();
  });
});

describe('a run that prints', () => {
  it('appears as it prints, and says when it is over', async () => {
    const log = new FakeLog(JOB, 'first\n');
    show(log, 'running');
    expect(await screen.findByText('Live')).toBeVisible();
    log.print('second\n');
    expect(await screen.findByText('second')).toBeVisible();
    log.end();
    expect(await screen.findByText('Complete')).toBeVisible();
    expect(screen.getByText('The log is complete: 2 lines.')).toBeInTheDocument();
  });

  it('stays where the reader is when it is paused, and counts what comes', async () => {
    const log = new FakeLog(JOB, numbered(500));
    const user = show(log, 'running');
    await screen.findByText('Live');
    rows().focus();
    await user.keyboard('{Home}');
    expect(await screen.findByText('line 1')).toBeVisible();
    log.print('new a\nnew b\n');
    const back = await screen.findByRole('button', { name: 'Jump to end · 2 new lines' });
    expect(screen.queryByText('new b')).not.toBeInTheDocument();
    await user.click(back);
    expect(await screen.findByText('new b')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Jump to end/ })).not.toBeInTheDocument();
  });
});

describe('finding a place', () => {
  it('opens at the line of the address and marks it', async () => {
    show(new FakeLog(JOB, numbered(5000)).complete(), 'success', { from: 2500, to: 2500 });
    expect(await screen.findByText('line 2500')).toBeVisible();
    expect(screen.queryByText('line 5000')).not.toBeInTheDocument();
  });

  it('makes an address of a number that is clicked, and of several with shift', async () => {
    const user = show(new FakeLog(JOB, numbered(20)).complete());
    await user.click(await screen.findByRole('link', { name: 'Line 3' }));
    expect(onLines).toHaveBeenLastCalledWith({ from: 3, to: 3 });
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('link', { name: 'Line 7' }));
    await user.keyboard('{/Shift}');
    expect(onLines).toHaveBeenLastCalledWith({ from: 3, to: 7 });
  });

  it('searches, and goes from match to match', async () => {
    const log = new FakeLog(JOB, `${numbered(1000)}the Needle\n${numbered(1000)}another needle\n`).complete();
    const user = show(log);
    await screen.findByText('another needle');
    await user.keyboard('/');
    expect(screen.getByRole('textbox', { name: 'Search the log' })).toHaveFocus();
    await user.keyboard('needle{Enter}');
    expect(await screen.findByText('1 of 2')).toBeVisible();
    expect(await screen.findByText('Needle', { selector: 'mark' })).toBeVisible();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('2 of 2')).toBeVisible();
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(await screen.findByText('1 of 2')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mind upper and lower case' }));
    expect(await screen.findByText('1 of 1')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(screen.queryByText('1 of 1')).not.toBeInTheDocument();
  });

  it('jumps to the first error', async () => {
    const user = show(new FakeLog(JOB, `${numbered(1000)}ERROR: disk\n${numbered(1000)}`).complete());
    await screen.findByText(/^2,001 lines/);
    await user.keyboard('e');
    expect(await screen.findByText('ERROR: disk')).toBeVisible();
    expect(onLines).toHaveBeenLastCalledWith({ from: 1001, to: 1001 });
  });

  it('says when no line looks like an error', async () => {
    const user = show(new FakeLog(JOB, numbered(10)).complete());
    await screen.findByText('line 10');
    await user.click(screen.getByRole('button', { name: 'First error (e)' }));
    expect(await screen.findByText('No line looks like an error.')).toBeVisible();
  });

  it('goes to a line by its number', async () => {
    const user = show(new FakeLog(JOB, numbered(5000)).complete());
    await screen.findByText('line 5000');
    await user.click(screen.getByRole('button', { name: 'Go to a line' }));
    await user.type(await screen.findByRole('textbox', { name: 'Line, 1 to 5,000' }), '1234{Enter}');
    expect(await screen.findByText('line 1234')).toBeVisible();
  });
});

describe('what can be done with it', () => {
  it('shows times in the zone of the reader on demand', async () => {
    const user = show(new FakeLog(JOB, '2026-11-18T12:00:01.004Z ready\n').complete());
    await screen.findByText('2026-11-18T12:00:01.004Z ready');
    await user.click(screen.getByRole('button', { name: 'Times in your zone' }));
    const time = within(rows()).getByText('01:45:01.004');
    expect(time).toHaveAttribute('datetime', '2026-11-18T12:00:01.004Z');
  });

  it('is copied as the text that is seen', async () => {
    const user = show(new FakeLog(JOB, `\u001b[32mgreen\u001b[0m\n${'x'.repeat(5000)}\nlast\n`).complete());
    await screen.findByText('last');
    await user.click(screen.getByRole('button', { name: 'Copy the log' }));
    expect(await screen.findByText('Copied 3 lines.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`green\n${'x'.repeat(5000)}\nlast`);
  });

  it('is copied in part when lines are marked', async () => {
    const user = show(new FakeLog(JOB, numbered(100)).complete(), 'success', { from: 3, to: 4 });
    await screen.findByText('line 3');
    await user.click(screen.getByRole('button', { name: 'Copy the marked lines' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('line 3\nline 4'));
  });

  it('fills the screen and comes back by Escape', async () => {
    const user = show(new FakeLog(JOB, 'x\n').complete());
    await user.click(await screen.findByRole('button', { name: 'Full screen' }));
    const leave = screen.getByRole('button', { name: 'Leave full screen (Esc)' });
    expect(leave).toHaveAttribute('aria-pressed', 'true');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeVisible();
  });

  it('remembers that long lines are wrapped', async () => {
    const user = show(new FakeLog(JOB, 'x\n').complete());
    await user.click(await screen.findByRole('button', { name: 'Wrap long lines' }));
    expect(screen.getByRole('button', { name: 'Wrap long lines' })).toHaveAttribute('aria-pressed', 'true');
    expect(localStorage.getItem('runner-log-wrap')).toBe('true');
  });
});
