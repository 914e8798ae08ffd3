import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVERYTHING, affectedSince, changedDefinitions } from './changed.mjs';
import { CHECKS_PART } from './checks.mjs';
import { ROOT } from './prepare.mjs';

/*
 * Which tests a run of `npm test` has: those that changes can break (affected), whole and whatever they cost; then those that every run
 * has (core); then a third of the others, which takes turns (rotation), as far as the budget goes. `npm run test:all` has every test and
 * writes down what each costs: see docs/decisions/0078-affected-core-rotation.md.
 */

/**
 * CPU seconds for which a run of `npm test` is planned. It ends some 70 above, as each part of it starts a runner and a database, and costs
 * vary with what else the machine does: below 900, and below eight minutes of two cores.
 */
export const BUDGET = 760;
const TURNS = 3;

/** A test on Node that costs less, in CPU seconds, is in every run: dealing it out would save nothing. */
const CHEAP = 1.5;
/** The cost of a test that no whole run has seen yet. */
const UNKNOWN = 3;
/** A test file says so in its first line, with its reason. */
const CORE = /^\/\/ Core test: /;

/** Resources that are in every run, as most rules are about them, and how many others take turns. */
const CORE_RESOURCES = ['member', 'member_voucher', 'users'];
const OTHER_RESOURCES = 5;

/** Tests for a server of the operator's own: what depends on the version of PostgreSQL or on its settings. */
const ON_PLAIN_SERVER = new RegExp(
  `^(?:${[
    'db/src/.*',
    'api/src/programme/search/.*',
    'api/src/engine/resources/page-order.*',
    'api/src/engine/resources/conformance/(?:filters|lists|presets|bulk-edit|update|trash)',
    'api/src/engine/exchange/export',
    'api/src/programme/selling/lives',
    'api/src/programme/members/merge',
    'api/src/programme/closing/.*',
    'api/src/programme/reports/overview.*',
  ].join('|')})\\.test\\.ts$`,
);
const REPORTS = /^api\/src\/programme\/reports\//;
const REPORT_TURNS = 6;
const PLAIN_RESOURCES = 3;

/** Tests of features that a pooler could break: settings, cancelled work, cursors, idempotency keys, long transactions. */
export const POOLED = [
  'db/src/session.test.ts',
  'api/src/engine/resources/bulk-edit.test.ts',
  'api/src/engine/resources/conformance/once.test.ts',
  'api/src/engine/exchange/export.test.ts',
];

export const CONSOLE_PART = 'console';
const COSTS = join('scripts', 'test-costs.json');
/** Parts of a run that cost the same in each. */
const RESERVED_PARTS = [CHECKS_PART, CONSOLE_PART];

/**
 * CPU seconds by part of a run, and by test file. `green`: the last commit in which a whole run found no failure.
 *
 * @typedef {{ green: string, parts: Record<string, number>, files: Record<string, number> }} Costs
 */

/**
 * Test files of one kind of run: `name` says why they run; `variables` go to the tests.
 *
 * @typedef {{ name: string, tests: readonly string[] | null, components: readonly string[] | null, journeys: readonly string[] | null,
 *   variables: Record<string, string> }} Batch files as in `Choice` of changed.mjs
 *
 * @typedef {{ batches: readonly Batch[], plain: { tests: readonly string[], variables: Record<string, string> } | 'everything' | null,
 *   isPooled: boolean, lines: readonly string[] }} Selection `plain`: on PostgreSQL 15; `lines`: what the run says first and last
 */

/** @returns {Selection} every test there is */
export function selectEverything() {
  const variables = { TEST_SEED: String(hasHistory() ? commits() : 0) };
  return {
    batches: [{ name: 'everything', ...EVERYTHING, variables }],
    plain: 'everything',
    isPooled: true,
    lines: [`All tests, with the seed ${variables.TEST_SEED}`],
  };
}

/**
 * The tests that the changes since a commit can break, and no others.
 *
 * @param {string} commit
 * @returns {Selection}
 */
export function selectChanged(commit) {
  const { resources, ...files } = affectedSince(commit);
  const variables = resources && { RESOURCES: resources.join(',') };
  return {
    batches: [{ name: 'affected', ...files, variables: { ...variables } }],
    plain: null,
    isPooled: false,
    lines: [],
  };
}

/**
 * The tests of `npm test`.
 *
 * @param {number | undefined} asked a turn to repeat; by default the number of commits
 * @returns {Selection}
 */
export function selectTurn(asked) {
  const turn = asked ?? commits();
  const costs = readCosts();
  const isGreenKnown = isKnown(costs.green);
  const affected = isGreenKnown ? affectedSince(costs.green) : EVERYTHING;
  const files = listTests();
  const onPlainServer = files.filter(
    (file) => ON_PLAIN_SERVER.test(file) || (REPORTS.test(file) && turnOf(file, REPORT_TURNS) === turn % REPORT_TURNS),
  );
  const reserved =
    sum(RESERVED_PARTS, (part) => costs.parts[part] ?? 0) +
    sum([...onPlainServer, ...POOLED], (file) => costOf(file, costs) * shareOf(sourceOf(file), PLAIN_RESOURCES));
  const { core, rotated, left } = chooseTests({ files, affected, costs, reserved, turn, sourceOf });
  const resources = resourcesOf(turn, isGreenKnown ? changedDefinitions(costs.green) : []);
  const variables = { TURN: String(turn), TEST_SEED: String(turn) };
  const whole = { ...variables, TURN: '' };
  const { resources: tried, ...affectedFiles } = affected;
  const price = Math.round(sum(affectedOf(files, affected), (file) => costOf(file, costs)));
  return {
    batches: [
      { name: 'affected', ...affectedFiles, variables: { ...whole, ...(tried && { RESOURCES: tried.join(',') }) } },
      {
        name: 'core and rotation',
        ...byKind([...core, ...rotated]),
        variables: { ...variables, RESOURCES: resources.join(',') },
      },
    ],
    plain: {
      tests: onPlainServer,
      variables: { ...variables, RESOURCES: resources.slice(0, PLAIN_RESOURCES).join(',') },
    },
    isPooled: true,
    lines: [
      `Turn ${turn} (third ${turn % TURNS} of 0 to ${TURNS - 1}); npm test -- --turn ${turn} repeats it`,
      ...(price > 0 ? [`${price} CPU-s of affected tests, changed since ${costs.green.slice(0, 8)}`] : []),
      `${core.length} core and ${rotated.length} rotating files, ${resources.length} resources: ${resources.join(', ')}`,
      ...(left.length > 0
        ? [`${left.length} files of this turn are left out: the budget of ${BUDGET} CPU-s is used up`]
        : []),
    ],
  };
}

/**
 * Deals out the files that no change can break: the core, and those of the turn that the budget has room for.
 *
 * @param {object} given
 * @param {readonly string[]} given.files every test file
 * @param {import('./changed.mjs').Choice} given.affected
 * @param {Costs} given.costs
 * @param {number} given.reserved CPU seconds of the budget for everything else in the run
 * @param {number} given.turn
 * @param {(file: string) => string} given.sourceOf the text of a test file
 */
export function chooseTests({ files, affected, costs, reserved, turn, sourceOf }) {
  const run = affectedOf(files, affected);
  const others = files.filter((file) => !run.includes(file));
  const core = others.filter((file) => isCore(file, costs, sourceOf(file)));
  const ofTurn =
    deal(
      others.filter((file) => !core.includes(file)),
      costs,
    )[turn % TURNS] ?? [];
  const price = (/** @type {string} */ file) =>
    costOf(file, costs) * shareOf(sourceOf(file), CORE_RESOURCES.length + OTHER_RESOURCES);
  let left = BUDGET - reserved - sum(run, (file) => costOf(file, costs)) - sum(core, price);
  // A turn begins at its first, second and last third in turn: where the budget ends it, the files that were left out come first another time.
  const first = (Math.floor(turn / TURNS) % TURNS) * Math.ceil(ofTurn.length / TURNS);
  const inOrder = [...ofTurn.slice(first), ...ofTurn.slice(0, first)];
  const within = new Set(inOrder.filter((file) => (left -= price(file)) >= 0));
  return { core, rotated: ofTurn.filter((file) => within.has(file)), left: ofTurn.filter((file) => !within.has(file)) };
}

/**
 * The files in turns of equal cost. A file keeps its turn as long as the costs stay the same: the dearest come first, and each goes to
 * the turn that costs least so far.
 *
 * @param {readonly string[]} files
 * @param {Costs} costs
 */
export function deal(files, costs) {
  /** @type {{ files: string[], cost: number }[]} */
  const turns = Array.from({ length: TURNS }, () => ({ files: [], cost: 0 }));
  for (const file of files.toSorted((a, b) => costOf(b, costs) - costOf(a, costs) || hashOf(a) - hashOf(b))) {
    const cheapest = turns.reduce((a, b) => (b.cost < a.cost ? b : a));
    cheapest.files.push(file);
    cheapest.cost += costOf(file, costs);
  }
  return turns.map((one) => one.files.toSorted((a, b) => hashOf(a) - hashOf(b)));
}

const isCore = (/** @type {string} */ file, /** @type {Costs} */ costs, /** @type {string} */ source) =>
  CORE.test(source) || (file.endsWith('.test.ts') && (costs.files[file] ?? UNKNOWN) < CHEAP);

const costOf = (/** @type {string} */ file, /** @type {Costs} */ costs) => costs.files[file] ?? UNKNOWN;

/** The part of a file's cost that is left in a run of one turn, by what it deals out; of files over resources a part is fixed. */
function shareOf(/** @type {string} */ source, /** @type {number} */ resources) {
  if (/\beveryResource\b|\beveryWritable\b|\btestEveryResource\b/.test(source))
    return 0.12 + (0.88 * resources) / listDefinitions().length;
  if (/\binTurn\b/.test(source)) return 0.6;
  if (/\btestInEveryLook\b/.test(source)) return 0.55;
  return 1;
}

/** The resources of a turn: the core, those that have changed, and five others. */
function resourcesOf(/** @type {number} */ turn, /** @type {readonly string[]} */ changed) {
  const others = listDefinitions()
    .map((file) => file.split('/').at(-1)?.replace('.ts', '') ?? '')
    .filter((key) => !CORE_RESOURCES.includes(key))
    .toSorted((a, b) => hashOf(a) - hashOf(b));
  const first = (turn * OTHER_RESOURCES) % others.length;
  const dealt = [...others, ...others].slice(first, first + OTHER_RESOURCES);
  return [...new Set([...CORE_RESOURCES, ...dealt, ...changed])];
}

/** The affected files; an empty list of a kind means all of it. */
function affectedOf(/** @type {readonly string[]} */ files, /** @type {import('./changed.mjs').Choice} */ affected) {
  const kinds = byKind(files);
  const of = (/** @type {'tests' | 'components' | 'journeys'} */ kind) =>
    affected[kind]?.length === 0 ? (kinds[kind] ?? []) : (affected[kind] ?? []);
  return [...of('tests'), ...of('components'), ...of('journeys')];
}

function byKind(/** @type {readonly string[]} */ files) {
  const of = (/** @type {RegExp} */ kind) => {
    const some = files.filter((file) => kind.test(file));
    return some.length > 0 ? some : null;
  };
  return { tests: of(/\.test\.ts$/), components: of(/\.test\.tsx$/), journeys: of(/\.spec\.ts$/) };
}

/** @returns {Costs} */
export function readCosts() {
  const file = join(ROOT, COSTS);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { green: '', parts: {}, files: {} };
}

/**
 * Writes down what a whole run has measured, to be committed; and the commit, if it was green.
 *
 * @param {Omit<Costs, 'green'>} measured
 * @param {boolean} isGreen
 */
export function writeCosts({ parts, files }, isGreen) {
  const rounded = (/** @type {Record<string, number>} */ costs) =>
    Object.fromEntries(
      Object.entries(costs)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, cost]) => [name, Math.round(cost * 10) / 10]),
    );
  const costs = {
    green: isGreen ? git('rev-parse', 'HEAD') : readCosts().green,
    parts: rounded(parts),
    files: rounded(files),
  };
  writeFileSync(join(ROOT, COSTS), `${JSON.stringify(costs, null, 2)}\n`);
  console.log(`${COSTS} has the costs of this run: commit it.`);
}

const sourceOf = (/** @type {string} */ file) => readFileSync(join(ROOT, file), 'utf8');
const listDefinitions = () => listFiles('contract/src/resources/*.ts');
const listTests = () => listFiles('*.test.ts', '*.test.tsx', '*.spec.ts');
const listFiles = (/** @type {string[]} */ ...patterns) =>
  git('ls-files', '--cached', '--others', '--exclude-standard', ...patterns)
    .split('\n')
    .filter((file) => existsSync(join(ROOT, file)));

/** Without the history there are no turns, and no changes since a commit: every test runs. */
export function hasHistory() {
  return isKnown('HEAD');
}

/** The number of commits up to this one. */
const commits = () => Number(git('rev-list', '--count', 'HEAD'));

function isKnown(/** @type {string} */ commit) {
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD');
    return true;
  } catch {
    return false; // a shallow clone, or a history of its own
  }
}

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** @template T */
const sum = (/** @type {readonly T[]} */ all, /** @type {(one: T) => number} */ of) =>
  all.reduce((total, one) => total + of(one), 0);

/** The same number for the same text on every machine. */
const hashOf = (/** @type {string} */ text) => createHash('sha256').update(text).digest().readUInt32BE();
const turnOf = (/** @type {string} */ text, /** @type {number} */ turns) => hashOf(text) % turns;
