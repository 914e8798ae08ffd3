import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFINITION_FILE, ALL_TESTS, findAffectedSince, listChangedDefinitions } from './changed.mjs';
import { CHECKS_PART } from './checks.mjs';
import { ROOT } from './prepare.mjs';

/*
 * Selects the tests of an `npm test` run in three steps: tests that changes can break (affected), regardless of cost;
 * tests that are in every run (core); then a third of the others in turns (rotation), within the budget. `npm run
 * test:all` runs every test and records its cost. See
 * docs/decisions/0078-run-affected-tests-a-core-and-a-third-of-the-rest.md.
 */

/**
 * CPU seconds for which an `npm test` run is planned. The actual total is some 70 seconds higher, because each part
 * starts a runner and a database, and costs vary with the machine's load. It stays below 900 CPU seconds, and below
 * eight minutes on two cores.
 */
export const CPU_BUDGET = 760;
const SHARD_COUNT = 3;

/** CPU seconds. A cheaper Node test is in every run, because rotating it would save nothing. */
const CHEAP_COST = 1.5;
/** CPU seconds assumed for a test that no full run has measured yet. */
const UNKNOWN_COST = 3;
/** Marks a core test: the first line of its file, which gives the reason. */
const CORE_COMMENT = /^\/\/ Core test: /;

/** The resources in every run, because most rules concern them, and the number of other resources per turn. */
const CORE_RESOURCES = ['member', 'member_voucher', 'users'];
const OTHER_RESOURCE_COUNT = 5;

/** Tests that also run on an operator's own server: those that depend on PostgreSQL's version or settings. */
const PLAIN_SERVER_TESTS = new RegExp(
  `^(?:${[
    'db/src/.*',
    'api/src/features/member-search/.*',
    'api/src/engine/resources/page-order.*',
    'api/src/engine/resources/conformance/(?:filters|lists|presets|bulk-edit|update|trash)',
    'api/src/engine/import-export/export',
    'api/src/features/sales/simulations',
    'api/src/features/members/merge',
    'api/src/features/month-close/.*',
    'api/src/features/reports/overview.*',
  ].join('|')})\\.test\\.ts$`,
);
const REPORT_TESTS = /^api\/src\/features\/reports\//;
const REPORT_SHARD_COUNT = 6;
const PLAIN_RESOURCE_COUNT = 3;

/**
 * Tests of features that a pooler could break: settings, cancelled work, cursors, idempotency keys, long transactions.
 */
export const POOLED_TESTS = [
  'db/src/session.test.ts',
  'api/src/engine/resources/bulk-edit.test.ts',
  'api/src/engine/resources/conformance/idempotency.test.ts',
  'api/src/engine/import-export/export.test.ts',
];

export const CONSOLE_PART = 'console';
const COSTS_FILE = join('scripts', 'test-costs.json');
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
 *   variables: Record<string, string> }} Batch files as in `AffectedTests` of changed.mjs
 *
 * @typedef {{ batches: readonly Batch[],
 *   plain: { tests: readonly string[], variables: Record<string, string> } | 'everything' | null,
 *   isPooled: boolean, lines: readonly string[] }} Selection `plain`: on PostgreSQL 15; `lines`: printed at the start
 *   and end of the run
 */

/** @returns {Selection} every test */
export function selectAllTests() {
  const variables = { TEST_SEED: String(hasHistory() ? countCommits() : 0) };
  return {
    batches: [{ name: 'everything', ...ALL_TESTS, variables }],
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
  const { resources, ...files } = findAffectedSince(commit);
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
 * @param {number | undefined} requestedTurn a turn to repeat; defaults to the number of commits
 * @returns {Selection}
 */
export function selectShard(requestedTurn) {
  const turn = requestedTurn ?? countCommits();
  const costs = readCosts();
  const hasGreenCommit = isAncestor(costs.green);
  const affected = hasGreenCommit ? findAffectedSince(costs.green) : ALL_TESTS;
  const files = listTests();
  const plainServerTests = files.filter(
    (file) =>
      PLAIN_SERVER_TESTS.test(file) ||
      (REPORT_TESTS.test(file) && getShard(file, REPORT_SHARD_COUNT) === turn % REPORT_SHARD_COUNT),
  );
  const reserved =
    sum(RESERVED_PARTS, (part) => costs.parts[part] ?? 0) +
    sum(
      [...plainServerTests, ...POOLED_TESTS],
      (file) => getCost(file, costs) * getTurnShare(readSource(file), PLAIN_RESOURCE_COUNT),
    );
  const { core, rotated, skipped } = chooseTests({ files, affected, costs, reserved, turn, readSource });
  const resources = selectResources(turn, hasGreenCommit ? listChangedDefinitions(costs.green) : []);
  const variables = { TURN: String(turn), TEST_SEED: String(turn) };
  const unrotatedVariables = { ...variables, TURN: '' };
  const { resources: affectedResources, ...affectedFiles } = affected;
  const affectedCost = Math.round(sum(listAffectedFiles(files, affected), (file) => getCost(file, costs)));
  return {
    batches: [
      {
        name: 'affected',
        ...affectedFiles,
        variables: { ...unrotatedVariables, ...(affectedResources && { RESOURCES: affectedResources.join(',') }) },
      },
      {
        name: 'core and rotation',
        ...groupByKind([...core, ...rotated]),
        variables: { ...variables, RESOURCES: resources.join(',') },
      },
    ],
    plain: {
      tests: plainServerTests,
      variables: { ...variables, RESOURCES: resources.slice(0, PLAIN_RESOURCE_COUNT).join(',') },
    },
    isPooled: true,
    lines: [
      `Turn ${turn} (third ${turn % SHARD_COUNT} of 0 to ${SHARD_COUNT - 1}); npm test -- --turn ${turn} repeats it`,
      ...(affectedCost > 0
        ? [`${affectedCost} CPU-s of affected tests, changed since ${costs.green.slice(0, 8)}`]
        : []),
      `${core.length} core and ${rotated.length} rotating files, ${resources.length} resources: ${resources.join(', ')}`,
      ...(skipped.length > 0
        ? [`${skipped.length} files of this turn are left out: the budget of ${CPU_BUDGET} CPU-s is used up`]
        : []),
    ],
  };
}

/**
 * Selects from the files that no change can break: the core, and as many files of the turn as the budget allows.
 *
 * @param {object} options
 * @param {readonly string[]} options.files every test file
 * @param {import('./changed.mjs').AffectedTests} options.affected
 * @param {Costs} options.costs
 * @param {number} options.reserved CPU seconds of the budget for everything else in the run
 * @param {number} options.turn
 * @param {(file: string) => string} options.readSource returns the text of a test file
 */
export function chooseTests({ files, affected, costs, reserved, turn, readSource }) {
  const affectedFiles = listAffectedFiles(files, affected);
  const others = files.filter((file) => !affectedFiles.includes(file));
  const core = others.filter((file) => isCore(file, costs, readSource(file)));
  const shardFiles =
    divideIntoShards(
      others.filter((file) => !core.includes(file)),
      costs,
    )[turn % SHARD_COUNT] ?? [];
  const getTurnCost = (/** @type {string} */ file) =>
    getCost(file, costs) * getTurnShare(readSource(file), CORE_RESOURCES.length + OTHER_RESOURCE_COUNT);
  let remainingBudget =
    CPU_BUDGET - reserved - sum(affectedFiles, (file) => getCost(file, costs)) - sum(core, getTurnCost);
  // Starts at the first, second or last third of the turn's files, alternating, so that files cut off by the budget
  // come first another time.
  const first = (Math.floor(turn / SHARD_COUNT) % SHARD_COUNT) * Math.ceil(shardFiles.length / SHARD_COUNT);
  const orderedFiles = [...shardFiles.slice(first), ...shardFiles.slice(0, first)];
  const withinBudget = new Set(orderedFiles.filter((file) => (remainingBudget -= getTurnCost(file)) >= 0));
  return {
    core,
    rotated: shardFiles.filter((file) => withinBudget.has(file)),
    skipped: shardFiles.filter((file) => !withinBudget.has(file)),
  };
}

/**
 * Divides the files into turns of equal cost. The most expensive come first, and each goes to the cheapest turn so far.
 * A file keeps its turn while the costs stay the same.
 *
 * @param {readonly string[]} files
 * @param {Costs} costs
 */
export function divideIntoShards(files, costs) {
  /** @type {{ files: string[], cost: number }[]} */
  const shards = Array.from({ length: SHARD_COUNT }, () => ({ files: [], cost: 0 }));
  for (const file of files.toSorted((a, b) => getCost(b, costs) - getCost(a, costs) || hashText(a) - hashText(b))) {
    const cheapest = shards.reduce((a, b) => (b.cost < a.cost ? b : a));
    cheapest.files.push(file);
    cheapest.cost += getCost(file, costs);
  }
  return shards.map((shard) => shard.files.toSorted((a, b) => hashText(a) - hashText(b)));
}

const isCore = (/** @type {string} */ file, /** @type {Costs} */ costs, /** @type {string} */ source) =>
  CORE_COMMENT.test(source) || (file.endsWith('.test.ts') && (costs.files[file] ?? UNKNOWN_COST) < CHEAP_COST);

const getCost = (/** @type {string} */ file, /** @type {Costs} */ costs) => costs.files[file] ?? UNKNOWN_COST;

/**
 * Returns the fraction of a file's cost that one turn pays, depending on what the file itself rotates. Files that
 * iterate over resources also have a fixed part.
 */
function getTurnShare(/** @type {string} */ source, /** @type {number} */ resources) {
  if (/\beveryResource\b|\beveryWritable\b|\btestEveryResource\b/.test(source))
    return 0.12 + (0.88 * resources) / listDefinitions().length;
  if (/\bcaseShare\b/.test(source)) return 0.6;
  if (/\btestInEveryVariant\b/.test(source)) return 0.55;
  return 1;
}

/** Returns the resources of a turn: the core, the changed ones, and five others. */
function selectResources(/** @type {number} */ turn, /** @type {readonly string[]} */ changed) {
  const others = listDefinitions()
    .map((file) => file.split('/').at(-1)?.replace('.ts', '') ?? '')
    .filter((key) => !CORE_RESOURCES.includes(key))
    .toSorted((a, b) => hashText(a) - hashText(b));
  const first = (turn * OTHER_RESOURCE_COUNT) % others.length;
  const selected = [...others, ...others].slice(first, first + OTHER_RESOURCE_COUNT);
  return [...new Set([...CORE_RESOURCES, ...selected, ...changed])];
}

/** Returns the affected files. An empty list of a kind means all files of that kind. */
function listAffectedFiles(
  /** @type {readonly string[]} */ files,
  /** @type {import('./changed.mjs').AffectedTests} */ affected,
) {
  const kinds = groupByKind(files);
  const selectKind = (/** @type {'tests' | 'components' | 'journeys'} */ kind) =>
    affected[kind]?.length === 0 ? (kinds[kind] ?? []) : (affected[kind] ?? []);
  return [...selectKind('tests'), ...selectKind('components'), ...selectKind('journeys')];
}

function groupByKind(/** @type {readonly string[]} */ files) {
  const selectKind = (/** @type {RegExp} */ kind) => {
    const matches = files.filter((file) => kind.test(file));
    return matches.length > 0 ? matches : null;
  };
  return {
    tests: selectKind(/\.test\.ts$/),
    components: selectKind(/\.test\.tsx$/),
    journeys: selectKind(/\.spec\.ts$/),
  };
}

/** @returns {Costs} */
export function readCosts() {
  const file = join(ROOT, COSTS_FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { green: '', parts: {}, files: {} };
}

/**
 * Records the measurements of a full run, to be committed, and the commit if the run was green.
 *
 * @param {Omit<Costs, 'green'>} measured
 * @param {boolean} isGreen
 */
export function writeCosts({ parts, files }, isGreen) {
  const roundCosts = (/** @type {Record<string, number>} */ costs) =>
    Object.fromEntries(
      Object.entries(costs)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, cost]) => [name, Math.round(cost * 10) / 10]),
    );
  const costs = {
    green: isGreen ? git('rev-parse', 'HEAD') : readCosts().green,
    parts: roundCosts(parts),
    files: roundCosts(files),
  };
  writeFileSync(join(ROOT, COSTS_FILE), `${JSON.stringify(costs, null, 2)}\n`);
  console.log(`${COSTS_FILE} has the costs of this run: commit it.`);
}

const readSource = (/** @type {string} */ file) => readFileSync(join(ROOT, file), 'utf8');
const listDefinitions = () => listFiles('contract/src/resources/*.ts').filter((file) => DEFINITION_FILE.test(file));
const listTests = () => listFiles('*.test.ts', '*.test.tsx', '*.spec.ts');
const listFiles = (/** @type {string[]} */ ...patterns) =>
  git('ls-files', '--cached', '--others', '--exclude-standard', ...patterns)
    .split('\n')
    .filter((file) => existsSync(join(ROOT, file)));

/** Without the Git history there are neither turns nor changes since a commit: every test runs. */
export function hasHistory() {
  return isAncestor('HEAD');
}

/** The number of commits up to this one. */
const countCommits = () => Number(git('rev-list', '--count', 'HEAD'));

function isAncestor(/** @type {string} */ commit) {
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
const sum = (/** @type {readonly T[]} */ items, /** @type {(item: T) => number} */ getValue) =>
  items.reduce((total, item) => total + getValue(item), 0);

/** Returns the same number for the same text on every machine. */
const hashText = (/** @type {string} */ text) => createHash('sha256').update(text).digest().readUInt32BE();
const getShard = (/** @type {string} */ text, /** @type {number} */ shards) => hashText(text) % shards;
