import { describe, expect, it } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import { createAttempts } from './attempts.ts';

const values = { booking_no: 'B-1', staff_name: 'Ayu' };
let keyCount = 0;
const createTestAttempts = () => createAttempts<object, object>(() => `key ${(keyCount += 1)}`);
const bodyAt = (time: string) => (input: object) => ({ ...input, redeem_date: time });

describe('requests of a form', () => {
  it.each([0, 500, 503])('resends the same body and key after status %i', (status) => {
    const attempts = createTestAttempts();
    const first = attempts.prepare(values, bodyAt('10:00'));
    attempts.failed(new ApiError(status, 'network', ''));
    expect(attempts.prepare({ ...values }, bodyAt('10:05'))).toEqual(first);
  });

  it.each([409, 422])('creates a new request after status %i', (status) => {
    const attempts = createTestAttempts();
    const first = attempts.prepare(values, bodyAt('10:00'));
    attempts.failed(new ApiError(status, 'conflict', ''));
    const next = attempts.prepare(values, bodyAt('10:05'));
    expect(next.key).not.toBe(first.key);
    expect(next.body).toEqual({ ...values, redeem_date: '10:05' });
  });

  it('creates a new request for other values and after success', () => {
    const attempts = createTestAttempts();
    const first = attempts.prepare(values, bodyAt('10:00'));
    attempts.failed(new ApiError(0, 'network', ''));
    expect(attempts.prepare({ ...values, booking_no: 'B-2' }, bodyAt('10:00')).key).not.toBe(first.key);
    attempts.failed(new ApiError(0, 'network', ''));
    attempts.done();
    expect(attempts.prepare({ ...values, booking_no: 'B-2' }, bodyAt('10:00')).body).toMatchObject({
      booking_no: 'B-2',
    });
    const keys = [1, 2].map(() => attempts.prepare(values, bodyAt('10:00')).key);
    expect(keys[0]).not.toBe(keys[1]);
  });
});
