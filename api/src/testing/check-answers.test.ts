import { expect, test } from 'vitest';
import { answerFaults } from './check-answers.ts';

const route = 'GET /api/work_list';
const count = { key: 'renewal', total: 1, is_more: false };

test('an answer as it is defined has no faults', () => {
  expect(answerFaults(route, 200, JSON.stringify({ data: [count] }))).toEqual([]);
});

test('a missing field, one of another type and one beside have a fault each', () => {
  const { key: _, ...keyless } = count;
  for (const wrong of [keyless, { ...count, total: '1' }, { ...count, more: 1 }])
    expect(answerFaults(route, 200, JSON.stringify({ data: [wrong] }))).toHaveLength(1);
  expect(answerFaults(route, 200, JSON.stringify({ data: [count], meta: {} }))).toHaveLength(1);
});

test('another status is a fault, a refusal is none', () => {
  expect(answerFaults(route, 201, JSON.stringify({ data: [count] }))).toHaveLength(1);
  expect(answerFaults(route, 403, '{}')).toEqual([]);
});
