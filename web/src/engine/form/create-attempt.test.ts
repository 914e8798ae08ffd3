import { getResource } from '@innkeeper/contract';
import { expect, it } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import { createAttempt } from './create-attempt.ts';

const region = getResource('region');
const bali = { code: 'BAL', name: 'Bali' };
const lost = new ApiError(0, 'network', 'Network Error.');
const rejected = new ApiError(422, 'validation_failed', 'Please correct the marked fields.');

function attempts() {
  let keys = 0;
  return createAttempt(
    () => new Date(2026, 4, 22),
    () => `key-${(keys += 1)}`,
  );
}

it('a create is sent again with the same key after a missing response', () => {
  const attempt = attempts();
  const first = attempt.prepare(region, bali);
  attempt.failed(lost);
  expect(attempt.prepare(region, { ...bali })).toBe(first);
});

it('a create with other values has a new key', () => {
  const attempt = attempts();
  attempt.prepare(region, bali);
  attempt.failed(lost);
  expect(attempt.prepare(region, { ...bali, name: 'Bali Utara' })).toMatchObject({
    key: 'key-2',
    body: { name: 'Bali Utara' },
  });
});

it('a create after any response has a new key, so that a rejection is not replayed', () => {
  const attempt = attempts();
  attempt.prepare(region, bali);
  attempt.failed(lost);
  attempt.prepare(region, bali);
  attempt.failed(rejected);
  expect(attempt.prepare(region, bali).key).toBe('key-2');
});
