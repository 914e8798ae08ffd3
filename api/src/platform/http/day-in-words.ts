import { type Label, type Language, MONTHS } from '@innkeeper/contract';

/** `2026-05-22` and any text behind it as `22 May 2026`, a month as `May 2026`; other texts stay as they are. */
export function dayInWords(day: string, language: Language): string {
  const [, year = '', month = '', date] = /^(\d{4})-(\d{2})(?:-(\d{2}))?/.exec(day) ?? [];
  const name = MONTHS[language][Number(month) - 1] ?? '';
  return year === '' ? day : [...(date === undefined ? [] : [date]), name, year].join(' ');
}

/** `2026-05-22 14:05:00` as `22 May 2026 - 14:05`. */
export const momentInWords = (moment: string, language: Language): string =>
  [dayInWords(moment, language), moment.slice(11, 16)].filter(Boolean).join(' - ');

/** A day in both languages; empty without one. */
export const dayLabel = (day: string | null): Label => ({
  en: dayInWords(day ?? '', 'en'),
  id: dayInWords(day ?? '', 'id'),
});
