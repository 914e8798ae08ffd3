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
  return segments.reduce<unknown>((at, segment) => (isObject(at) ? at[segment] : undefined), row) ?? null;
}

const isObject = (v: unknown): v is Readonly<Record<string, unknown>> => typeof v === 'object' && v !== null;

export function matches(
  d: ResourceDefinition,
  row: ResponseRecord,
  { column, operator, value }: Condition,
  context: NaiveContext,
): boolean {
  const shown = shownValue(d, row, column);
  const { kind } = getColumn(d, column).definition;
  const isEmpty = shown === null || (Array.isArray(shown) && shown.length === 0);
  const text = textOf(shown);
  const [low, needle] = [text.toLowerCase(), value.toLowerCase()];
  const listed = () =>
    value.split(',').some((v) => (Array.isArray(shown) ? shown.map(String).includes(v) : text === v));
  switch (operator) {
    case 'null':
      return isEmpty === (value === '1');
    case 'excepts':
      return isEmpty || !listed();
    case 'includes':
      return !isEmpty && listed();
    case 'contains':
      return !isEmpty && low.includes(needle);
    case 'start':
      return !isEmpty && low.startsWith(needle);
    case 'end':
      return !isEmpty && low.endsWith(needle);
    case 'matches':
      return !isEmpty && low === needle;
    case 'exact':
      return !isEmpty && text === value;
    case 'eq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return !isEmpty && compared(order(text, value), operator);
    case 'date_between': {
      if (isEmpty) return false;
      const [from = '', to = ''] = value.split(',');
      return isBetween(text, kind === 'instant', from, to, context.zoneOf(row));
    }
    case 'preset':
      return !isEmpty && naivePreset(value, text, kind === 'instant', context.now, context.zoneOf(row));
  }
}

const compared = (sign: number, operator: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'): boolean =>
  ({ eq: sign === 0, gt: sign > 0, gte: sign >= 0, lt: sign < 0, lte: sign <= 0 })[operator];

const DECIMALS = 18;
/** A decimal as an integer, so that no digit is lost. */
function exact(text: string): bigint {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + decimals.padEnd(DECIMALS, '0'));
  return text.startsWith('-') ? -digits : digits;
}
const order = (a: string, b: string): number => Number(exact(a) > exact(b)) - Number(exact(a) < exact(b));

function isBetween(shown: string, isInstant: boolean, from: string, to: string, zone: string): boolean {
  const given = from || to;
  const local = isInstant ? localTime(shown, zone) : shown;
  const isTime = /^\d\d:\d\d$/.test(given);
  const isMoment = given.length > 10;
  // All of these have the largest unit first, so that texts compare like their values.
  const value = isTime ? local.slice(11, 16) : isMoment ? shown : local.slice(0, given.length);
  return (from === '' || value >= from) && (to === '' || value <= to);
}
