import { describe, expect, test } from 'vitest';
import { parseDayInput, parseMomentInput, parseTimeInput } from './date-input.ts';

describe('a day', () => {
  test.each([
    ['22 May 2026', '2026-05-22'],
    ['22 Mei 2026', '2026-05-22'],
    ['1 agustus 2026', '2026-08-01'],
    ['01Aug2026', '2026-08-01'],
    ['5-Oct-2026', '2026-10-05'],
    ['02-Apr-1990', '1990-04-02'],
    ['31 Des 1990', '1990-12-31'],
    ['31 Desember 1990', '1990-12-31'],
    ['3 Nopember 1990', '1990-11-03'],
    ['April 2, 1990', '1990-04-02'],
    ['2026-05-22', '2026-05-22'],
    ['1990/04/02', '1990-04-02'],
    ['19900402', '1990-04-02'],
    ['22/05/2026', '2026-05-22'],
    ['2.5.2026', '2026-05-02'],
    ['02-04-1990', '1990-04-02'],
    ['29 Feb 2028', '2028-02-29'],
    ['\u200e31/12/1990\u200e', '1990-12-31'],
    ['31\u00a0Des\u00a01990', '1990-12-31'],
  ])('%s is read as %s', (inputText, day) => {
    expect(parseDayInput(inputText)).toBe(day);
  });

  test.each([
    '',
    'tomorrow',
    '31 Feb 2026',
    '29 Feb 2026',
    '22 May 26',
    '2/4/90',
    '2026-13-01',
    '00/05/2026',
    '22 Foo 2026',
    '22 Marquis 2026',
    '22 Ma 2026',
    '22 May 2026 x',
    '2/4-1990',
    '1990-04/02',
    '45000',
    '02041990',
  ])('%s is rejected', (inputText) => {
    expect(parseDayInput(inputText)).toBeUndefined();
  });

  test('only digits depend on the order of day and month', () => {
    expect(parseDayInput('2/4/1990', 'day-month')).toBe('1990-04-02');
    expect(parseDayInput('2/4/1990', 'month-day')).toBe('1990-02-04');
    expect(parseDayInput('31/12/1990', 'month-day')).toBeUndefined();
    expect(parseDayInput('12/31/1990', 'day-month')).toBeUndefined();
    for (const text of ['1990/04/02', '19900402', '2 April 1990', '1990-04-02'])
      expect(parseDayInput(text, 'month-day'), text).toBe('1990-04-02');
  });
});

describe('a time', () => {
  test.each([
    ['14:05', '14:05:00'],
    ['14.05', '14:05:00'],
    ['1405', '14:05:00'],
    ['9:30', '09:30:00'],
    ['23:59:59', '23:59:59'],
    ['01:00 PM', '13:00:00'],
    ['11:31:52 AM', '11:31:52'],
    ['11:31:52\u202fAM', '11:31:52'],
    ['12:00 am', '00:00:00'],
    ['12:30 p.m.', '12:30:00'],
  ])('%s is read as %s', (inputText, time) => {
    expect(parseTimeInput(inputText)).toBe(time);
  });

  test.each(['', '24:00', '12:60', '5', 'noon', '12:5', '13:00 PM', '0:30 AM'])('%s is rejected', (inputText) => {
    expect(parseTimeInput(inputText)).toBeUndefined();
  });
});

describe('a day with a time', () => {
  test.each([
    ['27/11/2026 12:00', '2026-11-27', '12:00:00'],
    ['27/11/2026 01:00 PM', '2026-11-27', '13:00:00'],
    ['27.11.2026, 11:31:52 AM', '2026-11-27', '11:31:52'],
    ['22 Mei 2026 - 14.05', '2026-05-22', '14:05:00'],
    ['2026-11-27T12:00:00', '2026-11-27', '12:00:00'],
    ['20261127 12:00', '2026-11-27', '12:00:00'],
    ['27/11/2026', '2026-11-27', undefined],
  ])('%s is read as %s at %s', (inputText, day, time) => {
    expect(parseMomentInput(inputText)).toEqual(time === undefined ? { day } : { day, time });
  });

  test.each(['27/11/2026 25:00', '27/11/2026 noon', '12:00', '31/11/2026 12:00', '2026-11-27T12:00:00Z'])(
    '%s is rejected',
    (inputText) => {
      expect(parseMomentInput(inputText)).toBeUndefined();
    },
  );
});
