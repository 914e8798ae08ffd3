import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './prepare.mjs';

/** Prefers the headless shell: the same engine without a window system, which opens a page in half the time. */
const EXECUTABLE_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
/** Debian's packages; older releases lack the first. */
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium'];
const KNOWN_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** No updates, telemetry or other network access. Root requires the browser's sandbox to be off. */
export const CHROMIUM_ARGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The path of the system's Chromium or Chrome; CHROMIUM overrides it. */
export function findChromium() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const pathCandidates = EXECUTABLE_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env['CHROMIUM'] ?? '', ...pathCandidates, ...KNOWN_PATHS].find(isExecutable);
}

/** Installs Debian's Chromium if possible. Otherwise prints what to do and resolves with undefined. */
export async function ensureChromium() {
  const executable = findChromium();
  if (executable) return executable;
  if (process.getuid?.() === 0 && hasApt()) {
    console.log('Installing Chromium for the browser tests …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '--quiet'], { env });
    for (const name of DEBIAN_PACKAGES) {
      await run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', name, 'fonts-noto-core'], {
        env,
      });
      const executablePath = findChromium();
      if (executablePath) return executablePath;
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
    return false; // another operating system
  }
}

function isExecutable(/** @type {string} */ path) {
  if (!path) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // missing or not executable
  }
}
