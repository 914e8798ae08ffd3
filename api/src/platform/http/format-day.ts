import { type Label, type Language, MONTHS } from '@innkeeper/contract';

/**
 * `2026-05-22` with any text after it as `22 May 2026`, and a month as `May 2026`. Other texts are returned unchanged.
 */
export function formatDay(day: string, language: Language): string {
  const [, year = '', month = '', date] = /^(\d{4})-(\d{2})(?:-(\d{2}))?/.exec(day) ?? [];
  const name = MONTHS[language][Number(month) - 1] ?? '';
  return year === '' ? day : [...(date === undefined ? [] : [date]), name, year].join(' ');
}

/** `2026-05-22 14:05:00` as `22 May 2026 - 14:05`. */
export const formatMoment = (moment: string, language: Language): string =>
  [formatDay(moment, language), moment.slice(11, 16)].filter(Boolean).join(' - ');

/** A day in both languages; empty for null. */
export const dayLabel = (day: string | null): Label => ({
  en: formatDay(day ?? '', 'en'),
  id: formatDay(day ?? '', 'id'),
});
