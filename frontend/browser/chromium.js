// Where the browser of the suite is. Shared by its set-up, which is plain JavaScript, and its tests.
import { accessSync, constants } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** No sandbox, because CI is root in a container; nothing that speaks to the outside. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser to drive, or null; CHROMIUM names another one than those found by themselves. */
export function findChromium() {
  const wanted = process.env.CHROMIUM;
  const places = wanted ? [wanted] : PLACES;
  return places.find(isExecutable) ?? null;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
