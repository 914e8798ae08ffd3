import { getResource } from '@innkeeper/contract';
import { expect, it } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import { createRecordAttempts } from './create-attempt.ts';

const region = getResource('region');
const regionValues = { code: 'BAL', name: 'Bali' };
const networkError = new ApiError(0, 'network', 'Network Error.');
const validationError = new ApiError(422, 'validation_failed', 'Please correct the marked fields.');

function createAttempts() {
  let keys = 0;
  return createRecordAttempts(
    () => new Date(2026, 4, 22),
    () => `key-${(keys += 1)}`,
  );
}

it('a create is sent again with the same key after a missing response', () => {
  const attempt = createAttempts();
  const first = attempt.prepare(region, regionValues);
  attempt.failed(networkError);
  expect(attempt.prepare(region, { ...regionValues })).toBe(first);
});

it('a create with other values has a new key', () => {
  const attempt = createAttempts();
  attempt.prepare(region, regionValues);
  attempt.failed(networkError);
  expect(attempt.prepare(region, { ...regionValues, name: 'Bali Utara' })).toMatchObject({
    key: 'key-2',
    body: { name: 'Bali Utara' },
  });
});

it('a create after any response has a new key, so that a rejection is not replayed', () => {
  const attempt = createAttempts();
  attempt.prepare(region, regionValues);
  attempt.failed(networkError);
  attempt.prepare(region, regionValues);
  attempt.failed(validationError);
  expect(attempt.prepare(region, regionValues).key).toBe('key-2');
});
