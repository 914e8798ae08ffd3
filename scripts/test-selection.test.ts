import { expect, test } from 'vitest';
import { EVERYTHING } from './changed.mjs';
import { BUDGET, chooseTests, deal } from './test-selection.mjs';

const NOTHING = { tests: null, components: null, journeys: null, resources: null };

/** So many files on Node of the same cost, beyond what is cheap. */
const filesOf = (count: number, folder = 'api/src'): string[] =>
  Array.from({ length: count }, (_, n) => `${folder}/file-${n}.test.ts`);
const costsOf = (files: readonly string[], cost: number) => ({
  green: '',
  parts: {},
  files: Object.fromEntries(files.map((file) => [file, cost])),
});
const choose = (
  files: readonly string[],
  { turn = 0, cost = 5, affected = NOTHING as typeof EVERYTHING, reserved = 0, sources = {} as Record<string, string> },
) =>
  chooseTests({
    files,
    affected,
    costs: costsOf(files, cost),
    reserved,
    turn,
    sourceOf: (file) => sources[file] ?? '',
  });

test('three turns have every file once, and cost about the same', () => {
  const files = filesOf(30);
  const costs = { ...costsOf(files, 0), files: Object.fromEntries(files.map((file, n) => [file, 2 + (n % 7)])) };
  const turns = deal(files, costs);
  expect(turns.flat().toSorted()).toEqual(files.toSorted());
  const prices = turns.map((some) => some.reduce((sum, file) => sum + (costs.files[file] ?? 0), 0));
  expect(Math.max(...prices) - Math.min(...prices)).toBeLessThan(8);
});

test('a run of a turn is the same each time, and the next turn has other files', () => {
  const files = filesOf(12);
  expect(choose(files, { turn: 1 })).toEqual(choose(files, { turn: 4 }));
  const [first, second] = [choose(files, { turn: 0 }).rotated, choose(files, { turn: 1 }).rotated];
  expect(first.filter((file) => second.includes(file))).toEqual([]);
});

test('what the budget leaves out of a turn is in it one of the next two times', () => {
  const files = filesOf(30);
  // Room for four of the ten files of a turn.
  const times = [0, 3, 6].map((turn) => choose(files, { turn, reserved: BUDGET - 4 * 5 }));
  expect(times.map(({ rotated }) => rotated.length)).toEqual([4, 4, 4]);
  const [first, ...next] = times;
  expect(next.flatMap(({ rotated }) => rotated)).toEqual(expect.arrayContaining(first?.left ?? []));
});

test('a file that says that it is core is in every turn, and so is one that costs next to nothing', () => {
  const files = filesOf(9);
  const [core = ''] = files;
  const marked = { [core]: '// Core test: every sale.\nimport …' };
  for (const turn of [0, 1, 2]) expect(choose(files, { turn, sources: marked }).core).toEqual([core]);
  expect(choose(files, { cost: 1 }).core).toEqual(files);
});

test('the turn ends where the budget does, and core and affected files do not', () => {
  const files = filesOf(300);
  const { rotated, left } = choose(files, { cost: 20, reserved: BUDGET - 800 });
  expect(rotated).toHaveLength(40);
  expect(rotated.length + left.length).toBe(100);
  const affected = { ...NOTHING, tests: files.slice(0, 60) };
  const squeezed = choose(files, { cost: 20, affected, sources: { [files[60] ?? '']: '// Core test: sign-in.' } });
  expect(squeezed.rotated).toEqual([]);
  expect(squeezed.core).toEqual([files[60]]);
});

test('a file that a change can break runs once, whole, and not as core or in its turn', () => {
  const files = filesOf(9);
  const { core, rotated, left } = choose(files, { affected: { ...NOTHING, tests: files.slice(0, 3) } });
  expect([...core, ...rotated, ...left].filter((file) => files.slice(0, 3).includes(file))).toEqual([]);
});

test('where a change can break every test of a kind, none of it is left to a turn', () => {
  const files = filesOf(9);
  const components = Array.from({ length: 3 }, (_, n) => `web/src/list-${n}.test.tsx`);
  const { core, rotated, left } = choose([...files, ...components], { affected: { ...NOTHING, tests: [] } });
  expect([core, rotated, left]).toEqual([[], [expect.stringMatching(/\.test\.tsx$/)], []]);
  expect(choose(files, { affected: EVERYTHING })).toEqual({ core: [], rotated: [], left: [] });
});
