import { type Field, MONEY_SCALE } from './kinds.ts';
import { stripInvisible } from '../texts/invisible-characters.ts';
import type { Label } from '../texts/label.ts';
import { message } from '../errors/messages.ts';

/**
 * Reads numbers as people type, paste and write them into files. As the specification says, a comma groups thousands
 * and a full stop is the decimal separator. Text that is valid only in Indonesian notation is read that way. If both
 * notations give a valid number of the field, it is ambiguous: only the writer knows the intended one. Any other text
 * is rejected, and no typed character is ignored. See
 * docs/decisions/0038-read-amounts-in-both-notations-and-show-one.md.
 */

/** The numbers that a field accepts. */
export interface NumberShape {
  /** Decimals; 0 for whole numbers. */
  readonly scale: number;
  /** 0 by default, which excludes negatives. */
  readonly min?: number;
  readonly max?: number;
}

/** The result of reading a text. `problem` is a message of errors/messages.ts. */
export type ParsedNumber =
  | { readonly kind: 'nothing' }
  /** A plain decimal: `1250000.5`. */
  | { readonly kind: 'number'; readonly value: string }
  /** Two plain decimals: the separator read as a decimal separator, and as a thousands separator. */
  | { readonly kind: 'ambiguous'; readonly values: readonly [string, string]; readonly problem: string }
  | { readonly kind: 'rejected'; readonly problem: string };

/** The numbers that a field accepts; undefined for a field of another kind. */
export function numberShape(field: Field): NumberShape | undefined {
  if (field.kind === 'integer')
    return { scale: 0, min: field.min ?? 0, ...(field.max !== undefined && { max: field.max }) };
  if (field.kind === 'decimal')
    return { scale: field.scale, min: field.min ?? 0, ...(field.max !== undefined && { max: field.max }) };
  return field.kind === 'money' ? { scale: field.whole ? 0 : MONEY_SCALE } : undefined;
}

/** A currency before an amount: `Rp`, `Rp.`, `IDR`, `S$`. */
const CURRENCY_PREFIX = /^(?:[Rr][Pp]\.?|[A-Z]{0,3}[$€£¥]|[A-Z]{3}(?=[\s\d]))\s*/;
/** The Indonesian notation for "no decimals": `1.250.000,-`. */
const NO_DECIMALS_SUFFIX = /(?<=\d)[.,]-{1,2}$/;

/** Longer texts are not numbers. */
const MAX_INPUT_LENGTH = 64;

interface Candidate {
  readonly integerPart: string;
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
  // 1250,500: a thousands comma typed after digits that the console has not grouped yet
  { pattern: /^([1-9]\d{3,},\d{3})$/ },
];

export function parseNumberInput(inputText: string, shape: NumberShape): ParsedNumber {
  const text = stripInvisible(inputText).trim();
  if (text === '') return { kind: 'nothing' };
  if (text.length > MAX_INPUT_LENGTH) return rejectInput('number');
  const { sign, digits } = splitSign(text);
  const candidates = parseCandidates(digits);
  if (candidates.length === 0)
    return rejectInput(/\d/.test(digits) && /^[\d\s.,'’]+$/.test(digits) ? 'separators' : 'number');
  const fittingCandidates = candidates.filter((candidate) => fitsScale(candidate, shape.scale));
  if (fittingCandidates.length === 0) return rejectInput(shape.scale === 0 ? 'whole' : message('scale', shape.scale));
  const values = [...new Set(fittingCandidates.map((candidate) => toPlainDecimal(sign, candidate)))];
  const valuesInRange = values.filter((value) => rangeError(value, shape) === undefined);
  const [value, alternative] = valuesInRange;
  if (value === undefined) return rejectInput(rangeError(values[0] ?? '', shape) ?? 'number');
  if (alternative === undefined) return { kind: 'number', value };
  return {
    kind: 'ambiguous',
    values: [value, alternative],
    problem: message('ambiguous_number', describeReadings([value, alternative])),
  };
}

const rejectInput = (problem: string): ParsedNumber => ({ kind: 'rejected', problem });

/** A minus may be before or after the currency. */
function splitSign(text: string): { sign: string; digits: string } {
  const minusSign = /^[-−]\s*/;
  const unsigned = text.replace(minusSign, '');
  const unsignedDigits = unsigned.replace(CURRENCY_PREFIX, '');
  const digits = unsigned === text ? unsignedDigits.replace(minusSign, '') : unsignedDigits;
  return {
    sign: unsigned === text && digits === unsignedDigits ? '' : '-',
    digits: digits.replace(NO_DECIMALS_SUFFIX, ''),
  };
}

function parseCandidates(digits: string): Candidate[] {
  if (!/\d/.test(digits)) return [];
  const candidates = NUMBER_FORMATS.flatMap(({ pattern, isComma = false }): Candidate[] => {
    const match = pattern.exec(digits);
    const [, integerPart = '', fraction = ''] = match ?? [];
    return match ? [{ integerPart: integerPart.replaceAll(/\D/g, ''), fraction, isComma }] : [];
  });
  // Thousands separated by commas are the console's own notation and unambiguous.
  const isCommaGrouped = digits.includes(',') && NUMBER_FORMATS[0]?.pattern.test(digits);
  return isCommaGrouped ? candidates.slice(0, 1) : candidates;
}

/**
 * Trailing zeros are insignificant, so a number may have more of them than its field has decimals. A comma allows at
 * most two: four digits after it are more likely mistyped thousands.
 */
const fitsScale = ({ fraction, isComma }: Candidate, scale: number): boolean =>
  !/[1-9]/.test(fraction.slice(scale)) && (!isComma || fraction.length <= Math.max(scale, 2));

function toPlainDecimal(sign: string, { integerPart, fraction }: Candidate): string {
  const value = trimTrailingZeros(`${integerPart.replace(/^0+(?=\d)/, '') || '0'}.${fraction}`);
  return value === '0' ? value : sign + value;
}

function rangeError(value: string, { min = 0, max }: NumberShape): string | undefined {
  if (Number(value) < min) return message('min', min);
  return max !== undefined && Number(value) > max ? message('max', max) : undefined;
}

/** Removes insignificant trailing zeros from a plain decimal. */
export function trimTrailingZeros(value: string): string {
  if (!value.includes('.')) return value;
  let end = value.length;
  while (value[end - 1] === '0') end -= 1;
  return value.slice(0, value[end - 1] === '.' ? end - 1 : end);
}

/** Splits digits into groups of three, for thousands: `1`, `250`, `000`. */
export function groupThousands(digits: string): readonly string[] {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups;
}

/** Writes a plain decimal in unambiguous notation: a zero is appended to three decimals, which could be thousands. */
export const toUnambiguousDecimal = (value: string): string =>
  /^-?[1-9]\d{0,2}\.\d{3}$/.test(value) ? `${value}0` : value;

const THOUSANDS_NAMES = {
  en: ['', ' thousand', ' million', ' billion', ' trillion'],
  id: ['', ' ribu', ' juta', ' miliar', ' triliun'],
} as const;

/** Spells a plain decimal: `1 thousand 250`, `1 point 25`; in Indonesian `1 ribu 250`, `1 koma 25`. */
export function spellNumber(value: string): Label {
  const [integerPart = '', fraction] = value.replace('-', '').split('.');
  const groups = groupThousands(integerPart);
  const formatReadings = (language: keyof Label): string => {
    const parts = groups.flatMap((group, i) => {
      const thousandsName = THOUSANDS_NAMES[language][groups.length - 1 - i];
      if (thousandsName === undefined) return [`${group}…`];
      return Number(group) === 0 && groups.length > 1 ? [] : [`${Number(group)}${thousandsName}`];
    });
    const decimalPoint = { en: 'point', id: 'koma' }[language];
    return [...(value.startsWith('-') ? ['minus'] : []), ...parts, ...(fraction ? [decimalPoint, fraction] : [])].join(
      ' ',
    );
  };
  return { en: formatReadings('en'), id: formatReadings('id') };
}

/** Both readings, each with an unambiguous notation. */
function describeReadings(values: readonly [string, string]): Label {
  const formatReadings = (language: keyof Label, or: string): string =>
    values
      .map((value) => {
        const [formatted, notation] = [spellNumber(value)[language], toUnambiguousDecimal(value)];
        return formatted === notation ? notation : `${formatted} (${notation})`;
      })
      .join(or);
  return { en: formatReadings('en', ' or '), id: formatReadings('id', ' atau ') };
}
