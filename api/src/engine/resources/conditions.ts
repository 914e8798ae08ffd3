import {
  type ColumnPath,
  type Condition,
  type Field,
  type FieldKind,
  type Operator,
  type ResourceDefinition,
  allFields,
  getColumn,
  getResource,
  isNullable,
  listColumns,
  message,
  operatorsByKind,
} from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { validationError } from '../../platform/http/api-error.ts';
import { isPreset, presetRange } from './date-presets.ts';
import { type Match, isWholeName, matchSql, matchWholeNameSql, notationOfPath } from './notation.ts';
import type { Source } from './source.ts';
import { wordSql } from './word-match.ts';

export type SqlCondition = RawBuilder<unknown>;

/** The time and zone of a request, which relative dates depend on. */
export interface FilterContext {
  readonly now: Date;
  /** IANA zone of days for records without a hotel. */
  readonly timeZone: string;
  /** Shifts the requested range of days. */
  readonly shiftRange?: (range: DayRange) => DayRange;
}

/** First and last day, both inclusive; either may be null, which leaves that end open. */
export type DayRange = readonly [from: string | null, to: string | null];

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const MONTH_PATTERN = /^\d{4}-\d{2}$/;
const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;
const INSTANT_PATTERN =
  /^\d{4}-\d{2}-\d{2}[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;
const MAX_IDS = 1000;

const COMPARISON_SQL: Partial<Record<Operator, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

interface FilteredColumn {
  readonly source: Source;
  readonly path: ColumnPath;
  readonly ref: RawBuilder<unknown>;
  readonly operator: Operator;
  readonly value: string;
  readonly invalidValue: (text: string) => Error;
  readonly context: FilterContext;
}

/** Compiles one filter condition to SQL. Throws a 422 that names the parameter. */
export function conditionSql(
  source: Source,
  path: ColumnPath,
  condition: Condition,
  context: FilterContext,
): SqlCondition {
  const { column, operator, value } = condition;
  const invalidValue = (text: string) => validationError({ [`filter[${column}][${operator}]`]: [text] });
  const { kind } = path.definition;
  if (!operatorsByKind[kind].includes(operator))
    throw invalidValue(message('unknown_operator', operatorsByKind[kind].join(', ')));
  if (value.includes('\0') || !value.isWellFormed()) throw invalidValue(message('nul'));
  const ref = kind === 'references' ? sql.raw('t.id') : sql.raw(source.column(path));
  const filteredColumn: FilteredColumn = { source, path, ref, operator, value, invalidValue, context };
  if (operator === 'null') return nullCondition(filteredColumn);
  return conditionByKind[kind](filteredColumn);
}

function nullCondition({ source, path, ref, value, invalidValue }: FilteredColumn): SqlCondition {
  if (value !== '1' && value !== '0') throw invalidValue(message('flag'));
  const f = path.definition;
  if (f.kind === 'references')
    return sql`${sql.raw(value === '1' ? 'not exists' : 'exists')} (select from ${linkTableSql(f)})`;
  if (isNeverNull(source, path)) return value === '1' ? sql`false` : sql`true`;
  return value === '1' ? sql`${ref} is null` : sql`${ref} is not null`;
}

/**
 * Whether the definitions rule out that a column is empty, so that no row needs to be read to know. A column of another
 * record is empty where that record is hidden, and a view has whatever it computes.
 */
function isNeverNull(source: Source, path: ColumnPath): boolean {
  const { relations, field } = path;
  const { definition } = source;
  if (definition.view || field === null || !PLAIN_COLUMN.test(source.column(path))) return false;
  let record = definition;
  for (const relation of relations) {
    if (!isRequired(record, relation.field)) return false;
    record = getResource(relation.to);
  }
  return isRequired(record, field);
}

function isRequired(d: ResourceDefinition, field: string): boolean {
  const f = allFields(d)[field];
  return f !== undefined && !isNullable(f);
}

/** The SQL of a stored column that every reader may see. */
const PLAIN_COLUMN = /^\w+\."\w+"$/;

function textCondition({ source, path, ref, operator, value }: FilteredColumn): SqlCondition {
  if (operator === 'exact') return sql`${ref} = ${value}`;
  const match = operator as Match; // the only other operators of texts
  const condition = textMatchSql(source, path, match, value);
  // The first column of a list shows the whole name, so its filter finds the other names, too.
  const { resource, relations, field } = path;
  const isPinnedName =
    relations.length === 0 &&
    field === resource.display.name[0] &&
    listColumns(resource).some(({ column, pinned }) => column === field && pinned);
  return isPinnedName && isWholeName(resource)
    ? sql`(${condition} or ${matchWholeNameSql(nameColumns(source, path), match, value)})`
    : condition;
}

/** SQL condition: whether a text column contains, begins with, ends with or equals a text, in any notation. */
export function textMatchSql(source: Source, path: ColumnPath, match: Match, text: string): SqlCondition {
  if (path.field === null && isWholeName(path.resource))
    return matchWholeNameSql(nameColumns(source, path), match, text);
  return matchSql(sql.raw(source.column(path)), notationOfPath(path), match, text);
}

/** Like `wordSql`, for a column that may be the whole name of a record. */
export function textWordSql(
  source: Source,
  path: ColumnPath,
  term: string,
  isLarge: boolean,
): SqlCondition | undefined {
  if (!isLarge) return textMatchSql(source, path, 'contains', term);
  if (path.field !== null || !isWholeName(path.resource))
    return wordSql(sql.raw(source.column(path)), notationOfPath(path), term, isLarge);
  const matches = nameColumns(source, path).flatMap((column) => wordSql(column, 'name', term, isLarge) ?? []);
  return matches.length > 0 ? sql`(${sql.join(matches, sql` or `)})` : undefined;
}

const nameColumns = (source: Source, { relations, resource }: ColumnPath): readonly SqlCondition[] =>
  resource.display.name.map((name) =>
    sql.raw(source.column(getColumn(source.definition, [...relations.map((r) => r.name), name].join('.')))),
  );

function numberCondition({ path, ref, operator, value, invalidValue }: FilteredColumn): SqlCondition {
  const isInteger = path.definition.kind === 'integer';
  if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(value)) throw invalidValue(message('number'));
  if (isInteger && value.includes('.')) throw invalidValue(message('whole'));
  return sql`${ref} ${sql.raw(COMPARISON_SQL[operator] ?? '=')} ${value}::${sql.raw(isInteger ? 'bigint' : 'numeric')}`;
}

function flagCondition({ ref, operator, value, invalidValue }: FilteredColumn): SqlCondition {
  const list = operator === 'eq' ? [value] : value.split(',').map((v) => v.trim());
  if (list.some((v) => v !== '1' && v !== '0')) throw invalidValue(message('flag'));
  const values = list.map((v) => v === '1');
  return operator === 'excepts'
    ? sql`(${ref} is null or ${ref} <> all(${values}::boolean[]))`
    : sql`${ref} = any(${values}::boolean[])`;
}

function parseIds({ value, invalidValue }: FilteredColumn): number[] {
  const list = value.split(',').map((v) => v.trim());
  if (list.some((v) => !/^\d{1,15}$/.test(v))) throw invalidValue(message('number'));
  if (list.length > MAX_IDS) throw invalidValue(message('list_length', MAX_IDS));
  return list.map(Number);
}

function referenceCondition(filteredColumn: FilteredColumn): SqlCondition {
  const { ref, operator } = filteredColumn;
  const list = parseIds(filteredColumn);
  return operator === 'includes'
    ? sql`${ref} = any(${list}::bigint[])`
    : sql`(${ref} is null or ${ref} <> all(${list}::bigint[]))`;
}

function choiceCondition({ source, path, operator, value, invalidValue }: FilteredColumn): SqlCondition {
  const list = value.split(',').map((v) => v.trim());
  const choiceValues = path.definition.kind === 'choice' ? path.definition.choices.map((c) => c.value) : [];
  if (list.some((v) => !choiceValues.includes(v))) throw invalidValue(message('choice', choiceValues.join(', ')));
  const values = sql.raw(`(${list.map((v) => source.choiceCondition(path, v)).join(' or ')})`);
  return operator === 'includes' ? values : sql`${values} is not true`;
}

const linkTableSql = (f: Extract<Field, { kind: 'references' }>) => sql.raw(`${f.link} l where l.${f.from} = t.id`);

function linkCondition(filteredColumn: FilteredColumn): SqlCondition {
  const f = filteredColumn.path.definition;
  if (f.kind !== 'references') throw new Error(`${filteredColumn.path.column} is no list of references`);
  return sql`${sql.raw(filteredColumn.operator === 'includes' ? 'exists' : 'not exists')}
    (select from ${linkTableSql(f)} and l.${sql.raw(f.target)} = any(${parseIds(filteredColumn)}::bigint[]))`;
}

// Days ----------------------------------------------------------------------------------------------------------------

/**
 * SQL of the zone for a record's days: that of the place at which it counts. Null if it counts at none; then the
 * request's zone applies.
 */
export function recordZone(source: Source): string | null {
  const path = source.definition.scope?.hotel?.[0];
  if (path === undefined) return null;
  const relation = path === 'id' ? '' : `${path.replace(/_id$/, '')}.`;
  const { definition: f } = getColumn(source.definition, path);
  const { place } = f.kind === 'reference' ? getResource(f.to) : source.definition;
  return place ? `coalesce(${place.timeZone.map((column) => source.ref(relation + column)).join(', ')})` : null;
}

const toZoned = (now: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);

/** SQL of the zone in which a row's days and moments are shown. */
export function zoneSql(source: Source, context: FilterContext): SqlCondition {
  const recordZoneSql = recordZone(source);
  return recordZoneSql === null
    ? sql`${context.timeZone}`
    : sql`coalesce(${sql.raw(recordZoneSql)}, ${context.timeZone})`;
}

/** SQL that converts a column to a day. */
function daySql({ source, path, ref, context }: FilteredColumn): { day: SqlCondition; zone: SqlCondition } {
  const zone = zoneSql(source, context);
  return { zone, day: path.definition.kind === 'date' ? ref : sql`(${ref} at time zone ${zone})::date` };
}

/**
 * Days from–to, both inclusive; null leaves an end open. The day of an instant depends on the zone of its row, which is
 * at most 15 hours from UTC. So bounds widened by 15 hours can use an index, and only rows near a bound are converted
 * to a day.
 */
function betweenCondition(filteredColumn: FilteredColumn, from: string | null, to: string | null): SqlCondition {
  const { ref, path } = filteredColumn;
  const { day } = daySql(filteredColumn);
  const fromCondition = sql`${day} >= ${from}::date`;
  const toCondition = sql`${day} <= ${to}::date`;
  const parts: SqlCondition[] = [];
  if (path.definition.kind === 'instant') {
    if (from !== null)
      parts.push(
        sql`${ref} >= ${dayPlusHoursSql(from, -15)}`,
        sql`(${ref} >= ${dayPlusHoursSql(from, 15)} or ${fromCondition})`,
      );
    if (to !== null)
      parts.push(sql`${ref} < ${dayPlusHoursSql(to, 39)}`, sql`(${ref} < ${dayPlusHoursSql(to, 9)} or ${toCondition})`);
  } else {
    if (from !== null) parts.push(fromCondition);
    if (to !== null) parts.push(toCondition);
  }
  return sql`(${sql.join(parts, sql` and `)})`;
}

/** The moment that many hours after the start of a day, in UTC. */
const dayPlusHoursSql = (day: string, hours: number): SqlCondition =>
  sql`(${day}::date + ${sql.lit(`${hours} hours`)}::interval) at time zone 'UTC'`;

const monthRange = (value: string): [string, string] => {
  const month = Temporal.PlainYearMonth.from(value);
  return [month.toPlainDate({ day: 1 }).toString(), month.toPlainDate({ day: month.daysInMonth }).toString()];
};

/** Whether a text begins with a valid calendar day, `2026-02-28`. */
export const isRealDay = (value: string): boolean => {
  try {
    return Temporal.PlainDate.from(value.slice(0, 10)).year >= 1;
  } catch {
    return false;
  }
};

function dateRangeCondition(filteredColumn: FilteredColumn): SqlCondition {
  const { value, invalidValue, path, ref, context } = filteredColumn;
  const bounds = value.split(',').map((v) => v.trim());
  const [from = '', to = ''] = bounds;
  if (bounds.length !== 2 || (from === '' && to === '')) throw invalidValue(message('date'));
  const givenBounds = [from, to].filter((v) => v !== '');
  const dayCondition = (first: string | null, last: string | null) =>
    betweenCondition(filteredColumn, ...(context.shiftRange?.([first, last]) ?? ([first, last] as const)));
  const allMatch = (pattern: RegExp) => givenBounds.every((v) => pattern.test(v));
  if (allMatch(MONTH_PATTERN)) {
    if (givenBounds.some((v) => !isRealDay(`${v}-01`))) throw invalidValue(message('date'));
    return dayCondition(from ? monthRange(from)[0] : null, to ? monthRange(to)[1] : null);
  }
  const isInstant = path.definition.kind === 'instant';
  if (isInstant && allMatch(TIME_PATTERN)) {
    const time = sql`(${ref} at time zone ${daySql(filteredColumn).zone})::time`;
    return sql`(${time} >= ${from || '00:00'}::time and ${time} <= (${to || '23:59'}::time + interval '59.999999 seconds'))`;
  }
  if (givenBounds.some((v) => !isRealDay(v))) throw invalidValue(message('date'));
  if (allMatch(DAY_PATTERN)) return dayCondition(from || null, to || null);
  if (!isInstant || !allMatch(INSTANT_PATTERN))
    throw invalidValue(message(allMatch(/^\d{4}-\d{2}-\d{2}[T ]/) ? 'time' : 'date'));
  const parts: SqlCondition[] = [];
  if (from) parts.push(sql`${ref} >= ${toInstant(from, context.timeZone)}`);
  if (to) parts.push(sql`${ref} <= ${toInstant(to, context.timeZone)}`);
  return sql`(${sql.join(parts, sql` and `)})`;
}

/** Parses a moment: ISO 8601, or local time in the zone. */
export function toInstant(value: string, zone: string): Date {
  const iso = value.replace(' ', 'T');
  const instant = /(Z|[+-]\d{2}:?\d{2})$/.test(iso)
    ? Temporal.Instant.from(iso)
    : Temporal.PlainDateTime.from(iso).toZonedDateTime(zone).toInstant();
  return new Date(instant.epochMilliseconds);
}

function presetCondition(filteredColumn: FilteredColumn): SqlCondition {
  const { value, invalidValue, ref, path, source, context } = filteredColumn;
  if (!isPreset(value)) throw invalidValue(message('unknown_preset'));
  const rangeOn = (today: Temporal.PlainDate): [string, string] => {
    const [first, last] = presetRange(value, today).map(String) as [string, string]; // still two days
    const [from, to] = context.shiftRange?.([first, last]) ?? [first, last];
    return [from ?? first, to ?? last];
  };
  const endsNow = value === 'now' || value.endsWith('_ago');
  const upToNowSql = endsNow && path.definition.kind === 'instant' ? sql` and ${ref} <= ${context.now}` : sql``;
  if (recordZone(source) === null) {
    const [from, to] = rangeOn(toZoned(context.now, context.timeZone).toPlainDate());
    return sql`(${betweenCondition(filteredColumn, from, to)}${upToNowSql})`;
  }
  // Across all time zones, today is one of at most three days; each row uses the range of its own zone.
  const utc = toZoned(context.now, 'UTC').toPlainDate();
  const days = [utc.subtract({ days: 1 }), utc, utc.add({ days: 1 })];
  const ranges = days.map(rangeOn);
  const starts = ranges.map((r) => r[0]).sort();
  const ends = ranges.map((r) => r[1]).sort();
  const widestRange = betweenCondition(filteredColumn, starts[0] ?? null, ends.at(-1) ?? null);
  if (starts[0] === starts.at(-1) && ends[0] === ends.at(-1)) return sql`(${widestRange}${upToNowSql})`;
  const { day, zone } = daySql(filteredColumn);
  const cases = days.map(
    (d, i) => sql`when ${d.toString()}::date then ${day} between ${ranges[i]?.[0]}::date and ${ranges[i]?.[1]}::date`,
  );
  return sql`(${widestRange}
    and case (${context.now}::timestamptz at time zone ${zone})::date ${sql.join(cases, sql` `)} end${upToNowSql})`;
}

const dateCondition = (filteredColumn: FilteredColumn): SqlCondition =>
  filteredColumn.operator === 'preset' ? presetCondition(filteredColumn) : dateRangeCondition(filteredColumn);
const rejectOperator = ({ path }: FilteredColumn): SqlCondition => {
  throw new Error(`${path.column} takes no operator but null`);
};

const conditionByKind: Record<FieldKind, (filteredColumn: FilteredColumn) => SqlCondition> = {
  text: textCondition,
  email: textCondition,
  phone: textCondition,
  textarea: textCondition,
  editor: textCondition,
  secret: rejectOperator,
  integer: numberCondition,
  decimal: numberCondition,
  money: numberCondition,
  flag: flagCondition,
  date: dateCondition,
  instant: dateCondition,
  reference: referenceCondition,
  option: referenceCondition,
  choice: choiceCondition,
  references: linkCondition,
  file: rejectOperator,
  json: rejectOperator,
};
