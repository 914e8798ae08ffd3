import { currentLanguage } from '../i18n/language.ts';

/** Thousands, millions, and so on; the full stop is the decimal sign in both languages, as everywhere in the console. */
const STEPS = { en: ['', 'k', 'M', 'bn', 'tn'], id: ['', ' rb', ' jt', ' M', ' T'] } as const;

/** `12k`, in Indonesian `12 rb`, beside an axis, where the exact value stands elsewhere. */
export function roughNumber(value: number): string {
  const steps = STEPS[currentLanguage()];
  const inSteps = (step: number): number => Math.round((value / 1000 ** step) * 10) / 10;
  // The first step in which it has at most three digits before the point, once it is rounded.
  const found = steps.findIndex((_, step) => inSteps(step) < 1000);
  const step = found < 0 ? steps.length - 1 : found;
  return `${inSteps(step)}${steps[step] ?? ''}`;
}

/** The top of an axis that holds a value: a number that halves well, with zeros. */
export function axisTop(value: number): number {
  if (value <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((n) => n * magnitude >= value) ?? 10;
  return step * magnitude;
}
