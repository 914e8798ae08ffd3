import { type Condition, type ResourceDefinition, getColumn } from '@innkeeper/contract';
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
  const [lowerText, needle] = [text.toLowerCase(), value.toLowerCase()];
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
      return !isEmpty && lowerText.includes(needle);
    case 'start':
      return !isEmpty && lowerText.startsWith(needle);
    case 'end':
      return !isEmpty && lowerText.endsWith(needle);
    case 'matches':
      return !isEmpty && lowerText === needle;
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
