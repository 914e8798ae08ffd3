/**
 * The imports that are allowed. Reads as the table in ARCHITECTURE.md; scripts/boundaries.test.ts feeds it forbidden imports and
 * expects red.
 *
 * The parser is swc: with TypeScript 7, which has no compiler API, the default one would see no module and pass.
 */
const NODE_BUILT_IN = { dependencyTypes: ['core'] };
const TESTS = '\\.(test|stories)\\.tsx?$|/testing[/.-]|/test-';
/** The configuration of a tool may know where the tool is found. */
const CONFIGURATION = '\\.config\\.ts$';

/** @param {string[]} names */
const packages = (...names) => `node_modules/(${names.join('|')})/`;

/** A folder of ours may import the listed ones, and of our own folders nothing else. */
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

/** A floor knows those below it, and none above: not by its types either, nor by late imports. The lowest comes first. */
const floors = (/** @type {string} */ name, /** @type {string} */ folder, /** @type {string[]} */ names) =>
  names.map((floor, at) =>
    never(
      `${name}: ${floor} knows nothing above it`,
      { path: `^${folder}/${floor}/`, pathNot: TESTS },
      { path: `^${folder}/`, pathNot: `^${folder}/(${names.slice(0, at + 1).join('|')})/` },
    ),
  );

/**
 * Subjects of the programme stand side by side, on ground that they share; the files beside their folders bring them together.
 */
const oneSubjectNeverAnother = (/** @type {string} */ workspace, /** @type {string[]} */ ...shared) =>
  never(
    `${workspace}: one subject never another`,
    { path: `^${workspace}/src/programme/([^/]+)/`, pathNot: TESTS },
    { path: `^${workspace}/src/programme/`, pathNot: `^${workspace}/src/programme/($1|${shared.join('|')})/` },
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

    never('contract: nothing of Node', { path: '^contract/src', pathNot: TESTS }, NODE_BUILT_IN),
    never(
      'contract: zod alone',
      { path: '^contract/src', pathNot: TESTS },
      { path: 'node_modules', pathNot: packages('zod') },
    ),
    never(
      'contract: zod only behind its own door',
      { path: '^contract/src/index\\.ts$' },
      { path: packages('zod'), reachable: true },
    ),
    never(
      'web: of the calls their types alone',
      { path: '^web/src', pathNot: TESTS },
      { path: '^contract/src/calls', dependencyTypesNot: ['type-only'] },
    ),
    never('web: nothing of Node', { path: '^web/src', pathNot: TESTS }, NODE_BUILT_IN),

    ...floors('api', 'api/src', ['platform', 'access', 'engine', 'account', 'programme', 'jobs']),
    oneSubjectNeverAnother('api', 'cards', 'people', 'places'),
    ...floors('web', 'web/src', ['(format|i18n)', 'ui', 'session', 'engine', 'programme', 'shell']),
    ...floors('console engine', 'web/src/engine', ['files', 'data', 'form', 'exchange', 'list', 'record']),
    oneSubjectNeverAnother('web', 'cards', 'desk', 'people'),

    never('one way only: no circles', {}, { circular: true }),
    never(
      'the program never imports its tests',
      { path: '^(contract|db|demo|api|web)/src/', pathNot: TESTS },
      { path: TESTS },
    ),
    never('nothing that is not there', {}, { couldNotResolve: true }),
    never('nothing that is not declared', { path: '/src/' }, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
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
