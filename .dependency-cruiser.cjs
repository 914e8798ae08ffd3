/**
 * Who may import whom. Reads as the table in ARCHITECTURE.md; scripts/boundaries.test.ts feeds it what is forbidden and
 * expects red.
 *
 * The parser is swc: with TypeScript 7, which has no compiler API, the default one would see no module and pass.
 */
const NODE_BUILT_IN = { dependencyTypes: ['core'] };
const TESTS = '\\.(test|stories)\\.tsx?$|/testing[/.-]|/test-';
/** What configures a tool may know where the tool is found. */
const CONFIGURATION = '\\.config\\.ts$';

/** @param {string[]} names */
const packages = (...names) => `node_modules/(${names.join('|')})(/|$)`;

/** A folder of ours may import what is listed, and of our own folders nothing else. */
const only = (/** @type {string} */ folder, /** @type {string[]} */ ...allowed) => ({
  name: `${folder} imports only ${allowed.join(', ') || 'itself'}`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: `${TESTS}|${CONFIGURATION}` },
  to: { path: '^(contract|db|api|web|e2e|bench|scripts)/', pathNot: `^(${[folder, ...allowed].join('|')})/` },
});

const never = (/** @type {string} */ name, /** @type {object} */ from, /** @type {object} */ to) => ({
  name,
  severity: 'error',
  from,
  to,
});

/** The floors of the API, the lowest first; what composes them stands on top. */
const API_FLOORS = ['platform', 'access', 'engine', 'account', 'programme', 'jobs'];

module.exports = {
  forbidden: [
    only('contract'),
    only('db', 'contract'),
    only('api', 'contract', 'db'),
    only('web', 'contract'),
    only('e2e', 'contract', 'db', 'scripts'),
    only('bench', 'contract', 'db', 'scripts'),

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
    never('web: nothing of Node', { path: '^web/src', pathNot: TESTS }, NODE_BUILT_IN),

    never(
      'web: one flow never another',
      { path: '^web/src/flows/([^/]+)/' },
      { path: '^web/src/flows/', pathNot: '^web/src/flows/$1/' },
    ),
    ...API_FLOORS.map((floor, at) =>
      never(
        `api: ${floor} knows nothing above it`,
        { path: `^api/src/${floor}/`, pathNot: TESTS },
        { path: '^api/src/', pathNot: `^api/src/(${API_FLOORS.slice(0, at + 1).join('|')})/` },
      ),
    ),
    never(
      'api: one subject never another',
      { path: '^api/src/programme/([^/]+)/', pathNot: TESTS },
      { path: '^api/src/programme/', pathNot: '^api/src/programme/($1|cards|people|places)/' },
    ),
    never(
      'web: ui knows neither resources nor screens',
      { path: '^web/src/ui/', pathNot: TESTS },
      { path: '^web/src/(resource|screens|flows|reports|shell)/' },
    ),

    never(
      'one way only: no circles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    ),
    never(
      'the program never imports its tests',
      { path: '^(contract|db|api|web)/src/', pathNot: TESTS },
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
