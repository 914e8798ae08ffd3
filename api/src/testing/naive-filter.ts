import { type Condition, type Notation, type ResourceDefinition, getColumn } from '@innkeeper/contract';
import { type Match, notationOfPath } from '../engine/resources/notation.ts';
import { type ResponseRecord, textOf } from './responses.ts';
import { localTime } from './local-time.ts';
import { naivePreset } from './naive-presets.ts';

/**
 * A second, deliberately simple implementation of the filter language over returned records, to compare with the
 * database's result.
 */

export interface NaiveContext {
  readonly now: Date;
  /** IANA zone of a record's days. */
  readonly zoneOf: (row: ResponseRecord) => string;
}

/** The value of a column, dotted or not, as the record shows it. */
export function shownValue(d: ResourceDefinition, row: ResponseRecord, column: string): unknown {
  const { relations, field } = getColumn(d, column);
  const segments = column.split('.');
  // Audit references are only shown as nested objects.
  if (relations.length === 0 && field?.endsWith('_by_id')) segments.splice(0, 1, field.replace(/_id$/, ''), 'id');
  return segments.reduce<unknown>((value, segment) => (isObject(value) ? value[segment] : undefined), row) ?? null;
}

const isObject = (v: unknown): v is Readonly<Record<string, unknown>> => typeof v === 'object' && v !== null;

export function matches(
  d: ResourceDefinition,
  row: ResponseRecord,
  { column, operator, value }: Condition,
  context: NaiveContext,
): boolean {
  const rowValue = shownValue(d, row, column);
  const { kind } = getColumn(d, column).definition;
  const isEmpty = rowValue === null || (Array.isArray(rowValue) && rowValue.length === 0);
  const text = textOf(rowValue);
  const path = getColumn(d, column);
  const matchesText = (match: Match) =>
    !isEmpty && namesOf(d, row, column, text).some((name) => matchesNotation(notationOfPath(path), match, name, value));
  const isListed = () =>
    value.split(',').some((v) => (Array.isArray(rowValue) ? rowValue.map(String).includes(v) : text === v));
  switch (operator) {
    case 'null':
      return isEmpty === (value === '1');
    case 'excepts':
      return isEmpty || !isListed();
    case 'includes':
      return !isEmpty && isListed();
    case 'contains':
      return matchesText('contains');
    case 'start':
      return matchesText('start');
    case 'end':
      return matchesText('end');
    case 'matches':
      return matchesText('matches');
    case 'exact':
      return !isEmpty && text === value;
    case 'eq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return !isEmpty && meetsOperator(compareDecimals(text, value), operator);
    case 'date_between': {
      if (isEmpty) return false;
      const [from = '', to = ''] = value.split(',');
      return isBetween(text, kind === 'instant', from, to, context.zoneOf(row));
    }
    case 'preset':
      return !isEmpty && naivePreset(value, text, kind === 'instant', context.now, context.zoneOf(row));
  }
}

/** The text of a column; for the name that a list pins, also the whole name. */
function namesOf(d: ResourceDefinition, row: ResponseRecord, column: string, text: string): readonly string[] {
  const [first, ...others] = d.display.name;
  const isPinned = d.list.some((c) => typeof c === 'object' && c.column === column && c.pinned);
  return column === first && others.length > 0 && isPinned
    ? [
        text,
        [first, ...others]
          .map((name) => textOf(shownValue(d, row, name)))
          .join(' ')
          .trim(),
      ]
    : [text];
}

/** Whether a text contains, begins with, ends with or equals another one, in any of the ways to write it. */
export function matchesNotation(notation: Notation, match: Match, text: string, value: string): boolean {
  const compare = (left: string, right: string) =>
    ({
      contains: left.includes(right),
      start: left.startsWith(right),
      end: left.endsWith(right),
      matches: left === right,
    })[match];
  const fold = (s: string) =>
    s
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f'’`.,()-]/g, '')
      .toLowerCase();
  const digitsOf = (s: string) => s.replaceAll(/\D/g, '');
  const isLiteral = {
    plain: true,
    name: fold(value) === '',
    number: /^[ -]*$/.test(value),
    phone: digitsOf(value) === '',
  };
  if (isLiteral[notation]) return compare(text.toLowerCase(), value.toLowerCase());
  if (notation === 'name') return compare(fold(text), fold(value));
  if (notation === 'number') {
    const toNumber = (s: string) =>
      s.toLowerCase().replaceAll(/[ -]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
    const withoutZeros = (s: string) => s.replace(/^0+/, '');
    const [stored, given] = [toNumber(text), toNumber(value)];
    if (match === 'matches') return withoutZeros(stored) === withoutZeros(given);
    return (
      compare(stored, given) || (match === 'start' && !given.startsWith('0') && compare(withoutZeros(stored), given))
    );
  }
  if (/[^\s+()./\d-]/.test(value)) return false;
  const [stored, given] = [digitsOf(text), digitsOf(value)];
  const national = given.replace(/^0+/, '') || given;
  if (match === 'matches') return given.length < 8 ? stored === given : stored.slice(-8) === given.slice(-8);
  if (match !== 'start') return compare(stored, national.slice(-8));
  return national === given
    ? stored.startsWith(given)
    : [0, 1, 2, 3].some((length) => stored.slice(length).startsWith(national));
}

const meetsOperator = (sign: number, operator: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'): boolean =>
  ({ eq: sign === 0, gt: sign > 0, gte: sign >= 0, lt: sign < 0, lte: sign <= 0 })[operator];

const DECIMALS = 18;
/** A decimal as an integer, so that no digit is lost. */
function toBigInt(text: string): bigint {
  const [integerDigits = '', decimals = ''] = text.replace('-', '').split('.');
  const digits = BigInt(integerDigits + decimals.padEnd(DECIMALS, '0'));
  return text.startsWith('-') ? -digits : digits;
}
const compareDecimals = (a: string, b: string): number =>
  Number(toBigInt(a) > toBigInt(b)) - Number(toBigInt(a) < toBigInt(b));

function isBetween(text: string, isInstant: boolean, from: string, to: string, zone: string): boolean {
  const bound = from || to;
  const localText = isInstant ? localTime(text, zone) : text;
  const isTime = /^\d\d:\d\d$/.test(bound);
  const isMoment = bound.length > 10;
  // All of these have the largest unit first, so that texts compare like their values.
  const value = isTime ? localText.slice(11, 16) : isMoment ? text : localText.slice(0, bound.length);
  return (from === '' || value >= from) && (to === '' || value <= to);
}
