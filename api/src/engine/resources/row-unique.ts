import { type ResourceDefinition, normalizeNumber, message } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { mayBeCardOrVoucherNumber, lookupWaitSql, assertLookupAllowed } from '../../access/enumeration-guard.ts';
import { scopeConditionSql, scopeSql } from '../../access/scope.ts';
import { assertNoWait } from '../../access/throttle.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { Values, WriteContext } from './resource-hooks.ts';
import { LOOKUPS_PER_MINUTE, UncountedLookups, countConflict } from '../../access/lookups.ts';
import { constraintError, violatedRule } from './constraint-errors.ts';
import { createSource } from './source.ts';
import type { Write } from './write-services.ts';
import type { ReadyRow, RejectRow } from './ready-row.ts';

/*
 * Unique values. Rejecting a value reveals that another record has it. If the actor may not see that record, this
 * counts as a lookup and as a failed attempt (member-lookups.ts). While the actor must wait after failed attempts, free
 * values get a 429 too, or the 429 would reveal which values are taken.
 */

type UniqueRule = NonNullable<ResourceDefinition['unique']>[number];

const TEXT_KINDS: ReadonlySet<string | undefined> = new Set(['text', 'email', 'phone', 'textarea', 'choice']);

/** Rejects rows whose unique values exist in the table or in an earlier row; returns the others. */
export type RejectTaken = (rows: readonly ReadyRow[]) => Promise<readonly ReadyRow[]>;

/** Creates the message for a value that an earlier row already has. */
type DuplicateMessage = (row: number) => string;

/**
 * Checks the unique values of many rows, batch by batch. Unlike the constraints, which still apply, it finds thousands
 * of duplicates in one query and can name the earlier row.
 */
export function createUniqueCheck(write: Write, reject: RejectRow, duplicateMessage: DuplicateMessage): RejectTaken {
  const rules = (write.d.unique ?? []).map((rule) => ({
    rule,
    first: new Map<string, number>(),
    changedIds: new Set<number>(),
    elsewhere: new Set<string>(),
  }));
  return async (rows) => {
    let remainingRows = rows;
    for (const uniqueValues of rules)
      remainingRows = await rejectTakenByRule(write, uniqueValues, remainingRows, reject, duplicateMessage);
    return remainingRows;
  };
}

interface UniqueValues {
  readonly rule: UniqueRule;
  /** The first row with each key. */
  readonly first: Map<string, number>;
  /** Records whose key an earlier row changes. */
  readonly changedIds: Set<number>;
  /** Values of records outside the actor's scope. */
  readonly elsewhere: Set<string>;
}

interface KeyedRow {
  readonly ready: ReadyRow;
  readonly key: readonly string[];
}

async function rejectTakenByRule(
  write: Write,
  uniqueValues: UniqueValues,
  rows: readonly ReadyRow[],
  reject: RejectRow,
  duplicateMessage: DuplicateMessage,
): Promise<readonly ReadyRow[]> {
  const { d } = write;
  const { rule, first, changedIds } = uniqueValues;
  const field = rule.fields.at(-1) ?? 'id';
  const rejectedRows = new Set<ReadyRow>();
  const keyedRows: KeyedRow[] = [];
  const rejectRow = (ready: ReadyRow, reason: string): void => {
    rejectedRows.add(ready);
    reject(ready.row, validationError({ [field]: [reason] }));
  };
  for (const ready of rows) {
    const key = keyOf(d, rule, ready);
    if (!key) continue;
    const keyText = JSON.stringify(key);
    const earlierRow = first.get(keyText);
    if (earlierRow !== undefined && earlierRow !== ready.row) rejectRow(ready, duplicateMessage(earlierRow));
    else {
      first.set(keyText, ready.row);
      keyedRows.push({ ready, key });
      if (ready.before) changedIds.add(ready.before.id);
    }
  }
  for (const n of await findTakenPositions(write, uniqueValues, keyedRows)) {
    const ready = keyedRows[n - 1]?.ready;
    if (ready) rejectRow(ready, message(rule.message ?? 'taken'));
  }
  return rows.filter((ready) => !rejectedRows.has(ready));
}

/** A number or text from a table as text. */
export const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);

/** How a rule compares two texts: in the database, and here. */
export interface TextNormalization {
  readonly normalizeSql: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly normalize: (text: string) => string;
}

const IGNORE_CASE: TextNormalization = {
  normalizeSql: (column) => sql`lower(${column})`,
  normalize: (text) => text.toLowerCase(),
};
const IGNORE_NOTATION: TextNormalization = {
  normalizeSql: (column) => sql`normalize_text(${column})`,
  normalize: normalizeNumber,
};

export function normalizationFor(d: ResourceDefinition, rule: UniqueRule, name: string): TextNormalization | undefined {
  if (!TEXT_KINDS.has(d.fields[name]?.kind)) return undefined;
  if (rule.ignoreNotation) return IGNORE_NOTATION;
  return rule.ignoreCase ? IGNORE_CASE : undefined;
}

/** The unique key of a row; undefined if the row sets none of its fields, or if part of it is empty. */
function keyOf(d: ResourceDefinition, rule: UniqueRule, { values, before }: ReadyRow): readonly string[] | undefined {
  if (!rule.fields.some((name) => Object.hasOwn(values, name))) return undefined;
  const key = rule.fields.map((name) => (Object.hasOwn(values, name) ? values[name] : before?.[name]) ?? null);
  if (key.includes(null)) return undefined;
  return key.map((value, i) => normalizeText(d, rule, rule.fields[i] ?? '', value));
}

function normalizeText(d: ResourceDefinition, rule: UniqueRule, name: string, value: unknown): string {
  const text = toText(value);
  return normalizationFor(d, rule, name)?.normalize(text) ?? text;
}

/** The positions, from 1, of keys that another record has and no row has changed. */
async function findTakenPositions(
  write: Write,
  uniqueValues: UniqueValues,
  keyedRows: readonly KeyedRow[],
): Promise<number[]> {
  if (keyedRows.length === 0) return [];
  const { context, d } = write;
  const { rule, changedIds, elsewhere } = uniqueValues;
  const source = createSource(d, {});
  const visibleCondition = scopeConditionSql(context.actor, source);
  const matchConditions = rule.fields.map(
    (name, i) => sql`${storedValueSql(d, rule, name)} = ${keyColumnSql(d, name, `k${i}`)}`,
  );
  const keyColumns = rule.fields.map((_, i) => sql`${keyedRows.map(({ key }) => key[i] ?? '')}::text[]`);
  const names = [...rule.fields.map((_, i) => `k${i}`), 'n'];
  const { rows } = await sql<{ n: number; is_visible: boolean }>`
    select k.n, bool_or(${visibleCondition}) as is_visible
    from unnest(${sql.join(keyColumns)}) with ordinality k (${sql.join(names.map((name) => sql.ref(name)))})
    join ${sql.raw(source.from())} on ${sql.join(matchConditions, sql` and `)} and t.deleted_at is null and t.id <> all(${[...changedIds]}::bigint[])
    group by k.n`.execute(context.tx);
  for (const { n, is_visible } of rows) if (!is_visible) elsewhere.add(JSON.stringify(keyedRows[n - 1]?.key));
  await countFileLookups(write, uniqueValues, keyedRows);
  return rows.map(({ n }) => n);
}

/**
 * Counts each value that exists outside the actor's scope as a lookup, and all of a file's together as one failed
 * attempt. A file of new card numbers counts as one failed attempt too, because its dry run reveals which of them are
 * cards. Throws a 422 for more values than may be looked up in a minute, and a 429 while the actor must wait.
 */
async function countFileLookups(
  { context, d }: Write,
  { rule, elsewhere }: UniqueValues,
  keyedRows: readonly KeyedRow[],
): Promise<void> {
  if (!rulesBeyondScope(context, d).includes(rule)) return;
  const { tx, actor, now, lookups } = context;
  const fileLookup = lookupName(d, rule, 'file');
  const isNew = (name: string) => !lookups.countedNumbers.has(name);
  if (isNew(fileLookup)) await assertLookupAllowed(tx, actor, now);
  const hasTooMany = elsewhere.size > LOOKUPS_PER_MINUTE;
  const elsewhereNames = hasTooMany ? [] : [...elsewhere].map((key) => lookupName(d, rule, key)).filter(isNew);
  const isNumber = ({ ready, key }: KeyedRow) => key.some(mayBeCardOrVoucherNumber) && !isUnchanged(rule, ready);
  const failedLookups = (elsewhere.size > 0 || keyedRows.some(isNumber) ? [fileLookup] : []).filter(isNew);
  if (elsewhereNames.length > 0 || failedLookups.length > 0)
    throw new UncountedLookups('import', new Map(elsewhereNames.map((name) => [name, []])), failedLookups);
  if (hasTooMany) throw validationError({ file: [message('rows_elsewhere', LOOKUPS_PER_MINUTE)] });
}

const isUnchanged = (rule: UniqueRule, { values, before }: ReadyRow): boolean =>
  before !== null && rule.fields.every((name) => (values[name] ?? null) === (before[name] ?? null));

/**
 * Writes values into new or locked rows by a statement that returns `seconds`, the time that the actor must wait.
 * Throws the error of a violated constraint.
 */
export async function writeUnique<T extends { readonly seconds: number | null }>(
  context: WriteContext,
  d: ResourceDefinition,
  values: Values,
  statement: (seconds: RawBuilder<unknown>) => RawBuilder<T>,
): Promise<readonly T[]> {
  const { tx, actor, now } = context;
  const rules = rulesBeyondScope(context, d).filter(({ fields: [name = ''] }) => (values[name] ?? null) !== null);
  const seconds = rules.length > 0 ? lookupWaitSql(actor, now) : sql`null::integer`;
  try {
    const { rows } = await statement(seconds).execute(tx);
    assertNoWait(rows[0]?.seconds);
    return rows;
  } catch (error) {
    const rule = violatedRule(d, error);
    if (rule && rules.includes(rule)) {
      const [field = ''] = rule.fields;
      const text = normalizeText(d, rule, field, values[field]);
      countConflict(context, lookupName(d, rule, text), isVisibleSql(context, d, rule, field, text));
    }
    throw constraintError(d, error) ?? error;
  }
}

/** SQL condition that the actor can see a record with this value. */
function isVisibleSql(
  { actor }: WriteContext,
  d: ResourceDefinition,
  rule: UniqueRule,
  field: string,
  text: string,
): RawBuilder<unknown> {
  const source = createSource(d, {});
  const visibleCondition = scopeConditionSql(actor, source);
  return sql`exists (
    select from ${sql.raw(source.from())} where ${storedValueSql(d, rule, field)} = ${text} and t.deleted_at is null and ${visibleCondition})`;
}

/**
 * The rules by which a record outside the actor's scope can take a value: those of a single text field. A rule of
 * several fields includes a hotel, or another record, that the actor must see. A value that is being restored or
 * reverted to is known already.
 */
function rulesBeyondScope(
  { actor, isReverting, isRestoring }: WriteContext,
  d: ResourceDefinition,
): readonly UniqueRule[] {
  const textRules = (d.unique ?? []).filter(
    ({ fields: [name = '', ...others] }) => others.length === 0 && TEXT_KINDS.has(d.fields[name]?.kind),
  );
  return textRules.length === 0 || isReverting || isRestoring || !scopeSql(actor, createSource(d, {})) ? [] : textRules;
}

const lookupName = ({ key }: ResourceDefinition, { fields }: UniqueRule, value: string): string =>
  `${key} ${fields.join(' ')} ${value}`;

/** The column as the unique index stores it. */
function storedValueSql(d: ResourceDefinition, rule: UniqueRule, name: string): RawBuilder<unknown> {
  const column = sql`t.${sql.ref(name)}`;
  const normalization = normalizationFor(d, rule, name);
  if (normalization) return normalization.normalizeSql(column);
  return TEXT_KINDS.has(d.fields[name]?.kind) || isNumber(d, name) ? column : sql`${column}::text`;
}

const keyColumnSql = (d: ResourceDefinition, name: string, key: string): RawBuilder<unknown> =>
  isNumber(d, name) ? sql`k.${sql.ref(key)}::bigint` : sql`k.${sql.ref(key)}`;

const isNumber = (d: ResourceDefinition, name: string): boolean =>
  ['reference', 'option', 'integer'].includes(d.fields[name]?.kind ?? '');
