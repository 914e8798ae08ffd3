import { expect, test } from 'vitest';
import { dayLabel } from './format-day.ts';

test('formats days like the console, with three-letter months', () => {
  const days = Array.from({ length: 12 }, (_, month) => dayLabel(`2026-${String(month + 1).padStart(2, '0')}-05`));
  expect(days.map(({ en }) => en.split(' ')[1])).toEqual([
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
    'Dec',
  ]);
  expect(days.map(({ id }) => id.split(' ')[1])).toEqual([
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'Mei',
    'Jun',
    'Jul',
    'Agu',
    'Sep',
    'Okt',
    'Nov',
    'Des',
  ]);
  expect(dayLabel('2026-09-05')).toEqual({ en: '05 Sep 2026', id: '05 Sep 2026' });
  expect(dayLabel(null)).toEqual({ en: '', id: '' });
});
