import { type Field, MONEY_SCALE } from './kinds.ts';
import type { Label } from '../texts/label.ts';
import { message } from '../errors/messages.ts';

/**
 * Numbers as people type them, paste them and write them into files. As the specification says, a comma groups
 * thousands and a full stop is the decimal separator. Text that is only valid in Indonesian notation is read that way.
 * If both notations give a valid number of the field, only the writer knows which is intended. Any other text is
 * rejected, and no typed character is ignored. See docs/decisions/0038-read-amounts-in-both-notations-and-show-one.md.
 */

/** The numbers that a field accepts. */
export interface NumberShape {
  /** Decimals; 0 for whole numbers. */
  readonly scale: number;
  /** 0 by default, which excludes negatives. */
  readonly min?: number;
  readonly max?: number;
}

/** The result of reading a text. A problem is a message of errors/messages.ts. */
export type ParsedNumber =
  | { readonly kind: 'nothing' }
  /** A plain decimal: `1250000.5`. */
  | { readonly kind: 'number'; readonly value: string }
  /** Two plain decimals: with the full stop or comma as decimal separator, and as thousands separator. */
  | { readonly kind: 'ambiguous'; readonly values: readonly [string, string]; readonly problem: string }
  | { readonly kind: 'rejected'; readonly problem: string };

/** The numbers that a field accepts; undefined for a field of another kind. */
export function numberShape(f: Field): NumberShape | undefined {
  if (f.kind === 'integer') return { scale: 0, min: f.min ?? 0, ...(f.max !== undefined && { max: f.max }) };
  if (f.kind === 'decimal') return { scale: f.scale, min: f.min ?? 0, ...(f.max !== undefined && { max: f.max }) };
  return f.kind === 'money' ? { scale: f.whole ? 0 : MONEY_SCALE } : undefined;
}

/** A currency before an amount: `Rp`, `Rp.`, `IDR`, `S$`. */
const CURRENCY = /^(?:[Rr][Pp]\.?|[A-Z]{0,3}[$€£¥]|[A-Z]{3}(?=[\s\d]))\s*/;
/** Indonesian notation for no decimals: `1.250.000,-`. */
const NO_DECIMALS = /(?<=\d)[.,]-{1,2}$/;

/** Longer texts are not numbers. */
const LENGTH_MAX = 64;

interface Candidate {
  readonly whole: string;
  readonly fraction: string;
  readonly isComma: boolean;
}

/** Each notation of a number: its grouping and decimal separators. */
const NUMBER_FORMATS: readonly { readonly pattern: RegExp; readonly isComma?: boolean }[] = [
  // 1,250,000.50 or 1250000.50
  { pattern: /^(\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/ },
  // 1.250.000,50 or 1250000,50
  { pattern: /^([1-9]\d{0,2}(?:\.\d{3})+|\d*)(?:,(\d*))?$/, isComma: true },
  // 1 250 000.50 and 1'250'000,50
  { pattern: /^([1-9]\d{0,2}(?:[\s'’]\d{3})+)(?:\.(\d*))?$/ },
  { pattern: /^([1-9]\d{0,2}(?:[\s'’]\d{3})+),(\d*)$/, isComma: true },
  // 1250,500: a comma typed after digits that the console groups by itself
  { pattern: /^([1-9]\d{3,},\d{3})$/ },
];

export function parseNumberInput(inputText: string, shape: NumberShape): ParsedNumber {
  const text = inputText.trim();
  if (text === '') return { kind: 'nothing' };
  if (text.length > LENGTH_MAX) return rejected('number');
  const { sign, digits } = splitSign(text);
  const candidates = candidatesOf(digits);
  if (candidates.length === 0)
    return rejected(/\d/.test(digits) && /^[\d\s.,'’]+$/.test(digits) ? 'separators' : 'number');
  const fitting = candidates.filter((one) => fits(one, shape.scale));
  if (fitting.length === 0) return rejected(shape.scale === 0 ? 'whole' : message('scale', shape.scale));
  const values = [...new Set(fitting.map((one) => plain(sign, one)))];
  const within = values.filter((value) => outside(value, shape) === undefined);
  const [value, other] = within;
  if (value === undefined) return rejected(outside(values[0] ?? '', shape) ?? 'number');
  if (other === undefined) return { kind: 'number', value };
  return {
    kind: 'ambiguous',
    values: [value, other],
    problem: message('ambiguous_number', describeReadings([value, other])),
  };
}

const rejected = (problem: string): ParsedNumber => ({ kind: 'rejected', problem });

/** A minus may be before or after the currency. */
function splitSign(text: string): { sign: string; digits: string } {
  const minusSign = /^[-−]\s*/;
  const unsigned = text.replace(minusSign, '');
  const unsignedDigits = unsigned.replace(CURRENCY, '');
  const digits = unsigned === text ? unsignedDigits.replace(minusSign, '') : unsignedDigits;
  return { sign: unsigned === text && digits === unsignedDigits ? '' : '-', digits: digits.replace(NO_DECIMALS, '') };
}

function candidatesOf(digits: string): Candidate[] {
  if (!/\d/.test(digits)) return [];
  const found = NUMBER_FORMATS.flatMap(({ pattern, isComma = false }): Candidate[] => {
    const match = pattern.exec(digits);
    const [, whole = '', fraction = ''] = match ?? [];
    return match ? [{ whole: whole.replaceAll(/\D/g, ''), fraction, isComma }] : [];
  });
  // Thousands separated by commas are the console's own notation and unambiguous.
  const isCommaGrouped = digits.includes(',') && NUMBER_FORMATS[0]?.pattern.test(digits);
  return isCommaGrouped ? found.slice(0, 1) : found;
}

/**
 * Trailing zeros are insignificant, so a number may have more of them than its field has decimals. After a comma, no
 * more than two: four digits there are more likely mistyped thousands.
 */
const fits = ({ fraction, isComma }: Candidate, scale: number): boolean =>
  !/[1-9]/.test(fraction.slice(scale)) && (!isComma || fraction.length <= Math.max(scale, 2));

function plain(sign: string, { whole, fraction }: Candidate): string {
  const value = withoutZeros(`${whole.replace(/^0+(?=\d)/, '') || '0'}.${fraction}`);
  return value === '0' ? value : sign + value;
}

function outside(value: string, { min = 0, max }: NumberShape): string | undefined {
  if (Number(value) < min) return message('min', min);
  return max !== undefined && Number(value) > max ? message('max', max) : undefined;
}

/** A plain decimal without insignificant trailing zeros. */
export function withoutZeros(value: string): string {
  if (!value.includes('.')) return value;
  let end = value.length;
  while (value[end - 1] === '0') end -= 1;
  return value.slice(0, value[end - 1] === '.' ? end - 1 : end);
}

/** Digits in groups of three, for thousands: `1`, `250`, `000`. */
export function thousandsOf(digits: string): readonly string[] {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups;
}

/** A plain decimal in unambiguous notation: if three decimals look like thousands, a zero is appended. */
export const unambiguousDecimal = (value: string): string =>
  /^-?[1-9]\d{0,2}\.\d{3}$/.test(value) ? `${value}0` : value;

const STEPS = {
  en: ['', ' thousand', ' million', ' billion', ' trillion'],
  id: ['', ' ribu', ' juta', ' miliar', ' triliun'],
} as const;

/** A plain decimal in words: `1 thousand 250`, `1 point 25`; in Indonesian `1 ribu 250`, `1 koma 25`. */
export function spellThousands(value: string): Label {
  const [whole = '', fraction] = value.replace('-', '').split('.');
  const groups = thousandsOf(whole);
  const formatReadings = (language: keyof Label): string => {
    const parts = groups.flatMap((group, i) => {
      const step = STEPS[language][groups.length - 1 - i];
      if (step === undefined) return [`${group}…`];
      return Number(group) === 0 && groups.length > 1 ? [] : [`${Number(group)}${step}`];
    });
    const point = { en: 'point', id: 'koma' }[language];
    return [...(value.startsWith('-') ? ['minus'] : []), ...parts, ...(fraction ? [point, fraction] : [])].join(' ');
  };
  return { en: formatReadings('en'), id: formatReadings('id') };
}

/** Both readings, each with an unambiguous notation. */
function describeReadings(values: readonly [string, string]): Label {
  const formatReadings = (language: keyof Label, or: string): string =>
    values
      .map((value) => {
        const [formatted, written] = [spellThousands(value)[language], unambiguousDecimal(value)];
        return formatted === written ? written : `${formatted} (${written})`;
      })
      .join(or);
  return { en: formatReadings('en', ' or '), id: formatReadings('id', ' atau ') };
}
