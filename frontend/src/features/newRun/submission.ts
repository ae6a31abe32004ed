import { newKey } from '../../api/key';

/**
 * The key of what a form would send. It stays the same for the same content, so that a second press and a repeat after a
 * lost answer are the same request; another content is another request.
 */
export class Submission {
  private last: { content: string; key: string } | null = null;

  keyFor(content: unknown): string {
    const written = JSON.stringify(content);
    if (this.last?.content !== written) this.last = { content: written, key: newKey() };
    return this.last.key;
  }
}
