import { DAY_MS, EPOCH, FIRST_SAFE_DAY } from './xlsx-cells.ts';
import type { NumberFormat } from './number-format.ts';
import type { CellProblem, TypedValue } from './table-row.ts';

/** What a cell holds: the text that a spreadsheet shows, and where that differs, the value behind it. */
export interface CellContent {
  readonly text: string;
  readonly typed?: TypedValue;
  /** Why the text is not the value. */
  readonly problem?: CellProblem;
}

/** Significant digits of a number in a spreadsheet, which replaces further ones by zeros. */
const SIGNIFICANT_DIGITS = 15;

const NUMBER = /^\s*([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:e([+-]?\d{1,3}))?\s*$/i;
const SHORT_WHOLE_NUMBER = /^\d{1,15}$/;

/** The content of a numeric cell, from its text in the file. */
export function readNumber(value: string, format: NumberFormat | undefined, from1904: boolean): CellContent {
  if (format === undefined && SHORT_WHOLE_NUMBER.test(value)) return { text: value };
  const digits = toPlainDecimal(value);
  if (digits === undefined) return { text: value };
  const number = Number(value);
  if (format?.shows === 'moment') return readMoment(number, digits, format.hasDay, from1904);
  // Binary fractions add digits: 1.1 is stored as 1.1000000000000001.
  const rounded = toPlainDecimal(number.toPrecision(SIGNIFICANT_DIGITS)) ?? digits;
  if (format?.shows === 'percent') return { text: `${toPlainDecimal(`${rounded}e2`)}%` };
  const isExact = digits.replace(/^-?0*\.?0*|\./g, '').length <= SIGNIFICANT_DIGITS;
  const isFraction = digits.includes('.');
  const text = isExact || !isFraction || Number(rounded) !== number ? digits : rounded;
  const typed: TypedValue = { kind: 'number', text: rounded };
  if (!isExact && text === digits) return { text, typed, problem: 'cell_rounded' };
  if (format && !isFraction) return { text: text.replace(/\d+/, (part) => part.padStart(format.length, '0')), typed };
  return isFraction ? { text, typed } : { text };
}

/** A number without exponent, plus sign, and trailing zeros after the decimal point; undefined for any other text. */
function toPlainDecimal(text: string): string | undefined {
  const [, sign = '', mantissa = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (mantissa === '') return undefined;
  const [whole = '', fraction = ''] = mantissa.split('.');
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction).padStart(whole.length + fraction.length + Math.max(0, -point), '0');
  const shiftedPoint = Math.max(0, point);
  const integer = digits.slice(0, shiftedPoint).padEnd(shiftedPoint, '0') || '0';
  let end = digits.length;
  while (end > shiftedPoint && digits[end - 1] === '0') end -= 1;
  const decimals = digits.slice(shiftedPoint, end);
  const plainInteger = exponent === '0' ? integer : integer.replace(/^0+(?=\d)/, '');
  return `${sign === '-' ? '-' : ''}${plainInteger}${decimals === '' ? '' : `.${decimals}`}`;
}

/** The last second that a date can have. */
const MAX_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59);

function readMoment(serial: number, digits: string, hasDay: boolean, from1904: boolean): CellContent {
  const days = serial + (from1904 ? 1462 : 0);
  const milliseconds = EPOCH + Math.round(days * (DAY_MS / 1000)) * 1000;
  if (days < 0 || milliseconds > MAX_MOMENT) return { text: digits, problem: 'cell_error' };
  // An empty cell that a formula repeats is day 0. A time without a day is a fraction of it.
  if (days < FIRST_SAFE_DAY) return hasDay ? { text: digits, problem: 'cell_early_date' } : { text: toHours(days) };
  return toMoment(new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' '));
}

/** A date, or a date with a time. A date alone is a midnight to fields of moments. */
function toMoment(text: string): CellContent {
  const [day = '', time] = text.split(' ');
  return time === '00:00:00' ? { text: day, typed: { kind: 'moment', text } } : { text };
}

function toHours(days: number): string {
  const seconds = Math.round(days * (DAY_MS / 1000));
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

/** The content of a cell with an ISO 8601 date, as of the strict variant of the format. */
export function readIsoDate(value: string): CellContent {
  const [, day = '', time = '00:00', seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(?:\.\d+)?Z?)?$/.exec(value.trim()) ?? [];
  return day === '' ? { text: value } : toMoment(`${day} ${time}${seconds}`);
}
