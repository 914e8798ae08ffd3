import { currentLanguage } from '../i18n/language.ts';

const locale = (): string => (currentLanguage() === 'id' ? 'id-ID' : 'en-GB');
const startOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** `November 2026` of `2026-11`. */
export const longMonth = (month: string): string =>
  startOf(month).toLocaleDateString(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** `Nov` */
export const shortMonth = (month: string): string =>
  startOf(month).toLocaleDateString(currentLanguage() === 'id' ? 'id-ID' : 'en-US', {
    month: 'short',
    timeZone: 'UTC',
  });
