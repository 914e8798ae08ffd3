import { getResource } from '@innkeeper/contract';
import { expect, it } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import { createAttempt } from './create-attempt.ts';

const region = getResource('region');
const bali = { code: 'BAL', name: 'Bali' };
const lost = new ApiError(0, 'network', 'Network Error.');
const refused = new ApiError(422, 'validation_failed', 'Please correct the marked fields.');

function attempts() {
  let keys = 0;
  return createAttempt(
    () => new Date(2026, 4, 22),
    () => `key-${(keys += 1)}`,
  );
}

it('sends a create whose answer was lost again under the same key', () => {
  const attempt = attempts();
  const first = attempt.prepare(region, bali);
  attempt.failed(lost);
  expect(attempt.prepare(region, { ...bali })).toBe(first);
});

it('takes a new key for other values', () => {
  const attempt = attempts();
  attempt.prepare(region, bali);
  attempt.failed(lost);
  expect(attempt.prepare(region, { ...bali, name: 'Bali Utara' })).toMatchObject({
    key: 'key-2',
    body: { name: 'Bali Utara' },
  });
});

it('takes a new key once the server has answered, lest it hear the same refusal again', () => {
  const attempt = attempts();
  attempt.prepare(region, bali);
  attempt.failed(lost);
  attempt.prepare(region, bali);
  attempt.failed(refused);
  expect(attempt.prepare(region, bali).key).toBe('key-2');
});
