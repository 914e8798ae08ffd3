import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BOUNDARY_CHECK } from './checks.mjs';
import { NODE, ROOT } from './prepare.mjs';

/**
 * The tests to run, as paths relative to the root: an empty list means all of them, null none. `resources`: the
 * resources for tests that are generated from the definitions; null means all.
 *
 * @typedef {{ tests: readonly string[] | null, components: readonly string[] | null, journeys: readonly string[] |
 * null,
 *   resources: readonly string[] | null }} AffectedTests
 */

/** @type {AffectedTests} */
export const ALL_TESTS = { tests: [], components: [], journeys: [], resources: null };

/** The most diverse resources, on which code for all resources is tested. A full run covers every resource. */
const VARIED_RESOURCES = [
  'member',
  'member_voucher',
  'voucher_redeem',
  'region_users',
  'mail_language',
  'module',
  'roles',
];
/** A resource's file is named by its key, without hyphens; files over several resources have hyphens. */
export const DEFINITION_FILE = /^contract\/src\/resources\/(\w+)\.ts$/;

/** Composition roots connect everything, so the importers of these files are not followed further. */
const COMPOSITION_ROOTS = new Set([
  'api/src/server.ts',
  'api/src/testing/test-app.ts',
  'web/src/features/extensions.ts',
  'web/src/shell/router.tsx',
  'web/src/testing/open-console.tsx',
]);

const TEST_FILE = /\.(?:test|spec)\.tsx?$/;
/** Files that affect all tests, all Node tests and all component tests; JOURNEY_GLOBAL_FILES below is for journeys. */
const GLOBAL_FILES = /^(?:package(?:-lock)?\.json|vitest\.config\.ts|tsconfig[^/]*\.json)$/;
const NODE_GLOBAL_FILES = /^(?:db\/|api\/src\/(?:platform\/config|server|main|testing\/test-app)\.ts)/;
const COMPONENT_GLOBAL_FILES =
  /^web\/(?:(?!src\/)|src\/[^/]+$|src\/testing\/(?:open-console|page|mock-server|setup|motion|system)\.)/;
/** Code used everywhere: the tests beside its direct importers count as its own tests. */
const SHARED_CODE = /^(?:web\/src\/(?:ui|session|i18n|format)\/|contract\/src\/(?!resources\/\w+\.ts))/;
/** Re-exporting files. An importer depends only on the files of the names it imports, not on all of them. */
const ENTRY_POINTS = new Map([
  ['contract/src/index.ts', '@innkeeper/contract'],
  ['contract/src/calls/index.ts', '@innkeeper/contract/calls'],
  ['contract/src/fields/schemas.ts', '@innkeeper/contract/schemas'],
]);
/** Tests that cover every resource. */
const RESOURCE_WIDE_TESTS = /^(?:api\/src\/engine\/resources\/conformance|web\/src\/engine\/every-resource)\//;
const JOURNEY_GLOBAL_FILES = /^e2e\/(?!journeys\/)/;

/**
 * Journeys to run when a folder changes. Files outside these folders are covered by the tests beside them.
 *
 * @type {readonly (readonly [folder: RegExp, journeys: RegExp])[]}
 */
export const JOURNEYS = [
  [/^(?:api|web)\/src\/domain\//, /\/(?:call-lists|desk-tasks|find|member|merge|redeem|renewal|sale|visits)/],
  [
    /^(?:api\/src\/features\/(?:sales|cards|card-pictures)|web\/src\/features\/sales)\//,
    /\/(?:desk-tasks|sale|renewal)/,
  ],
  [
    /^(?:api\/src\/features\/(?:front-desk|redemptions|visits|member-status|cards)|web\/src\/features\/front-desk)\//,
    /\/(?:desk-tasks|redeem|visits)/,
  ],
  [/^(?:api\/src|web\/src)\/features\/shifts\//, /\/handover/],
  [/^(?:api\/src\/features\/(?:members|member-status)|web\/src\/features\/(?:members|visits))\//, /\/(?:member|merge)/],
  [
    /^(?:api\/src\/features\/(?:member-search|dashboard|call-lists)|web\/src\/features\/(?:member-search|dashboard|call-lists))\//,
    /\/(?:find|dashboard|call-lists)/,
  ],
  [
    /^(?:api\/src\/(?:engine\/(?:resources|views)|features\/(?:places|integrations|settings|staff|exchange-rates))|web\/src\/engine\/(?:data|list|form))\//,
    /\/(?:bulk-edit|drafts|every-page|list|set-up|time-zones|trash|views)/,
  ],
  [
    /^(?:api\/src\/(?:engine\/import-export|platform\/files)|web\/src\/engine\/(?:import-export|files))\//,
    /\/(?:import-export|files)/,
  ],
  [
    /^(?:api\/src\/(?:access|account|platform\/captcha)|web\/src\/(?:session|features\/account))\//,
    /\/(?:passkeys|session|sign-in|guard|profile|two-factor|captcha|password|register)/,
  ],
  [/^(?:api|web)\/src\/features\/reports\//, /\/report/],
  [/^(?:api\/src\/(?:platform\/mail|features\/member-mails)|web\/src\/features\/member-mails)\//, /\/mail/],
  [
    /^web\/src\/(?:shell|ui|i18n)\//,
    /\/(?:public-pages|indonesian|keyboard|palette|phone|quick-panel|settings|shortcuts|stale|slow-network)/,
  ],
];

/**
 * The tests that changes since a commit can break, including uncommitted changes.
 *
 * @param {string} commit
 * @returns {AffectedTests}
 */
export function findAffectedSince(commit) {
  const changed = listChangedFiles(commit);
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts');
  return findAffected(changed, tests, loadImporters);
}

/** Resources whose definitions have changed since a commit. */
export const listChangedDefinitions = (/** @type {string} */ commit) =>
  listChangedFiles(commit).flatMap((file) => DEFINITION_FILE.exec(file)?.[1] ?? []);

const listChangedFiles = (/** @type {string} */ commit) => [
  ...git('diff', '--name-only', commit),
  ...git('ls-files', '--others', '--exclude-standard'),
];

/**
 * Tests beside a changed file, tests that import one directly or indirectly, and the journeys of its folder.
 *
 * @param {readonly string[]} changed files, including deleted ones
 * @param {readonly string[]} tests all tests
 * @param {() => ReadonlyMap<string, readonly string[]>} loadImporters returns the importers of each file; takes a few
 * seconds
 * @returns {AffectedTests}
 */
export function findAffected(changed, tests, loadImporters) {
  if (changed.some((file) => GLOBAL_FILES.test(file))) return ALL_TESTS;
  const sourceFiles = changed.filter((file) => !TEST_FILE.test(file));
  const importers = changed.length > 0 ? loadImporters() : new Map();
  // Everything imports the definitions. A changed definition is covered by the tests over all definitions and by the
  // tests of its hooks.
  const changedKeys = sourceFiles.flatMap((file) => DEFINITION_FILE.exec(file)?.[1] ?? []);
  const reachedFiles = collectImporters(
    changed.filter((file) => !DEFINITION_FILE.test(file)),
    importers,
  );
  const directImporters = sourceFiles
    .filter((file) => SHARED_CODE.test(file))
    .flatMap((file) => importers.get(file) ?? []);
  const folders = new Set([...sourceFiles, ...directImporters].map((file) => dirname(file)));
  const affected = tests.filter(
    (test) =>
      reachedFiles.has(test) ||
      folders.has(dirname(test)) ||
      (changedKeys.length > 0 && (RESOURCE_WIDE_TESTS.test(test) || test.startsWith('contract/'))) ||
      changedKeys.some((key) => /^api\/src\/features\/[\w-]+\/(\w+)\.test\.ts$/.exec(test)?.[1] === key),
  );
  const selectKind = (/** @type {RegExp} */ kind, /** @type {RegExp} */ globalFiles, moreTests = affected) => {
    if (sourceFiles.some((file) => globalFiles.test(file))) return [];
    const files = [...new Set([...affected, ...moreTests])].filter((file) => kind.test(file));
    return files.length > 0 ? files : null;
  };
  const journeys = tests.filter((test) =>
    JOURNEYS.some(([folder, names]) => names.test(test) && sourceFiles.some((file) => folder.test(file))),
  );
  return {
    tests: selectKind(/\.test\.ts$/, NODE_GLOBAL_FILES),
    components: selectKind(/\.test\.tsx$/, COMPONENT_GLOBAL_FILES),
    journeys: selectKind(/\.spec\.ts$/, JOURNEY_GLOBAL_FILES, journeys),
    resources:
      sourceFiles.length === 0
        ? null
        : [...new Set([...changedKeys, ...(sourceFiles.length > changedKeys.length ? VARIED_RESOURCES : [])])],
  };
}

/**
 * The tests that import a file directly or indirectly.
 *
 * @param {string} file
 * @param {() => ReadonlyMap<string, readonly string[]>} getImporters returns the importers of each file; takes a few
 * seconds
 * @returns {readonly string[]}
 */
export function findTestsImporting(file, getImporters = loadImporters) {
  return [...collectImporters([file], getImporters(), new Set())].filter((path) => TEST_FILE.test(path));
}

/** Returns these files with all their direct and indirect importers; importers of the `stopFiles` are not followed. */
function collectImporters(
  /** @type {readonly string[]} */ files,
  /** @type {ReadonlyMap<string, readonly string[]>} */ importers,
  stopFiles = COMPOSITION_ROOTS,
) {
  const reachedFiles = new Set(files);
  for (const file of reachedFiles)
    if (!stopFiles.has(file)) for (const importer of importers.get(file) ?? []) reachedFiles.add(importer);
  return reachedFiles;
}

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Returns the importers of each file from the boundary check, resolved by name through re-exporting files. */
export function loadImporters() {
  const output = execFileSync(NODE, [...BOUNDARY_CHECK, '--output-type=json'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 256 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  /** @type {{ modules: { source: string, dependents: string[] }[] }} */
  const { modules } = JSON.parse(output);
  const importers = new Map(modules.map(({ source, dependents }) => [source, dependents]));
  const read = (/** @type {string} */ file) => readFileSync(join(ROOT, file), 'utf8');
  for (const [entryPoint, specifier] of ENTRY_POINTS) resolveReExports(importers, entryPoint, specifier, read);
  return importers;
}

/**
 * Replaces the importers of a re-exporting file by importers of the files behind it, according to the imported names.
 *
 * @param {Map<string, string[]>} importers
 * @param {string} entryPoint
 * @param {string} specifier used for imports from other workspaces
 * @param {(file: string) => string} read
 */
export function resolveReExports(importers, entryPoint, specifier, read) {
  const exportingFiles = [...importers]
    .filter(([, dependents]) => dependents.includes(entryPoint))
    .map(([file]) => file);
  const fileByName = new Map(exportingFiles.flatMap((file) => listExports(read(file)).map((name) => [name, file])));
  const imports = new RegExp(`(?:import|export)\\s+(?:type\\s+)?\\{([^}]*)\\}\\s+from\\s+'${specifier}'`, 'g');
  for (const importer of importers.get(entryPoint) ?? []) {
    const names = [...read(importer).matchAll(imports)].flatMap(([, list = '']) =>
      list.split(',').map(parseImportedName),
    );
    const files = names.filter(Boolean).map((name) => fileByName.get(name));
    // A name defined in the re-exporting file itself, or another form of import, counts as importing everything behind
    // it.
    const reachedFiles = files.length === 0 || files.includes(undefined) ? exportingFiles : files;
    for (const file of new Set(reachedFiles)) importers.get(file ?? '')?.push(importer);
  }
  importers.set(entryPoint, []);
}

/** Names exported by a file. */
const listExports = (/** @type {string} */ text) => [
  ...[...text.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm)].map(
    ([, name]) => name,
  ),
  ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.split(' as ').at(-1)?.trim()),
  ),
];

/** Exported name in an import specifier, without `type` and the local alias. */
const parseImportedName = (/** @type {string} */ name) =>
  name
    .replace(/^\s*type\s/, '')
    .split(' as ')[0]
    ?.trim() ?? '';
