// Where the browser of the suite is. Shared by its set-up, which is plain JavaScript, and its tests.
import { accessSync, constants } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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
