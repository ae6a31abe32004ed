/** The two runs to compare; the page asks for one that is missing. */
export interface CompareSearch {
  a?: string;
  b?: string;
}

export function compareSearch(search: Record<string, unknown>): CompareSearch {
  return { ...text('a', search.a), ...text('b', search.b) };
}

function text<K extends string>(name: K, value: unknown): { [P in K]?: string } {
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [P in K]: string }) : {};
}
