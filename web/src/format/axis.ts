import { currentLanguage } from '../i18n/language.ts';

/** Thousands, millions and so on. The decimal sign is a full stop in both languages, as everywhere in the console. */
const STEPS = { en: ['', 'k', 'M', 'bn', 'tn'], id: ['', ' rb', ' jt', ' M', ' T'] } as const;

/** `12k`, in Indonesian `12 rb`: an axis label. The exact value is shown elsewhere. */
export function formatCompact(value: number): string {
  const steps = STEPS[currentLanguage()];
  const scaled = (step: number): number => Math.round((value / 1000 ** step) * 10) / 10;
  // The first step with at most three digits before the decimal sign after rounding.
  const found = steps.findIndex((_, step) => scaled(step) < 1000);
  const step = found < 0 ? steps.length - 1 : found;
  return `${scaled(step)}${steps[step] ?? ''}`;
}

/** The upper end of an axis that covers the value: a round number that is easy to halve. */
export function axisMax(value: number): number {
  if (value <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((n) => n * magnitude >= value) ?? 10;
  return step * magnitude;
}
