import { describe, expect, it } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import { createAttempts } from './attempts.ts';

const values = { booking_no: 'B-1', staff_name: 'Ayu' };
let count = 0;
const attempts = () => createAttempts<object, object>(() => `key ${(count += 1)}`);
const at = (moment: string) => (sent: object) => ({ ...sent, redeem_date: moment });

describe('requests of a form', () => {
  it.each([0, 500, 503])('resends the same body and key after status %i', (status) => {
    const counter = attempts();
    const first = counter.prepare(values, at('10:00'));
    counter.failed(new ApiError(status, 'network', ''));
    expect(counter.prepare({ ...values }, at('10:05'))).toEqual(first);
  });

  it.each([409, 422])('creates a new request after status %i', (status) => {
    const counter = attempts();
    const first = counter.prepare(values, at('10:00'));
    counter.failed(new ApiError(status, 'conflict', ''));
    const next = counter.prepare(values, at('10:05'));
    expect(next.key).not.toBe(first.key);
    expect(next.body).toEqual({ ...values, redeem_date: '10:05' });
  });

  it('creates a new request for other values and after success', () => {
    const counter = attempts();
    const first = counter.prepare(values, at('10:00'));
    counter.failed(new ApiError(0, 'network', ''));
    expect(counter.prepare({ ...values, booking_no: 'B-2' }, at('10:00')).key).not.toBe(first.key);
    counter.failed(new ApiError(0, 'network', ''));
    counter.done();
    expect(counter.prepare({ ...values, booking_no: 'B-2' }, at('10:00')).body).toMatchObject({ booking_no: 'B-2' });
    const keys = [1, 2].map(() => counter.prepare(values, at('10:00')).key);
    expect(keys[0]).not.toBe(keys[1]);
  });
});
