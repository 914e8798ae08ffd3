import { execFile, execFileSync } from 'node:child_process';
import { globSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { resources } from '../contract/src/resources/by-key.ts';
import { ROOT } from './prepare.mjs';

/*
 * Tests the rules themselves, since a check that finds no modules passes everything. A small repository of the same
 * structure gets one file per forbidden import, for which the check must report the violated rule.
 */
const PACKAGES = ['@innkeeper/contract', '@innkeeper/db', '@innkeeper/demo', 'zod', 'react', 'fastify', 'kysely'];
const FOLDERS = ['contract', 'db', 'demo', 'api', 'web', 'e2e', 'bench'];

const ALLOWED_FILES: Readonly<Record<string, string>> = {
  'contract/src/fields/schemas.ts': `import { something } from 'zod'; export const x = something;`,
  'contract/src/reports/catalogue.ts': `import { here } from '../resources/here.ts'; export const x = here;`,
  'db/src/door.ts': `import { something } from 'kysely'; import { here } from '../../contract/src/here.ts'; export const x = [something, here];`,
  'api/src/platform/http/api-error.ts': `export const x = 1;`,
  'api/src/domain/issue-cards.ts': `export const x = 1;`,
  'api/src/features/sales/sell.ts': `import { x } from '../../engine/resources/list.ts'; import { x as z } from '../../domain/issue-cards.ts'; export const y = [x, z];`,
  'api/src/engine/resources/list.ts': `import { x } from '../../platform/http/api-error.ts'; import { readFile } from 'node:fs'; export { x, readFile };`,
  'web/src/session/request.ts': `import type { calls } from '../../../contract/src/calls/index.ts'; export type X = typeof calls;`,
  'web/src/ui/button.ts': `import { something } from 'react'; export const x = something;`,
  'web/src/domain/receipt.ts': `export const x = 1;`,
  'web/src/features/sales/page.ts': `import { x } from '../../ui/button.ts'; import { x as z } from '../../domain/receipt.ts'; export const y = [x, z];`,
  'web/src/features/home.ts': `import { y } from './sales/page.ts'; import { here } from './front-desk/here.ts'; export const x = [y, here];`,
};

/** Each entry: file, import, violated rule. */
const FORBIDDEN_IMPORTS: readonly (readonly [string, string, string])[] = [
  ['contract/src/to-db.ts', `import '../../db/src/here.ts';`, 'contract imports only itself'],
  [
    'contract/src/to-node.ts',
    `import { readFile } from 'node:fs/promises'; export const x = readFile;`,
    'contract: no Node modules',
  ],
  [
    'contract/src/to-react.ts',
    `import { something } from 'react'; export const x = something;`,
    'contract: no package but zod',
  ],
  [
    'contract/src/to-fastify.ts',
    `import { something } from 'fastify'; export const x = something;`,
    'contract: no package but zod',
  ],
  [
    'contract/src/to-kysely.ts',
    `import type { something } from 'kysely'; export type X = typeof something;`,
    'contract: no package but zod',
  ],
  ['contract/src/index.ts', `export * from './fields/schemas.ts';`, 'contract: no zod behind the main entry'],
  [
    'contract/src/texts/to-errors.ts',
    `import type { here } from '../errors/here.ts'; export type X = typeof here;`,
    'contract: texts imports nothing above it',
  ],
  ['contract/src/fields/to-index.ts', `import '../here.ts';`, 'contract: fields imports nothing above it'],
  [
    'contract/src/rules/to-resources.ts',
    `import { here } from '../resources/here.ts'; export const x = here;`,
    'contract: rules imports nothing above it',
  ],
  ['contract/src/reports/to-calls.ts', `import '../calls/here.ts';`, 'contract: reports imports nothing above it'],
  ['db/src/to-api.ts', `import '../../api/src/here.ts';`, 'db imports only contract'],
  ['db/src/to-demo.ts', `import '../../demo/src/here.ts';`, 'db imports only contract'],
  ['demo/src/to-api.ts', `import '../../api/src/here.ts';`, 'demo imports only contract, db'],
  ['db/src/to-web.ts', `import '../../web/src/here.ts';`, 'db imports only contract'],
  ['api/src/to-web.ts', `import '../../web/src/here.ts';`, 'api imports only contract, db, demo'],
  ['api/src/features/sales/to-other.ts', `import '../visits/here.ts';`, 'api: no feature imports another'],
  ['api/src/domain/to-feature.ts', `import '../features/visits/here.ts';`, 'api: domain imports nothing above it'],
  ['api/src/texts/to-platform.ts', `import '../platform/http/api-error.ts';`, 'api: texts imports nothing above it'],
  ['api/src/platform/to-access.ts', `import '../access/here.ts';`, 'api: platform imports nothing above it'],
  [
    'api/src/access/to-engine.ts',
    `import type { x } from '../engine/resources/list.ts'; export type X = typeof x;`,
    'api: access imports nothing above it',
  ],
  [
    'api/src/engine/to-features-late.ts',
    `export const x = () => import('../features/visits/here.ts');`,
    'api: engine imports nothing above it',
  ],
  ['api/src/account/to-features.ts', `import '../features/visits/here.ts';`, 'api: account imports nothing above it'],
  ['api/src/features/visits/to-jobs.ts', `import '../../jobs/here.ts';`, 'api: features imports nothing above it'],
  ['api/src/jobs/to-server.ts', `import '../here.ts';`, 'api: jobs imports nothing above it'],
  ['web/src/to-db.ts', `import '../../db/src/here.ts';`, 'web imports only contract'],
  [
    'web/src/to-api.ts',
    `import type { here } from '../../api/src/here.ts'; export type X = typeof here;`,
    'web imports only contract',
  ],
  ['web/src/to-api-late.ts', `export const x = () => import('../../api/src/here.ts');`, 'web imports only contract'],
  [
    'web/src/to-calls.ts',
    `import { calls } from '../../contract/src/calls/index.ts'; export const x = calls;`,
    'web: only types of the calls',
  ],
  ['web/src/to-node.ts', `import { join } from 'node:path'; export const x = join;`, 'web: no Node modules'],
  ['web/src/features/sales/to-visits.ts', `import '../visits/here.ts';`, 'web: no feature imports another'],
  [
    'web/src/features/sales/to-front-desk-late.ts',
    `export const x = () => import('../front-desk/here.ts');`,
    'web: no feature imports another',
  ],
  ['web/src/domain/to-feature.ts', `import '../features/visits/here.ts';`, 'web: domain imports nothing above it'],
  ['web/src/ui/to-session.ts', `import '../session/here.ts';`, 'web: ui imports nothing above it'],
  [
    'web/src/engine/to-features-late.ts',
    `export const x = () => import('../features/front-desk/here.ts');`,
    'web: engine imports nothing above it',
  ],
  [
    'web/src/features/sales/to-shell.ts',
    `import type { here } from '../../shell/here.ts'; export type X = typeof here;`,
    'web: features imports nothing above it',
  ],
  ['e2e/src/to-api.ts', `import '../../api/src/here.ts';`, 'e2e imports only contract, db, scripts'],
  ['bench/src/to-web.ts', `import '../../web/src/here.ts';`, 'bench imports only contract, db, demo, scripts'],
  [
    'web/src/engine/form/to-list.ts',
    `export const x = () => import('../list/here.ts');`,
    'console engine: form imports nothing above it',
  ],
  ['db/src/circle.ts', `import './way-back.ts'; export const x = 1;`, 'no circular imports'],
  [
    'db/src/type-circle.ts',
    `import type { Y } from './way-back-of-types.ts'; export type X = Y;`,
    'no circular imports',
  ],
  [
    'db/src/late-circle.ts',
    `export const x = () => import('./way-back-of-late.ts'); export const y = 1;`,
    'no circular imports',
  ],
  ['db/src/to-test.ts', `import './here.test.ts';`, 'no code imports its tests'],
  ['db/src/to-nothing.ts', `import './not-there.ts';`, 'no unresolvable imports'],
  [
    'db/src/to-undeclared.ts',
    `import { something } from 'undeclared'; export const x = something;`,
    'no undeclared packages',
  ],
];

const OTHER_FILES: Readonly<Record<string, string>> = {
  'contract/src/calls/index.ts': `import { something } from 'zod'; export const calls = something;`,
  'contract/src/errors/here.ts': 'export const here = 1;',
  'contract/src/resources/here.ts': 'export const here = 1;',
  'contract/src/calls/here.ts': '',
  'api/src/access/here.ts': '',
  'api/src/jobs/here.ts': '',
  'api/src/features/visits/here.ts': '',
  'web/src/features/front-desk/here.ts': 'export const here = 1;',
  'web/src/features/visits/here.ts': 'export const here = 1;',
  'web/src/session/here.ts': '',
  'web/src/shell/here.ts': 'export const here = 1;',
  'web/src/engine/list/here.ts': 'export const here = 1;',
  'db/src/way-back-of-types.ts': `import type { X } from './type-circle.ts'; export interface Y { readonly x?: X }`,
  'db/src/way-back-of-late.ts': `import { y } from './late-circle.ts'; export const z = y;`,
  'db/src/way-back.ts': `import { x } from './circle.ts'; export const y = () => x;`,
  'db/src/here.test.ts': '',
};

/** The violated rules by file. */
async function findViolations(): Promise<Map<string, string[]>> {
  const sampleRoot = await mkdtemp(join(tmpdir(), 'boundaries-'));
  try {
    const write = async (path: string, content: string) => {
      await mkdir(dirname(join(sampleRoot, path)), { recursive: true });
      await writeFile(join(sampleRoot, path), content);
    };
    await write(
      'package.json',
      JSON.stringify({
        name: 'sample',
        type: 'module',
        dependencies: Object.fromEntries(PACKAGES.map((name) => [name, '*'])),
      }),
    );
    for (const name of [...PACKAGES, 'undeclared']) {
      await write(
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, type: 'module', exports: './dist/index.js' }),
      );
      await write(`node_modules/${name}/dist/index.js`, 'export const something = 1;');
    }
    for (const folder of FOLDERS) await write(`${folder}/src/here.ts`, 'export const here = 1;');
    for (const [path, content] of [...Object.entries({ ...ALLOWED_FILES, ...OTHER_FILES }), ...FORBIDDEN_IMPORTS])
      await write(path, content);
    const cruiser = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const args = [cruiser, '--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json', ...FOLDERS];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: sampleRoot });
    // The documented output of the tool.
    const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } };
    const rules = new Map<string, string[]>();
    for (const { from, rule } of summary.violations) rules.set(from, [...(rules.get(from) ?? []), rule.name]);
    return rules;
  } finally {
    await rm(sampleRoot, { recursive: true, force: true });
  }
}

const violations = findViolations();

test.each(FORBIDDEN_IMPORTS)('$0: $1 breaks a rule', async (file, _, rule) => {
  expect((await violations).get(file) ?? []).toContain(rule);
});

test.each(Object.keys(ALLOWED_FILES))('%s breaks no rule', async (file) => {
  expect((await violations).get(file)).toBeUndefined();
});

/** All sources of the repository and all installed packages, as the rules see them. */
const sources = [
  ...execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(?:tsx?|mjs|cjs)$/.test(path)),
  ...readdirSync(join(ROOT, 'node_modules')).map((name) => `node_modules/${name}/`),
];

interface RuleSide {
  readonly path?: string;
  readonly pathNot?: string;
}
const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  readonly forbidden: readonly { readonly name: string; readonly from: RuleSide; readonly to: RuleSide }[];
}; // its documented shape

/** Expands a pattern into its alternatives: `^(a|b)/` becomes `^(a)/` and `^(b)/`. */
function expandAlternatives(pattern: string): string[] {
  const branches = [''];
  let depth = 0;
  for (const token of pattern.match(/\\.|\[[^\]]*\]|./g) ?? []) {
    depth += Number(token === '(') - Number(token === ')');
    if (token === '|' && depth === 0) branches.push('');
    else branches.push((branches.pop() ?? '') + token);
  }
  if (branches.length > 1) return branches.flatMap(expandAlternatives);
  const start = pattern.indexOf('(');
  if (start < 0) return [pattern];
  let end = start;
  for (let open = 1; open > 0;) open += { '(': 1, ')': -1 }[pattern[(end += 1)] ?? ')'] ?? 0;
  const innerAlternatives = expandAlternatives(pattern.slice(start + 1, end));
  const tailAlternatives = expandAlternatives(pattern.slice(end + 1));
  return innerAlternatives.flatMap((alternative) =>
    tailAlternatives.map((tail) => `${pattern.slice(0, start)}(${alternative})${tail}`),
  );
}

/** Whether a file matches a pattern; `$1` is the group captured by the importing side's pattern. */
function matchesSomeFile(pattern: string, from: RuleSide): boolean {
  const capturedGroups = pattern.includes('$1')
    ? new Set(sources.flatMap((path) => new RegExp(from.path ?? '').exec(path)?.[1] ?? []))
    : [''];
  return [...capturedGroups].some((group) => {
    const expandedPattern = new RegExp(pattern.replaceAll('$1', group));
    return sources.some((path) => expandedPattern.test(path));
  });
}

test('a pattern is expanded into all its alternatives', () => {
  expect(expandAlternatives('^a/(b|(c|d)/e)/|\\.x[|]$')).toEqual(['^a/(b)/', '^a/((c)/e)/', '^a/((d)/e)/', '\\.x[|]$']);
});

/** Each rule with its patterns: a pattern that matches no file protects nothing. */
const RULE_PATTERNS = forbidden.flatMap(({ name, from, to }) =>
  [from.path, from.pathNot, to.path, to.pathNot]
    .flatMap((pattern) => (pattern === undefined ? [] : expandAlternatives(pattern)))
    .map((pattern) => [name, pattern, from] as const),
);

/** Numbered, because a rule's name and pattern would make the titles too long. */
test.each(RULE_PATTERNS.map((rulePattern, i) => [i, ...rulePattern] as const))(
  'pattern %i matches existing files',
  (_, name, pattern, from) => {
    expect(matchesSomeFile(pattern, from), `${name}: ${pattern}`).toBe(true);
  },
);

test('each rule names its target, and only rules for all files omit the source', () => {
  expect(forbidden.filter(({ to }) => Object.keys(to).length === 0).map(({ name }) => name)).toEqual([]);
  expect(forbidden.filter(({ from }) => from.path === undefined).map(({ name }) => name)).toEqual([
    'no circular imports',
    'no unresolvable imports',
  ]);
});

test('a feature of the console has the same name in the API and the contract', () => {
  const findFolders = (folder: string) => readdirSync(join(ROOT, folder), { withFileTypes: true });
  const consoleFeatures = findFolders('web/src/features').flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  expect(consoleFeatures.length).toBeGreaterThan(15);
  // A feature without calls of its own consists of resources: their hooks in the API have the names of their definitions.
  const isNamed = (feature: string) =>
    globSync(`api/src/{features/,}${feature}/`, { cwd: ROOT }).length === 1 &&
    (globSync(`contract/src/{calls,rights}/${feature}.ts`, { cwd: ROOT }).length > 0 ||
      globSync(`contract/src/${feature}/`, { cwd: ROOT }).length > 0 ||
      findFolders(`api/src/features/${feature}`).some(({ name }) => name.replace(/\.ts$/, '') in resources));
  expect(consoleFeatures.filter((feature) => !isNamed(feature))).toEqual([]);
});

test.each(['api', 'web'])('the engine of %s names no resource of the programme', (workspace) => {
  // Options belong to the engine. Users and rights belong to the layer below it, which it imports.
  const engineResources = new Set(['option', 'option_detail', 'users', 'role_group', 'roles', 'integration']);
  const names = Object.keys(resources).filter((key) => !engineResources.has(key));
  const anyName = names.join('|');
  const resourcePattern = new RegExp(
    `'(?:${anyName})'|\\bresources\\.\\w+|\\b(?:from|join|into|update) "?(?:${anyName})\\b`,
    'g',
  );
  const withoutComments = (text: string) => text.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*?$/gms, '');
  const sources = globSync(`${workspace}/src/engine/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
    (path) => !/\.(test|stories)\.tsx?$|\/(test-|conformance\/)|-helpers\.ts$/.test(path),
  );
  expect(sources.length).toBeGreaterThan(60);
  const violations = sources.flatMap((path) =>
    [...withoutComments(readFileSync(join(ROOT, path), 'utf8')).matchAll(resourcePattern)].map(
      ([word]) => `${path}: ${word}`,
    ),
  );
  expect(violations).toEqual([]);
});
