import { ApiError, type FieldProblem } from '../../api/errors';

/** What the API finds wrong, by the field of the request (`args.retries`, `repo_id`). */
export function fieldProblems(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.fields.map((problem) => [problem.field, sentence(problem)]));
}

/** `is out of range`, `a whole number from 1 to 10` → `Is out of range. Allowed: a whole number from 1 to 10.` */
function sentence({ message, allowed }: FieldProblem): string {
  const start = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return allowed ? `${start} Allowed: ${allowed}.` : start;
}
