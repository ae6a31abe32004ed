/** What the address of this page may say. */
export type RunSearch = Record<string, never>;

export function runSearch(): RunSearch {
  return {};
}
