import { expect, it } from 'vitest';
import { computeTimeLeft } from './time-left.ts';

const SECOND = 1000;

it('the time until the end is split into days, hours, minutes and seconds', () => {
  const endTime = (((15 * 24 + 3) * 60 + 7) * 60 + 9) * SECOND;
  expect(computeTimeLeft(endTime, 0)).toEqual({ days: 15, hours: 3, minutes: 7, seconds: 9 });
});

it('the time left is zero after the end', () => {
  expect(computeTimeLeft(0, 5 * SECOND)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});
