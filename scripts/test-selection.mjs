import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFINITION_FILE, EVERYTHING, affectedSince, changedDefinitions } from './changed.mjs';
import { CHECKS_PART } from './checks.mjs';
import { ROOT } from './prepare.mjs';

/*
 * Selects the tests of an `npm test` run in three steps: tests that changes can break (affected), complete and whatever
 * they cost; tests of every run (core); then a third of the others in turns (rotation), within the budget. `npm run
 * test:all` runs every test and records its cost. See
 * docs/decisions/0078-run-affected-tests-a-core-and-a-third-of-the-rest.md.
 */

/**
 * CPU seconds for which an `npm test` run is planned. The actual total is some 70 higher, because each part starts a
 * runner and a database and costs vary with the machine's load. It stays below 900, and below eight minutes on two
 * cores.
 */
export const CPU_BUDGET = 760;
const SHARD_COUNT = 3;

/** CPU seconds. A cheaper test on Node is in every run, because rotating it would save nothing. */
const CHEAP = 1.5;
/** CPU seconds assumed for a test that no full run has measured yet. */
const UNKNOWN = 3;
/** Marks a core test: the first line of its file, with the reason. */
const CORE_COMMENT = /^\/\/ Core test: /;

/** Resources in every run, because most rules concern them, and the number of other resources in each turn. */
const CORE_RESOURCES = ['member', 'member_voucher', 'users'];
const OTHER_RESOURCE_COUNT = 5;

/** Tests that also run on an operator's own server: those that depend on PostgreSQL's version or settings. */
const ON_PLAIN_SERVER = new RegExp(
  `^(?:${[
    'db/src/.*',
    'api/src/features/member-search/.*',
    'api/src/engine/resources/page-order.*',
    'api/src/engine/resources/conformance/(?:filters|lists|presets|bulk-edit|update|trash)',
    'api/src/engine/import-export/export',
    'api/src/features/sales/lives',
    'api/src/features/members/merge',
    'api/src/features/month-close/.*',
    'api/src/features/reports/overview.*',
  ].join('|')})\\.test\\.ts$`,
);
const REPORTS = /^api\/src\/features\/reports\//;
const REPORT_SHARD_COUNT = 6;
const PLAIN_RESOURCE_COUNT = 3;

/**
 * Tests of features that a pooler could break: settings, cancelled work, cursors, idempotency keys, long transactions.
 */
export const POOLED = [
  'db/src/session.test.ts',
  'api/src/engine/resources/bulk-edit.test.ts',
  'api/src/engine/resources/conformance/idempotency.test.ts',
  'api/src/engine/import-export/export.test.ts',
];

export const CONSOLE_PART = 'console';
const COSTS = join('scripts', 'test-costs.json');
/** Parts of a run with the same cost in every run. */
const RESERVED_PARTS = [CHECKS_PART, CONSOLE_PART];

/**
 * CPU seconds by part of a run, and by test file. `green`: the last commit whose full run had no failure.
 *
 * @typedef {{ green: string, parts: Record<string, number>, files: Record<string, number> }} Costs
 */

/**
 * Test files of one kind of run. `name` says why they run; `variables` are passed to the tests.
 *
 * @typedef {{ name: string, tests: readonly string[] | null, components: readonly string[] | null,
 *   journeys: readonly string[] | null,
 *   variables: Record<string, string> }} Batch files as in `Choice` of changed.mjs
 *
 * @typedef {{ batches: readonly Batch[],
 *   plain: { tests: readonly string[], variables: Record<string, string> } | 'everything' | null,
 *   isPooled: boolean, lines: readonly string[] }} Selection `plain`: on PostgreSQL 15; `lines`: printed at the start
 *   and end of the run
 */

/** @returns {Selection} every test */
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
 * Selects only the tests that the changes since a commit can break.
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
 * Selects the tests of `npm test`.
 *
 * @param {number | undefined} requested a turn to repeat; defaults to the number of commits
 * @returns {Selection}
 */
export function selectShard(requested) {
  const turn = requested ?? commits();
  const costs = readCosts();
  const hasGreenCommit = isKnown(costs.green);
  const affected = hasGreenCommit ? affectedSince(costs.green) : EVERYTHING;
  const files = listTests();
  const onPlainServer = files.filter(
    (file) =>
      ON_PLAIN_SERVER.test(file) ||
      (REPORTS.test(file) && shardOf(file, REPORT_SHARD_COUNT) === turn % REPORT_SHARD_COUNT),
  );
  const reserved =
    sum(RESERVED_PARTS, (part) => costs.parts[part] ?? 0) +
    sum([...onPlainServer, ...POOLED], (file) => costOf(file, costs) * shareOf(sourceOf(file), PLAIN_RESOURCE_COUNT));
  const { core, rotated, left } = chooseTests({ files, affected, costs, reserved, turn, sourceOf });
  const resources = resourcesOf(turn, hasGreenCommit ? changedDefinitions(costs.green) : []);
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
      variables: { ...variables, RESOURCES: resources.slice(0, PLAIN_RESOURCE_COUNT).join(',') },
    },
    isPooled: true,
    lines: [
      `Turn ${turn} (third ${turn % SHARD_COUNT} of 0 to ${SHARD_COUNT - 1}); npm test -- --turn ${turn} repeats it`,
      ...(price > 0 ? [`${price} CPU-s of affected tests, changed since ${costs.green.slice(0, 8)}`] : []),
      `${core.length} core and ${rotated.length} rotating files, ${resources.length} resources: ${resources.join(', ')}`,
      ...(left.length > 0
        ? [`${left.length} files of this turn are left out: the budget of ${CPU_BUDGET} CPU-s is used up`]
        : []),
    ],
  };
}

/**
 * Selects from the files that no change can break: the core, and as many files of the turn as the budget allows.
 *
 * @param {object} given
 * @param {readonly string[]} given.files every test file
 * @param {import('./changed.mjs').Choice} given.affected
 * @param {Costs} given.costs
 * @param {number} given.reserved CPU seconds of the budget for everything else in the run
 * @param {number} given.turn
 * @param {(file: string) => string} given.sourceOf returns the text of a test file
 */
export function chooseTests({ files, affected, costs, reserved, turn, sourceOf }) {
  const run = affectedOf(files, affected);
  const others = files.filter((file) => !run.includes(file));
  const core = others.filter((file) => isCore(file, costs, sourceOf(file)));
  const shardFiles =
    distribute(
      others.filter((file) => !core.includes(file)),
      costs,
    )[turn % SHARD_COUNT] ?? [];
  const price = (/** @type {string} */ file) =>
    costOf(file, costs) * shareOf(sourceOf(file), CORE_RESOURCES.length + OTHER_RESOURCE_COUNT);
  let left = CPU_BUDGET - reserved - sum(run, (file) => costOf(file, costs)) - sum(core, price);
  // Start at the first, second or last third of the turn, alternating, so that files cut off by the budget come first
  // another time.
  const first = (Math.floor(turn / SHARD_COUNT) % SHARD_COUNT) * Math.ceil(shardFiles.length / SHARD_COUNT);
  const inOrder = [...shardFiles.slice(first), ...shardFiles.slice(0, first)];
  const within = new Set(inOrder.filter((file) => (left -= price(file)) >= 0));
  return {
    core,
    rotated: shardFiles.filter((file) => within.has(file)),
    left: shardFiles.filter((file) => !within.has(file)),
  };
}

/**
 * Divides the files into turns of equal cost. The most expensive come first, and each goes to the cheapest turn so far.
 * A file keeps its turn while the costs stay the same.
 *
 * @param {readonly string[]} files
 * @param {Costs} costs
 */
export function distribute(files, costs) {
  /** @type {{ files: string[], cost: number }[]} */
  const shards = Array.from({ length: SHARD_COUNT }, () => ({ files: [], cost: 0 }));
  for (const file of files.toSorted((a, b) => costOf(b, costs) - costOf(a, costs) || hashOf(a) - hashOf(b))) {
    const cheapest = shards.reduce((a, b) => (b.cost < a.cost ? b : a));
    cheapest.files.push(file);
    cheapest.cost += costOf(file, costs);
  }
  return shards.map((one) => one.files.toSorted((a, b) => hashOf(a) - hashOf(b)));
}

const isCore = (/** @type {string} */ file, /** @type {Costs} */ costs, /** @type {string} */ source) =>
  CORE_COMMENT.test(source) || (file.endsWith('.test.ts') && (costs.files[file] ?? UNKNOWN) < CHEAP);

const costOf = (/** @type {string} */ file, /** @type {Costs} */ costs) => costs.files[file] ?? UNKNOWN;

/**
 * Fraction of a file's cost that one turn still pays, depending on what the file rotates internally. Files that iterate
 * over resources also have a fixed part.
 */
function shareOf(/** @type {string} */ source, /** @type {number} */ resources) {
  if (/\beveryResource\b|\beveryWritable\b|\btestEveryResource\b/.test(source))
    return 0.12 + (0.88 * resources) / listDefinitions().length;
  if (/\binTurn\b/.test(source)) return 0.6;
  if (/\btestInEveryLook\b/.test(source)) return 0.55;
  return 1;
}

/** Resources of a turn: the core, the changed ones, and five others. */
function resourcesOf(/** @type {number} */ turn, /** @type {readonly string[]} */ changed) {
  const others = listDefinitions()
    .map((file) => file.split('/').at(-1)?.replace('.ts', '') ?? '')
    .filter((key) => !CORE_RESOURCES.includes(key))
    .toSorted((a, b) => hashOf(a) - hashOf(b));
  const first = (turn * OTHER_RESOURCE_COUNT) % others.length;
  const selected = [...others, ...others].slice(first, first + OTHER_RESOURCE_COUNT);
  return [...new Set([...CORE_RESOURCES, ...selected, ...changed])];
}

/** The affected files; an empty list of a kind means all files of that kind. */
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
 * Records the measurements of a full run, to be committed, and the commit if the run was green.
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
const listDefinitions = () => listFiles('contract/src/resources/*.ts').filter((file) => DEFINITION_FILE.test(file));
const listTests = () => listFiles('*.test.ts', '*.test.tsx', '*.spec.ts');
const listFiles = (/** @type {string[]} */ ...patterns) =>
  git('ls-files', '--cached', '--others', '--exclude-standard', ...patterns)
    .split('\n')
    .filter((file) => existsSync(join(ROOT, file)));

/** Without the Git history there are neither turns nor changes since a commit: every test runs. */
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
    return false; // a shallow clone, or an unrelated history
  }
}

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** @template T */
const sum = (/** @type {readonly T[]} */ all, /** @type {(one: T) => number} */ of) =>
  all.reduce((total, one) => total + of(one), 0);

/** Same number for the same text on every machine. */
const hashOf = (/** @type {string} */ text) => createHash('sha256').update(text).digest().readUInt32BE();
const shardOf = (/** @type {string} */ text, /** @type {number} */ shards) => hashOf(text) % shards;
