// Makes sure that the browser suite has a browser: Debian's Chromium, installed when it is missing and that is possible.
// playwright-core brings none of its own, and its downloads are not reachable everywhere.
import { spawnSync } from 'node:child_process';
import { findChromium } from './chromium.js';

const PACKAGES = ['chromium', 'fonts-dejavu-core', 'fonts-liberation'];
const ADVICE = 'Install Chromium (Debian: apt-get install chromium) or set CHROMIUM to the path of one.';

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function canInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

function giveUp(reason) {
  console.error(`browser suite: ${reason} ${ADVICE}`);
  process.exit(1);
}

if (findChromium() === null) {
  if (process.env.CHROMIUM) giveUp(`${process.env.CHROMIUM} (from CHROMIUM) cannot be run.`);
  if (!canInstall()) giveUp('there is no Chromium, and it can be installed only by root with apt-get.');
  console.log('browser suite: installing Chromium from the packages of this system');
  // Another program may be installing just now: wait for it instead of failing.
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
  const done =
    apt(...wait, 'update') && apt(...wait, 'install', '-y', '--no-install-recommends', ...PACKAGES);
  if (!done || findChromium() === null) giveUp('Chromium could not be installed; the reason is above.');
}
