import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it } from 'vitest';
import { axisMax, formatCompact } from './axis.ts';

const activateLocale = (locale: string) => i18n.loadAndActivate({ locale, messages: {} });
afterEach(() => activateLocale('en'));

describe('axis label', () => {
  it.each([
    [0, '0', '0'],
    [0.5, '0.5', '0.5'],
    [640, '640', '640'],
    [12_000, '12k', '12 rb'],
    [1_250, '1.3k', '1.3 rb'],
    [999_949, '999.9k', '999.9 rb'],
    [999_950, '1M', '1 jt'],
    [12_345_678, '12.3M', '12.3 jt'],
    [2_000_000_000, '2bn', '2 M'],
    [3_000_000_000_000_000, '3000tn', '3000 T'],
  ])('%d is %s, in Indonesian %s', (value, english, indonesian) => {
    expect(formatCompact(value)).toBe(english);
    activateLocale('id');
    expect(formatCompact(value)).toBe(indonesian);
  });
});

it.each([
  [0, 1],
  [0.7, 0.8],
  [1, 1],
  [11, 12],
  [480, 500],
  [9_500, 10_000],
])('the axis over %d ends at %d', (value, expectedMax) => {
  expect(axisMax(value)).toBeCloseTo(expectedMax);
});
