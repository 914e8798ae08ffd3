import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { NOTICES_FILE, collectNotices, createBillOfMaterials } from './notices.mjs';
import { PRODUCTION_WORKSPACES, findConsolePackages, findServerPackages } from './packages.mjs';

/** What a production installation has of the repository, besides the sources of the server. */
const FILES = [
  'package.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'bin',
  'deploy',
  'docs',
  'db/migrations',
  'db/routines',
  'web/dist',
];
/** Files of our own sources that only tests need. */
const TEST_FILE = /(?:\.test|-helpers)\.ts$|\/testing(?:\/|-|\.ts$|$)|\/(?:test-server|random-writes)\.ts$/;
/** Files of packages that nothing reads while the program runs. */
const UNUSED_FILE = /\.(?:d\.[cm]?ts|map|flow)$|\/(?:readme|changelog|history)[^/]*\.(?:md|markdown)$/i;

/**
 * Writes a folder with everything that production needs except Node: the server's sources, which Node runs directly,
 * production packages for this platform, the built console, licences and the bill of materials.
 *
 * @param {string} folder is replaced
 * @param {{ withPostgres: boolean }} options
 */
export function writeReleaseFolder(folder, { withPostgres }) {
  rmSync(folder, { recursive: true, force: true });
  for (const name of FILES) copy(name, folder, (path) => !path.endsWith('/.sources'));
  for (const workspace of PRODUCTION_WORKSPACES) {
    copy(`${workspace}/package.json`, folder);
    copy(`${workspace}/src`, folder, (path) => !TEST_FILE.test(path));
  }
  const serverPackages = findServerPackages({ withPostgres });
  for (const { path } of serverPackages)
    // Nested packages are listed themselves.
    copy(path, folder, (file) => file === path || !(UNUSED_FILE.test(file) || basename(file) === 'node_modules'));
  mkdirSync(join(folder, 'node_modules', '@innkeeper'), { recursive: true });
  for (const workspace of PRODUCTION_WORKSPACES)
    symlinkSync(join('..', '..', workspace), join(folder, 'node_modules', '@innkeeper', workspace));

  const packages = [...serverPackages, ...findConsolePackages()];
  const uniquePackages = [...new Map(packages.map((each) => [each.path, each])).values()];
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(join(folder, NOTICES_FILE), collectNotices(uniquePackages));
  const billOfMaterials = createBillOfMaterials({ version, packages: uniquePackages, createdAt: new Date() });
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials, undefined, 2)}\n`);
}

/**
 * @param {string} path below the root
 * @param {string} folder
 * @param {(path: string) => boolean} [isIncluded]
 */
function copy(path, folder, isIncluded = () => true) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(ROOT, path), join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => isIncluded(source.slice(ROOT.length)),
  });
}

/**
 * Packs a folder as `.tar.gz`, with root as the owner of all files, which everybody may read.
 *
 * @param {string} folder
 * @param {string} file
 */
export function packFolder(folder, file) {
  execFileSync('tar', [
    '--create',
    '--gzip',
    `--file=${file}`,
    `--directory=${dirname(folder)}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    '--sort=name',
    basename(folder),
  ]);
}
