import { expect, test } from 'vitest';
import { findResponseProblems } from './check-responses.ts';

const route = 'GET /api/work_list';
const count = { key: 'renewal', total: 1, is_more: false };

test('a response that matches its definition has no faults', () => {
  expect(findResponseProblems(route, 200, JSON.stringify({ data: [count] }))).toEqual([]);
});

test('a missing field, a field of another type and an extra field have one fault each', () => {
  const { key: _, ...keyless } = count;
  for (const invalidBody of [keyless, { ...count, total: '1' }, { ...count, more: 1 }])
    expect(findResponseProblems(route, 200, JSON.stringify({ data: [invalidBody] }))).toHaveLength(1);
  expect(findResponseProblems(route, 200, JSON.stringify({ data: [count], meta: {} }))).toHaveLength(1);
});

test('another status is a fault, but an error response is not', () => {
  expect(findResponseProblems(route, 201, JSON.stringify({ data: [count] }))).toHaveLength(1);
  expect(findResponseProblems(route, 403, '{}')).toEqual([]);
});
