import { MONTHS } from '@innkeeper/contract';
import { currentLanguage } from '../i18n/language.ts';

/** `November 2026` for `2026-11`. */
export const longMonth = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(currentLanguage(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
/** `Nov` for `2026-11`. */
export const shortMonth = (month: string): string => MONTHS[currentLanguage()][Number(month.slice(5, 7)) - 1] ?? '';
