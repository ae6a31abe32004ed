import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '../../api/session';
import { aToken } from '../../test/factories';
import { address, renderApp } from '../../test/renderApp';
import { accessToken, basics, fakeApi, problem } from '../../test/server';

const list = (...items: ReturnType<typeof aToken>[]) =>
  http.get('/api/auth/tokens', () =>
    HttpResponse.json({ items, total: items.length, limit: 200, offset: 0 }),
  );

const server = fakeApi(
  ...basics(),
  list(aToken()),
  http.post('/api/auth/login', () => HttpResponse.json(accessToken())),
);

beforeEach(() => session.logIn('ada', 'correct horse'));

describe('API tokens', () => {
  it('are listed with when they were used and how long they are good', async () => {
    server.use(list(aToken(), aToken({ id: '2', name: 'old', expires_at: '2020-01-01T00:00:00Z' })));
    renderApp('/kitchen/runner/account');
    const row = (await screen.findByText('nightly build')).closest('tr');
    expect(within(row ?? document.body).getAllByText('never')).toHaveLength(2);
    expect(screen.getByText('expired')).toBeVisible();
  });

  it('are made with a name and shown once', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/auth/tokens', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ ...aToken({ name: 'ci' }), token: 'rnr_secret' }, { status: 201 });
      }),
    );
    const { user } = renderApp('/kitchen/runner/account');
    await user.type(await screen.findByLabelText('What it is for'), 'ci{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Your new token' });
    expect(within(dialog).getByText('rnr_secret')).toBeInTheDocument();
    expect(sent).toEqual({ name: 'ci', expires_in_days: 90 });
    await user.click(within(dialog).getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByText('rnr_secret')).not.toBeInTheDocument());
  });

  it('are listed with one that was made before the list had come', async () => {
    let answerFirst = () => {};
    const isMade = new Promise<void>((resolve) => (answerFirst = resolve));
    let asked = 0;
    server.use(
      http.get('/api/auth/tokens', async () => {
        const items = ++asked === 1 ? [] : [aToken({ name: 'ci' })];
        if (asked === 1) await isMade;
        return HttpResponse.json({ items, total: items.length, limit: 200, offset: 0 });
      }),
      http.post('/api/auth/tokens', () =>
        HttpResponse.json({ ...aToken({ name: 'ci' }), token: 'rnr_secret' }, { status: 201 }),
      ),
    );
    const { user } = renderApp('/kitchen/runner/account');
    await user.type(await screen.findByLabelText('What it is for'), 'ci{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Your new token' });
    answerFirst();
    await user.click(within(dialog).getByRole('button', { name: 'I have copied it' }));
    expect(await screen.findByRole('button', { name: 'Revoke ci' })).toBeVisible();
  });

  it('are revoked after a question', async () => {
    let revoked = '';
    server.use(
      http.delete('/api/auth/tokens/:id', ({ params }) => {
        revoked = String(params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderApp('/kitchen/runner/account');
    await user.click(await screen.findByRole('button', { name: 'Revoke nightly build' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke this token?' });
    expect(revoked).toBe('');
    await user.click(within(dialog).getByRole('button', { name: 'Revoke it' }));
    expect(await screen.findByText('The token nightly build opens nothing any more.')).toBeVisible();
    expect(revoked).toBe(aToken().id);
  });
});

describe('the password', () => {
  const fill = async (app: ReturnType<typeof renderApp>, current: string) => {
    await app.user.type(await screen.findByLabelText('Current password'), current);
    await app.user.type(screen.getByLabelText('New password'), 'correct horse battery');
    await app.user.type(screen.getByLabelText('New password again'), 'correct horse battery');
    await app.user.click(screen.getByRole('button', { name: 'Change the password' }));
  };

  it('is changed', async () => {
    server.use(http.post('/api/auth/password', () => new HttpResponse(null, { status: 204 })));
    await fill(renderApp('/kitchen/runner/account'), 'old password');
    expect(await screen.findByText('Your password was changed')).toBeVisible();
    expect(screen.getByLabelText('Current password')).toHaveValue('');
  });

  it('is not changed with a wrong current one', async () => {
    server.use(
      http.post('/api/auth/password', () =>
        problem(403, 'invalid_credentials', 'The current password is wrong.'),
      ),
    );
    await fill(renderApp('/kitchen/runner/account'), 'wrong');
    expect(await screen.findByText('This is not your current password')).toBeVisible();
    expect(session.state()).toBe('in');
  });

  it('too often wrong says for how long to wait', async () => {
    server.use(
      http.post('/api/auth/password', () =>
        problem(429, 'too_many_attempts', 'There were too many failed logins.', { retryAfter: 60 }),
      ),
    );
    await fill(renderApp('/kitchen/runner/account'), 'wrong');
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again in about 60 s.');
  });
});

it('signs out everywhere after saying what that means', async () => {
  server.use(http.post('/api/auth/logout-everywhere', () => new HttpResponse(null, { status: 204 })));
  const { user } = renderApp('/kitchen/runner/account');
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere?' });
  await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByText('You have signed out.')).toBeVisible();
  await waitFor(() => expect(address()).toBe('/login'));
});

describe('somebody who did not log in here', () => {
  it('by a token sees that there is nothing to manage', async () => {
    server.use(
      http.get('/api/auth/me', () =>
        HttpResponse.json({ username: 'ci', administrator: false, kind: 'token' }),
      ),
    );
    renderApp('/kitchen/runner/account');
    expect(await screen.findByText(/You are here with an API token/)).toBeVisible();
    expect(screen.queryByText('API tokens')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();
  });

  it('by the identity provider has tokens but no password', async () => {
    server.use(
      http.get('/api/auth/me', () =>
        HttpResponse.json({ username: 'ada', administrator: false, kind: 'external' }),
      ),
    );
    renderApp('/kitchen/runner/account');
    expect(await screen.findByRole('region', { name: 'API tokens' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Password' })).not.toBeInTheDocument();
  });
});
