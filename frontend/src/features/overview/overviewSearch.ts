/** What the address of this page may say. */
export type OverviewSearch = Record<string, never>;

export function overviewSearch(): OverviewSearch {
  return {};
}
