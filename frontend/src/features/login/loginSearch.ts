/** Where to go after the login: an address of this very site, nothing else. */
export interface LoginSearch {
  redirect?: string;
}

export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const wanted = search.redirect;
  // A second slash or a backslash would make a browser leave this site.
  return typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? { redirect: wanted } : {};
}
