import { currentLanguage } from '../i18n/language.ts';

/**
 * Units of thousand, million and so on. The decimal sign is a full stop in both languages, as everywhere in the
 * console.
 */
const UNITS = { en: ['', 'k', 'M', 'bn', 'tn'], id: ['', ' rb', ' jt', ' M', ' T'] } as const;

/** `12k`, in Indonesian `12 rb`: an axis label. The exact value is shown elsewhere. */
export function formatCompact(value: number): string {
  const units = UNITS[currentLanguage()];
  const scale = (power: number): number => Math.round((value / 1000 ** power) * 10) / 10;
  // The first unit that leaves at most three digits before the decimal sign, after rounding.
  const matchIndex = units.findIndex((_, power) => scale(power) < 1000);
  const unitIndex = matchIndex < 0 ? units.length - 1 : matchIndex;
  return `${scale(unitIndex)}${units[unitIndex] ?? ''}`;
}

/** The upper end of an axis that covers the value: a round number that is easy to halve. */
export function axisMax(value: number): number {
  if (value <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((n) => n * magnitude >= value) ?? 10;
  return factor * magnitude;
}
