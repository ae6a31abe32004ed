/** What the address of this page may say: the script that is chosen, and an earlier run whose arguments to start from. */
export interface NewRunSearch {
  script?: string;
  from?: string;
}

export function newRunSearch(search: Record<string, unknown>): NewRunSearch {
  return { ...text('script', search.script), ...text('from', search.from) };
}

function text<K extends string>(name: K, value: unknown): { [P in K]?: string } {
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [P in K]: string }) : {};
}
