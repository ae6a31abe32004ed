/** What the address of this page may say. */
export type RunsSearch = Record<string, never>;

export function runsSearch(): RunsSearch {
  return {};
}
