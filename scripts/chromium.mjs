import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './prepare.mjs';

/** The headless shell first: it is the same engine without the windows around it, and opens a page in half the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
/** Debian's packages; the first is missing in older systems. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** No updates, no telemetry, nothing that reaches for the network; root needs the browser's own sandbox off. */
export const CHROMIUM_ARGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The path of the system's Chromium or Chrome; CHROMIUM names another. */
export function findChromium() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env['CHROMIUM'] ?? '', ...onPath, ...ELSEWHERE].find(isProgram);
}

/** Installs Debian's Chromium where that is possible; otherwise resolves with undefined after a line that tells the way out. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && hasApt()) {
    console.log('Installing Chromium for the browser tests …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '--quiet'], { env });
    for (const name of PACKAGES) {
      await run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', name, 'fonts-noto-core'], {
        env,
      });
      const installed = findChromium();
      if (installed) return installed;
    }
  }
  console.error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium fonts-noto-core), or name it by CHROMIUM=/path/to/chromium',
  );
  return undefined;
}

function hasApt() {
  try {
    execFileSync('apt-get', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // another kind of system
  }
}

function isProgram(/** @type {string} */ path) {
  if (!path) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not for us
  }
}
