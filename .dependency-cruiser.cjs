/**
 * Allowed imports, in the order of the table in ARCHITECTURE.md. scripts/boundaries.test.ts feeds it forbidden imports
 * and expects errors.
 *
 * Uses the swc parser: TypeScript 7 has no compiler API, so the default parser would find no modules and pass.
 */
const NODE_BUILT_IN = { dependencyTypes: ['core'] };
const TESTS = '\\.(test|stories)\\.tsx?$|/testing[/.-]|/test-|-helpers\\.tsx?$';
/** Configuration files may import the tool they configure. */
const CONFIGURATION = '\\.config\\.ts$';

/** @param {string[]} names */
const packages = (...names) => `node_modules/(${names.join('|')})/`;

/** Allows a top-level folder to import only the listed ones and itself. */
const only = (/** @type {string} */ folder, /** @type {string[]} */ ...allowed) => ({
  name: `${folder} imports only ${allowed.join(', ') || 'itself'}`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: `${TESTS}|${CONFIGURATION}` },
  to: { path: '^(contract|db|demo|api|web|e2e|bench|scripts)/', pathNot: `^(${[folder, ...allowed].join('|')})/` },
});

const never = (/** @type {string} */ name, /** @type {object} */ from, /** @type {object} */ to) => ({
  name,
  severity: 'error',
  from,
  to,
});

/**
 * A layer may import the layers below it, never those above: no types and no dynamic imports either. Lowest layer
 * first.
 */
const floors = (/** @type {string} */ name, /** @type {string} */ folder, /** @type {string[]} */ names) =>
  names.map((floor, at) =>
    never(
      `${name}: ${floor} imports nothing above it`,
      { path: `^${folder}/${floor}/`, pathNot: TESTS },
      { path: `^${folder}/`, pathNot: `^${folder}/(${names.slice(0, at + 1).join('|')})/` },
    ),
  );

/** A feature imports no other one. The files beside the folders combine them. */
const noFeatureImportsAnother = (/** @type {string} */ workspace) =>
  never(
    `${workspace}: no feature imports another`,
    { path: `^${workspace}/src/features/([^/]+)/`, pathNot: TESTS },
    { path: `^${workspace}/src/features/`, pathNot: `^${workspace}/src/features/$1/` },
  );

module.exports = {
  forbidden: [
    only('contract'),
    only('db', 'contract'),
    only('demo', 'contract', 'db'),
    only('api', 'contract', 'db', 'demo'),
    only('web', 'contract'),
    only('e2e', 'contract', 'db', 'scripts'),
    only('bench', 'contract', 'db', 'demo', 'scripts'),

    ...floors('contract', 'contract/src', [
      'texts',
      'errors',
      'fields',
      'rules',
      'resources',
      'rights',
      'reports',
      'bodies',
      'calls',
    ]),
    never('contract: no Node modules', { path: '^contract/src', pathNot: TESTS }, NODE_BUILT_IN),
    never(
      'contract: no package but zod',
      { path: '^contract/src', pathNot: TESTS },
      { path: 'node_modules', pathNot: packages('zod') },
    ),
    never(
      'contract: no zod behind the main entry',
      { path: '^contract/src/index\\.ts$' },
      { path: packages('zod'), reachable: true },
    ),
    never(
      'web: only types of the calls',
      { path: '^web/src', pathNot: TESTS },
      { path: '^contract/src/calls/', dependencyTypesNot: ['type-only'] },
    ),
    never('web: no Node modules', { path: '^web/src', pathNot: TESTS }, NODE_BUILT_IN),

    ...floors('api', 'api/src', ['texts', 'platform', 'access', 'engine', 'account', 'domain', 'features', 'jobs']),
    noFeatureImportsAnother('api'),
    ...floors('web', 'web/src', ['(format|i18n)', 'ui', 'session', 'engine', 'domain', 'features', 'shell']),
    ...floors('console engine', 'web/src/engine', ['files', 'data', 'form', 'import-export', 'list', 'record']),
    noFeatureImportsAnother('web'),

    never('no circular imports', {}, { circular: true }),
    never('no code imports its tests', { path: '^(contract|db|demo|api|web)/src/', pathNot: TESTS }, { path: TESTS }),
    never('no unresolvable imports', {}, { couldNotResolve: true }),
    never('no undeclared packages', { path: '/src/' }, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist|\\.po$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
