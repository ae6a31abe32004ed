/** What the address of this page may say. */
export type CompareSearch = Record<string, never>;

export function compareSearch(): CompareSearch {
  return {};
}
