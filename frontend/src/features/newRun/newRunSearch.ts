/** What the address of this page may say. */
export type NewRunSearch = Record<string, never>;

export function newRunSearch(): NewRunSearch {
  return {};
}
