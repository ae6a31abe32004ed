/** The two runs to compare, of which the page asks for one that is missing, and how to compare their logs. */
export interface CompareSearch {
  a?: string;
  b?: string;
  /** Times count as differences. */
  times?: true;
  /** Numbers do not count as differences. */
  numbers?: false;
  /** Lines that are alike are shown, too. */
  all?: true;
  /** Of logs that are too long, the end instead of the beginning. */
  end?: true;
}

export function compareSearch(search: Record<string, unknown>): CompareSearch {
  return {
    ...text('a', search.a),
    ...text('b', search.b),
    ...(search.times === true && { times: true as const }),
    ...(search.numbers === false && { numbers: false as const }),
    ...(search.all === true && { all: true as const }),
    ...(search.end === true && { end: true as const }),
  };
}

function text<K extends string>(name: K, value: unknown): { [P in K]?: string } {
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [P in K]: string }) : {};
}
