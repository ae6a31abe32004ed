import type { Schemas } from '../src/api/client';

type Job = Schemas['Job'];

/** The API as a script would use it: for what a test needs to be there before it looks. */
export class Api {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async of(stack: { url: string; username: string; password: string }): Promise<Api> {
    const body = JSON.stringify({ username: stack.username, password: stack.password });
    const answer = await fetch(`${stack.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    const { access_token: token } = (await answer.json()) as Schemas['AccessToken'];
    return new Api(stack.url, token);
  }

  /** Starts a script of the whitelist. */
  async run(
    script: string,
    args: Record<string, unknown> = {},
    more: Pick<Schemas['CreateJobRequest'], 'not_before'> = {},
  ): Promise<Job> {
    const repos = await this.ask<{ items: Schemas['Repo'][] }>('GET', '/api/runner/repos');
    return this.ask('POST', '/api/runner/jobs', {
      repo_id: repos.items[0]?.id,
      script_key: script,
      args,
      ...more,
    });
  }

  job(id: string): Promise<Schemas['JobDetail']> {
    return this.ask('GET', `/api/runner/jobs/${id}`);
  }

  cancel(id: string): Promise<Job> {
    return this.ask('POST', `/api/runner/jobs/${id}/cancel`);
  }

  /** The job once it is in one of these states. */
  async untilIs(id: string, states: Schemas['JobStatus'][], patience = 60_000): Promise<Job> {
    const deadline = Date.now() + patience;
    for (;;) {
      const job = await this.job(id);
      if (states.includes(job.status)) return job;
      if (Date.now() > deadline) throw new Error(`${id} is ${job.status}, not ${states.join(' or ')}`);
      await new Promise((again) => setTimeout(again, 100));
    }
  }

  finished(id: string, patience?: number): Promise<Job> {
    return this.untilIs(id, ['success', 'failed', 'canceled', 'timeout'], patience);
  }

  addUser(username: string): Promise<Schemas['UserWithPassword']> {
    return this.ask('POST', '/api/auth/users', { username, administrator: false });
  }

  disable(user: Schemas['User']): Promise<Schemas['User']> {
    return this.ask('PATCH', `/api/auth/users/${user.id}`, { disabled: true });
  }

  addToken(name: string): Promise<Schemas['CreatedApiToken']> {
    return this.ask('POST', '/api/auth/tokens', { name, expires_in_days: 90 });
  }

  private async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
