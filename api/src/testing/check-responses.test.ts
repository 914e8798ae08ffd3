import { expect, test } from 'vitest';
import { responseProblems } from './check-responses.ts';

const route = 'GET /api/work_list';
const count = { key: 'renewal', total: 1, is_more: false };

test('a response that matches its definition has no faults', () => {
  expect(responseProblems(route, 200, JSON.stringify({ data: [count] }))).toEqual([]);
});

test('a missing field, one of another type and an extra one have a fault each', () => {
  const { key: _, ...keyless } = count;
  for (const wrong of [keyless, { ...count, total: '1' }, { ...count, more: 1 }])
    expect(responseProblems(route, 200, JSON.stringify({ data: [wrong] }))).toHaveLength(1);
  expect(responseProblems(route, 200, JSON.stringify({ data: [count], meta: {} }))).toHaveLength(1);
});

test('another status is a fault, but an error response is not', () => {
  expect(responseProblems(route, 201, JSON.stringify({ data: [count] }))).toHaveLength(1);
  expect(responseProblems(route, 403, '{}')).toEqual([]);
});
