import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '../../api/session';
import { aUser } from '../../test/factories';
import { renderApp } from '../../test/renderApp';
import { accessToken, basics, fakeApi, problem } from '../../test/server';

const ada = aUser({ id: '1', username: 'ada', administrator: true });
const grace = aUser();
const linus = aUser({ id: '3', username: 'linus', disabled_at: '2026-11-10T08:00:00Z' });

const server = fakeApi(
  ...basics({ me: { administrator: true } }),
  http.post('/api/auth/login', () => HttpResponse.json(accessToken())),
  http.get('/api/auth/users', () =>
    HttpResponse.json({ items: [ada, grace, linus], total: 3, limit: 50, offset: 0 }),
  ),
);

beforeEach(() => session.logIn('ada', 'correct horse'));

const choose = async (app: ReturnType<typeof renderApp>, name: string, action: string) => {
  await app.user.click(await screen.findByRole('button', { name: `Change ${name}` }));
  await app.user.click(await screen.findByRole('menuitem', { name: action, hidden: true }));
};

/** Takes every change with `answer` and keeps what was sent. */
const changes = (answer: () => Response) => {
  const sent: unknown[] = [];
  server.use(
    http.patch('/api/auth/users/:id', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return answer();
    }),
  );
  return sent;
};

it('shows who there is and what they may do', async () => {
  renderApp('/kitchen/runner/users');
  const table = await screen.findByRole('table', { name: 'Users' });
  const row = (name: string) => within(table).getByText(name).closest('tr');
  expect(row('ada')).toHaveTextContent('youAdministrator');
  expect(row('linus')).toHaveTextContent('Disabled');
  expect(row('grace')).not.toHaveTextContent('Administrator');
});

it('is not for others, and says so', async () => {
  server.use(
    http.get('/api/auth/me', () =>
      HttpResponse.json({ username: 'grace', administrator: false, kind: 'local' }),
    ),
  );
  renderApp('/kitchen/runner/users');
  expect(await screen.findByText('Only administrators manage users')).toBeVisible();
});

describe('adding somebody', () => {
  it('shows the generated password once', async () => {
    server.use(
      http.post('/api/auth/users', async ({ request }) => {
        expect(await request.json()).toEqual({ username: 'barbara', administrator: true });
        return HttpResponse.json(
          { ...aUser({ username: 'barbara' }), password: 'made-up-once' },
          { status: 201 },
        );
      }),
    );
    const { user } = renderApp('/kitchen/runner/users');
    await user.click(await screen.findByRole('button', { name: 'Add a user' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add a user' }));
    await user.type(form.getByLabelText('Username'), 'barbara');
    await user.click(form.getByRole('switch', { name: /^Administrator/, hidden: true }));
    await user.click(form.getByRole('button', { name: 'Add the user' }));
    const shown = await screen.findByRole('dialog', { name: 'The password of barbara' });
    expect(within(shown).getByText('made-up-once')).toBeInTheDocument();
    await user.click(within(shown).getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByText('made-up-once')).not.toBeInTheDocument());
  });

  it('by a name that is taken is refused at the field', async () => {
    server.use(
      http.post('/api/auth/users', () => problem(409, 'username_taken', 'There is a user grace already.')),
    );
    const { user } = renderApp('/kitchen/runner/users');
    await user.click(await screen.findByRole('button', { name: 'Add a user' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add a user' }));
    await user.type(form.getByLabelText('Username'), 'grace{Enter}');
    expect(await form.findByText('There is somebody by that name already')).toBeInTheDocument();
  });
});

describe('somebody', () => {
  it('is disabled after a question', async () => {
    const sent = changes(() => HttpResponse.json({ ...grace, disabled_at: '2026-11-18T11:00:00Z' }));
    const app = renderApp('/kitchen/runner/users');
    await choose(app, 'grace', 'Disable');
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable grace?' }));
    expect(sent).toEqual([]);
    await app.user.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('grace cannot log in any more.')).toBeVisible();
    expect(sent).toEqual([[grace.id, { disabled: true }]]);
  });

  it('is enabled without one', async () => {
    const sent = changes(() => HttpResponse.json({ ...linus, disabled_at: null }));
    await choose(renderApp('/kitchen/runner/users'), 'linus', 'Enable');
    expect(await screen.findByText('linus can log in again.')).toBeVisible();
    expect(sent).toEqual([['3', { disabled: false }]]);
  });

  it('who is the last administrator stays one, and why is said', async () => {
    changes(() => problem(409, 'last_administrator', 'ada is the last administrator who can log in.'));
    const app = renderApp('/kitchen/runner/users');
    await choose(app, 'ada', 'Revoke administrator');
    const dialog = within(await screen.findByRole('dialog', { name: 'Give up your rights?' }));
    await app.user.click(dialog.getByRole('button', { name: 'Revoke administrator' }));
    expect(await screen.findByText('ada is the last administrator')).toBeVisible();
    expect(screen.getByText(/Make somebody else an administrator first/)).toBeVisible();
  });

  it('who forgot the password gets a new one', async () => {
    server.use(
      http.post('/api/auth/users/:id/reset-password', () =>
        HttpResponse.json({ ...grace, password: 'brand-new' }),
      ),
    );
    const app = renderApp('/kitchen/runner/users');
    await choose(app, 'grace', 'Reset password');
    const dialog = within(await screen.findByRole('dialog', { name: 'Give grace a new password?' }));
    await app.user.click(dialog.getByRole('button', { name: 'Make a new password' }));
    expect(await screen.findByText('brand-new')).toBeInTheDocument();
  });
});
