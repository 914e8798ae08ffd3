import { expect, test } from 'vitest';
import { EVERYTHING } from './changed.mjs';
import { CPU_BUDGET, chooseTests, distribute } from './test-selection.mjs';

const NO_TESTS = { tests: null, components: null, journeys: null, resources: null };

/** `count` files on Node with the same cost, above the threshold for cheap ones. */
const createPaths = (count: number, folder = 'api/src'): string[] =>
  Array.from({ length: count }, (_, n) => `${folder}/file-${n}.test.ts`);
const costsOf = (files: readonly string[], cost: number) => ({
  green: '',
  parts: {},
  files: Object.fromEntries(files.map((file) => [file, cost])),
});
const choose = (
  files: readonly string[],
  {
    turn = 0,
    cost = 5,
    affected = NO_TESTS as typeof EVERYTHING,
    reserved = 0,
    sources = {} as Record<string, string>,
  },
) =>
  chooseTests({
    files,
    affected,
    costs: costsOf(files, cost),
    reserved,
    turn,
    sourceOf: (file) => sources[file] ?? '',
  });

test('the selection divides all files into three turns of similar cost', () => {
  const files = createPaths(30);
  const costs = { ...costsOf(files, 0), files: Object.fromEntries(files.map((file, n) => [file, 2 + (n % 7)])) };
  const shards = distribute(files, costs);
  expect(shards.flat().toSorted()).toEqual(files.toSorted());
  const prices = shards.map((some) => some.reduce((sum, file) => sum + (costs.files[file] ?? 0), 0));
  expect(Math.max(...prices) - Math.min(...prices)).toBeLessThan(8);
});

test('the selection repeats a turn exactly and has other files for the next one', () => {
  const files = createPaths(12);
  expect(choose(files, { turn: 1 })).toEqual(choose(files, { turn: 4 }));
  const [first, second] = [choose(files, { turn: 0 }).rotated, choose(files, { turn: 1 }).rotated];
  expect(first.filter((file) => second.includes(file))).toEqual([]);
});

test('files cut off by the budget run within the next two runs of their turn', () => {
  const files = createPaths(30);
  // Budget for four of the ten files of a turn.
  const times = [0, 3, 6].map((turn) => choose(files, { turn, reserved: CPU_BUDGET - 4 * 5 }));
  expect(times.map(({ rotated }) => rotated.length)).toEqual([4, 4, 4]);
  const [first, ...next] = times;
  expect(next.flatMap(({ rotated }) => rotated)).toEqual(expect.arrayContaining(first?.left ?? []));
});

test('every turn includes core files and very cheap files', () => {
  const files = createPaths(9);
  const [core = ''] = files;
  const marked = { [core]: '// Core test: every sale.\nimport …' };
  for (const turn of [0, 1, 2]) expect(choose(files, { turn, sources: marked }).core).toEqual([core]);
  expect(choose(files, { cost: 1 }).core).toEqual(files);
});

test('the budget limits the turn, but not core or affected files', () => {
  const files = createPaths(300);
  const { rotated, left } = choose(files, { cost: 20, reserved: CPU_BUDGET - 800 });
  expect(rotated).toHaveLength(40);
  expect(rotated.length + left.length).toBe(100);
  const affected = { ...NO_TESTS, tests: files.slice(0, 60) };
  const overBudget = choose(files, { cost: 20, affected, sources: { [files[60] ?? '']: '// Core test: sign-in.' } });
  expect(overBudget.rotated).toEqual([]);
  expect(overBudget.core).toEqual([files[60]]);
});

test('an affected file runs completely and only once, neither as core nor in its turn', () => {
  const files = createPaths(9);
  const { core, rotated, left } = choose(files, { affected: { ...NO_TESTS, tests: files.slice(0, 3) } });
  expect([...core, ...rotated, ...left].filter((file) => files.slice(0, 3).includes(file))).toEqual([]);
});

test('no test of a kind is left to a turn if a change can break all of them', () => {
  const files = createPaths(9);
  const components = Array.from({ length: 3 }, (_, n) => `web/src/list-${n}.test.tsx`);
  const { core, rotated, left } = choose([...files, ...components], { affected: { ...NO_TESTS, tests: [] } });
  expect([core, rotated, left]).toEqual([[], [expect.stringMatching(/\.test\.tsx$/)], []]);
  expect(choose(files, { affected: EVERYTHING })).toEqual({ core: [], rotated: [], left: [] });
});
