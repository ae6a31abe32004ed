import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '../../api/session';
import { address, renderApp } from '../../test/renderApp';
import { accessToken, basics, problem, fakeApi } from '../../test/server';
import { loginSearch } from './loginSearch';

const noSession = http.post('/api/auth/refresh', () =>
  problem(401, 'unauthenticated', 'There is no session to refresh. Log in.'),
);
const server = fakeApi(
  noSession,
  ...basics({ me: { username: 'ada' } }),
  http.get('/api/runner/jobs', () => HttpResponse.json({ items: [], total: 0, limit: 50, offset: 0 })),
  http.get('/api/runner/job-counts', () =>
    HttpResponse.json({
      counts: { queued: 0, running: 0, cancel_requested: 0, success: 0, failed: 0, canceled: 0, timeout: 0 },
      total: 0,
    }),
  ),
  http.get('/api/runner/people', () => HttpResponse.json({ items: [] })),
);

beforeEach(() => {
  localStorage.clear();
  session.ended();
});

const logInAs = (answer: () => Response) => server.use(http.post('/api/auth/login', answer));

const fill = async ({ user }: ReturnType<typeof renderApp>, password = 'correct horse') => {
  await user.type(await screen.findByLabelText('Username'), 'ada');
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
};

describe('logging in', () => {
  it('leads back to where one wanted to go, by Enter alone', async () => {
    logInAs(() => HttpResponse.json(accessToken()));
    const app = renderApp('/kitchen/runner/account?x=1');
    await waitFor(() => expect(address()).toContain('/login?redirect='));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(await screen.findByLabelText('Username')).toHaveFocus();
    await fill(app);
    await waitFor(() => expect(address()).toBe('/kitchen/runner/account?x=1'));
  });

  it('is marked for password managers', async () => {
    renderApp('/login');
    expect(await screen.findByLabelText('Username')).toHaveAttribute('autocomplete', 'username');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
  });

  it('shows the password on demand', async () => {
    const { user } = renderApp('/login');
    await user.type(await screen.findByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  });

  it('with a wrong password says so and asks for it again', async () => {
    logInAs(() => problem(401, 'invalid_credentials', 'The username or the password is wrong.'));
    const app = renderApp('/login');
    await fill(app, 'wrong');
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong username or password');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(screen.getByLabelText('Username')).toHaveValue('ada');
  });

  it('too often is paused for the time the API tells', async () => {
    logInAs(() => problem(429, 'too_many_attempts', 'Too many.', { retryAfter: 90 }));
    const app = renderApp('/login');
    await fill(app);
    expect(await screen.findByRole('alert')).toHaveTextContent('You can try again in 1 min 30 s');
    expect(screen.getByRole('button', { name: /^Wait 1 min/ })).toBeDisabled();
  });

  it('says when the server cannot be reached', async () => {
    logInAs(() => HttpResponse.error());
    await fill(renderApp('/login'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached');
  });

  it('says when there are no passwords here', async () => {
    logInAs(() => problem(404, 'login_disabled', 'This installation has no login of its own.'));
    await fill(renderApp('/login'));
    expect(await screen.findByRole('alert')).toHaveTextContent('identity provider');
  });
});

describe('a visitor', () => {
  it('who is logged in already goes on at once', async () => {
    server.use(http.post('/api/auth/login', () => HttpResponse.json(accessToken())));
    await session.logIn('ada', 'correct horse');
    renderApp('/login?redirect=%2Fkitchen%2Frunner%2Faccount');
    await waitFor(() => expect(address()).toBe('/kitchen/runner/account'));
  });

  it('whose session ended is told so calmly, and is brought back', async () => {
    logInAs(() => HttpResponse.json(accessToken()));
    await session.logIn('ada', 'correct horse');
    const app = renderApp('/kitchen/runner/account');
    await waitFor(() => expect(screen.getAllByRole('banner').length).toBe(1));
    session.ended();
    expect(await screen.findByText(/You have been signed out/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await fill(app);
    await waitFor(() => expect(address()).toBe('/kitchen/runner/account'));
  });

  it('who signs out is told that, and starts anew after the next login', async () => {
    logInAs(() => HttpResponse.json(accessToken()));
    await session.logIn('ada', 'correct horse');
    const app = renderApp('/kitchen/runner/account');
    await app.user.click(await screen.findByRole('button', { name: 'Account of ada' }));
    await app.user.click(await screen.findByRole('menuitem', { name: 'Sign out', hidden: true }));
    expect(await screen.findByText('You have signed out.')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/login'));
  });
});

describe('the way back', () => {
  it.each([
    ['/kitchen/runner?status=failed', '/kitchen/runner?status=failed'],
    ['//evil.example', undefined],
    ['/\\evil.example', undefined],
    ['https://evil.example', undefined],
    [7, undefined],
  ])('of %s is %s', (wanted, taken) => expect(loginSearch({ redirect: wanted }).redirect).toBe(taken));
});
