import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BOUNDARIES } from './checks.mjs';
import { NODE, ROOT } from './prepare.mjs';

/**
 * The tests to run, as files below the root: an empty list means all of them, null none. `resources`: the resources for tests
 * that are made from the definitions; null means every one.
 *
 * @typedef {{ tests: readonly string[] | null, components: readonly string[] | null, journeys: readonly string[] | null,
 *   resources: readonly string[] | null }} Choice
 */

/** @type {Choice} */
export const EVERYTHING = { tests: [], components: [], journeys: [], resources: null };

/** Resources that differ most: code that works for all of them is tried on these, and a whole run goes over every one. */
const DIFFERENT = ['member', 'member_voucher', 'voucher_redeem', 'region_users', 'mail_language', 'module', 'roles'];
const DEFINITION = /^contract\/src\/resources\/(\w+)\.ts$/;

/** Here the program is composed: behind these files everything reaches everything, so imports are followed no further. */
const COMPOSED = new Set([
  'api/src/server.ts',
  'api/src/testing/test-app.ts',
  'web/src/programme/extensions.ts',
  'web/src/shell/router.tsx',
  'web/src/testing/open-console.tsx',
]);

const TEST = /\.(?:test|spec)\.tsx?$/;
/** The ground of every test, that of those on Node, and that of components; JOURNEY_GROUND below is that of journeys. */
const GROUND = /^(?:package(?:-lock)?\.json|vitest\.config\.ts|tsconfig[^/]*\.json)$/;
const NODE_GROUND = /^(?:db\/|api\/src\/(?:platform\/config|server|main|testing\/test-app)\.ts)/;
const COMPONENT_GROUND =
  /^web\/(?:(?!src\/)|src\/[^/]+$|src\/testing\/(?:open-console|page|played-server|setup|still|system)\.)/;
/** Parts that stand everywhere: the tests beside a file that uses one directly are those of the part too. */
const PARTS = /^(?:web\/src\/(?:ui|session|i18n|format)\/|contract\/src\/(?!resources\/))/;
/** Files that hand on what others export: who imports from them reaches the files of the names that they import, not all of them. */
const DOORS = new Map([
  ['contract/src/index.ts', '@innkeeper/contract'],
  ['contract/src/calls.ts', '@innkeeper/contract/calls'],
  ['contract/src/schemas.ts', '@innkeeper/contract/schemas'],
]);
/** Tests that go over every resource. */
const OVER_RESOURCES = /^(?:api\/src\/engine\/resources\/conformance|web\/src\/engine\/every-resource)\//;
const JOURNEY_GROUND = /^e2e\/(?!journeys\/)/;

/**
 * Journeys by the folder whose change sends them off. Files outside of these folders are held by the tests beside them.
 *
 * @type {readonly (readonly [folder: RegExp, journeys: RegExp])[]}
 */
export const JOURNEYS = [
  [
    /^(?:api\/src\/programme\/(?:selling|cards|card-pictures)|web\/src\/programme\/selling)\//,
    /\/(?:errands|sale|renewal)/,
  ],
  [
    /^(?:api\/src\/programme\/(?:redemptions|visits|standing|cards)|web\/src\/programme\/counter)\//,
    /\/(?:errands|redeem|visits)/,
  ],
  [
    /^(?:api\/src\/programme\/(?:members|people|standing)|web\/src\/programme\/(?:members|visits))\//,
    /\/(?:member|merge)/,
  ],
  [
    /^(?:api\/src\/programme\/(?:search|dashboard|work-lists)|web\/src\/programme\/(?:search|dashboard|work-lists))\//,
    /\/(?:find|dashboard|work)/,
  ],
  [
    /^(?:api\/src\/(?:engine\/(?:resources|views)|programme\/(?:places|settings|staff))|web\/src\/engine\/(?:data|list|form))\//,
    /\/(?:bulk-edit|drafts|every-page|list|set-up|time-zones|trash|views)/,
  ],
  [
    /^(?:api\/src\/(?:engine\/exchange|platform\/files)|web\/src\/engine\/(?:exchange|files))\//,
    /\/(?:exchange|files)/,
  ],
  [
    /^(?:api\/src\/(?:access|account|platform\/captcha)|web\/src\/(?:session|programme\/profile))\//,
    /\/(?:session|sign-in|guard|profile|two-factor|captcha|password|register)/,
  ],
  [/^(?:api|web)\/src\/programme\/reports\//, /\/report/],
  [/^(?:api\/src\/(?:platform\/mail|programme\/mails)|web\/src\/programme\/mails)\//, /\/mail/],
  [
    /^web\/src\/(?:shell|ui|i18n)\//,
    /\/(?:guest-pages|indonesian|keyboard|palette|phone|quick-panel|settings|shortcuts|stale|waiting)/,
  ],
];

/**
 * The tests that the changes since a commit can break, those not committed among them.
 *
 * @param {string} commit
 * @returns {Choice}
 */
export function affectedSince(commit) {
  const changed = changedSince(commit);
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts');
  return affectedBy(changed, tests, readImporters);
}

/** The resources whose definitions have changed since a commit. */
export const changedDefinitions = (/** @type {string} */ commit) =>
  changedSince(commit).flatMap((file) => DEFINITION.exec(file)?.[1] ?? []);

const changedSince = (/** @type {string} */ commit) => [
  ...git('diff', '--name-only', commit),
  ...git('ls-files', '--others', '--exclude-standard'),
];

/**
 * Tests beside a changed file, tests that reach one by their imports, and the journeys of its folder.
 *
 * @param {readonly string[]} changed files, deleted ones too
 * @param {readonly string[]} tests every test there is
 * @param {() => ReadonlyMap<string, readonly string[]>} readImporters the importers of a file; takes a few seconds to find out
 * @returns {Choice}
 */
export function affectedBy(changed, tests, readImporters) {
  if (changed.some((file) => GROUND.test(file))) return EVERYTHING;
  const source = changed.filter((file) => !TEST.test(file));
  const importers = changed.length > 0 ? readImporters() : new Map();
  // Everything imports the definitions: those of one resource are tested by the tests that go over them, and by its behaviour.
  const defined = source.flatMap((file) => DEFINITION.exec(file)?.[1] ?? []);
  const reached = reachedFrom(
    changed.filter((file) => !DEFINITION.test(file)),
    importers,
  );
  const users = source.filter((file) => PARTS.test(file)).flatMap((file) => importers.get(file) ?? []);
  const folders = new Set([...source, ...users].map((file) => dirname(file)));
  const near = tests.filter(
    (test) =>
      reached.has(test) ||
      folders.has(dirname(test)) ||
      (defined.length > 0 && (OVER_RESOURCES.test(test) || test.startsWith('contract/'))) ||
      defined.some((key) => /^api\/src\/programme\/\w+\/(\w+)\.test\.ts$/.exec(test)?.[1] === key),
  );
  const choose = (/** @type {RegExp} */ kind, /** @type {RegExp} */ ground, also = near) => {
    if (source.some((file) => ground.test(file))) return [];
    const files = [...new Set([...near, ...also])].filter((file) => kind.test(file));
    return files.length > 0 ? files : null;
  };
  const journeys = tests.filter((test) =>
    JOURNEYS.some(([folder, names]) => names.test(test) && source.some((file) => folder.test(file))),
  );
  return {
    tests: choose(/\.test\.ts$/, NODE_GROUND),
    components: choose(/\.test\.tsx$/, COMPONENT_GROUND),
    journeys: choose(/\.spec\.ts$/, JOURNEY_GROUND, journeys),
    resources:
      source.length === 0 ? null : [...new Set([...defined, ...(source.length > defined.length ? DIFFERENT : [])])],
  };
}

/**
 * The tests whose imports lead to a file.
 *
 * @param {string} file
 * @param {() => ReadonlyMap<string, readonly string[]>} importersOf the importers of a file; takes a few seconds to find out
 * @returns {readonly string[]}
 */
export function testsThatReach(file, importersOf = readImporters) {
  return [...reachedFrom([file], importersOf(), new Set())].filter((reached) => TEST.test(reached));
}

/** These files, and all whose imports lead to one of them; imports of the `ends` are not followed. */
function reachedFrom(
  /** @type {readonly string[]} */ files,
  /** @type {ReadonlyMap<string, readonly string[]>} */ importers,
  ends = COMPOSED,
) {
  const reached = new Set(files);
  for (const file of reached)
    if (!ends.has(file)) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return reached;
}

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

/** The importers of each file, as the check of the boundaries sees them, and through the doors by name. */
export function readImporters() {
  const output = execFileSync(NODE, [...BOUNDARIES, '--output-type=json'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 256 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  /** @type {{ modules: { source: string, dependents: string[] }[] }} */
  const { modules } = JSON.parse(output);
  const importers = new Map(modules.map(({ source, dependents }) => [source, dependents]));
  const read = (/** @type {string} */ file) => readFileSync(join(ROOT, file), 'utf8');
  for (const [door, specifier] of DOORS) throughDoor(importers, door, specifier, read);
  return importers;
}

/**
 * Replaces the importers of a door by importers of the files behind it, by the names that they import.
 *
 * @param {Map<string, string[]>} importers
 * @param {string} door
 * @param {string} specifier by which other workspaces import it
 * @param {(file: string) => string} read
 */
export function throughDoor(importers, door, specifier, read) {
  const behind = [...importers].filter(([, dependents]) => dependents.includes(door)).map(([file]) => file);
  const fileOf = new Map(behind.flatMap((file) => exportsOf(read(file)).map((name) => [name, file])));
  const imports = new RegExp(`(?:import|export)\\s+(?:type\\s+)?\\{([^}]*)\\}\\s+from\\s+'${specifier}'`, 'g');
  for (const importer of importers.get(door) ?? []) {
    const names = [...read(importer).matchAll(imports)].flatMap(([, list = '']) => list.split(',').map(nameOf));
    const files = names.filter(Boolean).map((name) => fileOf.get(name));
    // A name that the door makes itself, or an import of another form, is one of everything behind it.
    const reached = files.length === 0 || files.includes(undefined) ? behind : files;
    for (const file of new Set(reached)) importers.get(file ?? '')?.push(importer);
  }
  importers.set(door, []);
}

/** The names that a file exports. */
const exportsOf = (/** @type {string} */ text) => [
  ...[...text.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm)].map(
    ([, name]) => name,
  ),
  ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.split(' as ').at(-1)?.trim()),
  ),
];

/** Of an imported name, without `type` and its name here. */
const nameOf = (/** @type {string} */ name) =>
  name
    .replace(/^\s*type\s/, '')
    .split(' as ')[0]
    ?.trim() ?? '';
