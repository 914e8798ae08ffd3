import { expect, test } from 'vitest';
import { ALL_TESTS } from './changed.mjs';
import { CPU_BUDGET, chooseTests, divideIntoShards } from './test-selection.mjs';

const NO_TESTS = { tests: null, components: null, journeys: null, resources: null };

/** Returns `count` files on Node, which all cost more than the threshold for cheap ones. */
const createPaths = (count: number, folder = 'api/src'): string[] =>
  Array.from({ length: count }, (_, n) => `${folder}/file-${n}.test.ts`);
const createCosts = (files: readonly string[], cost: number) => ({
  green: '',
  parts: {},
  files: Object.fromEntries(files.map((file) => [file, cost])),
});
const selectTests = (
  files: readonly string[],
  { turn = 0, cost = 5, affected = NO_TESTS as typeof ALL_TESTS, reserved = 0, sources = {} as Record<string, string> },
) =>
  chooseTests({
    files,
    affected,
    costs: createCosts(files, cost),
    reserved,
    turn,
    readSource: (file) => sources[file] ?? '',
  });

test('the selection divides all files into three turns of similar cost', () => {
  const files = createPaths(30);
  const costs = { ...createCosts(files, 0), files: Object.fromEntries(files.map((file, n) => [file, 2 + (n % 7)])) };
  const shards = divideIntoShards(files, costs);
  expect(shards.flat().toSorted()).toEqual(files.toSorted());
  const shardCosts = shards.map((shard) => shard.reduce((sum, file) => sum + (costs.files[file] ?? 0), 0));
  expect(Math.max(...shardCosts) - Math.min(...shardCosts)).toBeLessThan(8);
});

test('the selection repeats a turn exactly, and selects other files for the next one', () => {
  const files = createPaths(12);
  expect(selectTests(files, { turn: 1 })).toEqual(selectTests(files, { turn: 4 }));
  const [first, second] = [selectTests(files, { turn: 0 }).rotated, selectTests(files, { turn: 1 }).rotated];
  expect(first.filter((file) => second.includes(file))).toEqual([]);
});

test('files cut off by the budget run within the next two runs of their turn', () => {
  const files = createPaths(30);
  // The budget suffices for four of the ten files of a turn.
  const selections = [0, 3, 6].map((turn) => selectTests(files, { turn, reserved: CPU_BUDGET - 4 * 5 }));
  expect(selections.map(({ rotated }) => rotated.length)).toEqual([4, 4, 4]);
  const [first, ...next] = selections;
  expect(next.flatMap(({ rotated }) => rotated)).toEqual(expect.arrayContaining(first?.skipped ?? []));
});

test('every turn includes core files and very cheap files', () => {
  const files = createPaths(9);
  const [core = ''] = files;
  const coreSources = { [core]: '// Core test: every sale.\nimport …' };
  for (const turn of [0, 1, 2]) expect(selectTests(files, { turn, sources: coreSources }).core).toEqual([core]);
  expect(selectTests(files, { cost: 1 }).core).toEqual(files);
});

test('the budget limits the turn, but not core or affected files', () => {
  const files = createPaths(300);
  const { rotated, skipped } = selectTests(files, { cost: 20, reserved: CPU_BUDGET - 800 });
  expect(rotated).toHaveLength(40);
  expect(rotated.length + skipped.length).toBe(100);
  const affected = { ...NO_TESTS, tests: files.slice(0, 60) };
  const selectionOverBudget = selectTests(files, {
    cost: 20,
    affected,
    sources: { [files[60] ?? '']: '// Core test: sign-in.' },
  });
  expect(selectionOverBudget.rotated).toEqual([]);
  expect(selectionOverBudget.core).toEqual([files[60]]);
});

test('an affected file runs completely and only once, neither as core nor in its turn', () => {
  const files = createPaths(9);
  const { core, rotated, skipped } = selectTests(files, { affected: { ...NO_TESTS, tests: files.slice(0, 3) } });
  expect([...core, ...rotated, ...skipped].filter((file) => files.slice(0, 3).includes(file))).toEqual([]);
});

test('no test of a kind waits for its turn if a change can break all of them', () => {
  const files = createPaths(9);
  const components = Array.from({ length: 3 }, (_, n) => `web/src/list-${n}.test.tsx`);
  const { core, rotated, skipped } = selectTests([...files, ...components], { affected: { ...NO_TESTS, tests: [] } });
  expect([core, rotated, skipped]).toEqual([[], [expect.stringMatching(/\.test\.tsx$/)], []]);
  expect(selectTests(files, { affected: ALL_TESTS })).toEqual({ core: [], rotated: [], skipped: [] });
});
