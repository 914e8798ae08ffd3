import { type ResourceDefinition, normalizedNumber, message } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { mayBeCardOrVoucherNumber, lookupWaitSql, assertLookupAllowed } from '../../access/enumeration-guard.ts';
import { scopeConditionSql, scopeSql } from '../../access/scope.ts';
import { assertNoWait } from '../../access/throttle.ts';
import { invalid } from '../../platform/http/api-error.ts';
import type { Values, WriteContext } from './resource-hooks.ts';
import { LOOKUPS_PER_MINUTE, UncountedLookups, countConflict } from './member-lookups.ts';
import { constraintError, violatedRule } from './constraint-errors.ts';
import { createSource } from './source.ts';
import type { Write } from './write-services.ts';
import type { ReadyRow, Reject } from './ready-row.ts';

/*
 * Unique values. A rejected value shows that another record has it, perhaps one that the actor may not see: then it
 * counts as a lookup and as a failed attempt (member-lookups.ts). While a user must wait after too many failed
 * attempts, free values are rejected with a 429 as well; otherwise the 429 itself would show which values are taken.
 */

type Rule = NonNullable<ResourceDefinition['unique']>[number];

const TEXTS: ReadonlySet<string | undefined> = new Set(['text', 'email', 'phone', 'textarea', 'choice']);

/** Rejects rows whose unique values exist in the table or in an earlier row; returns the others. */
export type RejectTaken = (rows: readonly ReadyRow[]) => Promise<readonly ReadyRow[]>;

/** The message that an earlier row has the same value. */
type DuplicateMessage = (row: number) => string;

/**
 * Checks the unique values of many rows, batch by batch. The constraints still apply; this finds thousands of
 * duplicates at a time, and can name the other row.
 */
export function createUniqueCheck(write: Write, reject: Reject, duplicateMessage: DuplicateMessage): RejectTaken {
  const rules = (write.d.unique ?? []).map((rule) => ({
    rule,
    first: new Map<string, number>(),
    changedIds: new Set<number>(),
    elsewhere: new Set<string>(),
  }));
  return async (rows) => {
    let left = rows;
    for (const uniqueValues of rules) left = await rejectTakenBy(write, uniqueValues, left, reject, duplicateMessage);
    return left;
  };
}

interface UniqueValues {
  readonly rule: Rule;
  /** The first row with each key. */
  readonly first: Map<string, number>;
  /** Records to which earlier rows give another key. */
  readonly changedIds: Set<number>;
  /** Values of records outside the actor's scope. */
  readonly elsewhere: Set<string>;
}

interface KeyedRow {
  readonly ready: ReadyRow;
  readonly key: readonly string[];
}

async function rejectTakenBy(
  write: Write,
  uniqueValues: UniqueValues,
  rows: readonly ReadyRow[],
  reject: Reject,
  duplicateMessage: DuplicateMessage,
): Promise<readonly ReadyRow[]> {
  const { d } = write;
  const { rule, first, changedIds } = uniqueValues;
  const field = rule.fields.at(-1) ?? 'id';
  const wrong = new Set<ReadyRow>();
  const keyedRows: KeyedRow[] = [];
  const rejectWith = (ready: ReadyRow, why: string): void => {
    wrong.add(ready);
    reject(ready.row, invalid({ [field]: [why] }));
  };
  for (const ready of rows) {
    const key = keyOf(d, rule, ready);
    if (!key) continue;
    const text = JSON.stringify(key);
    const other = first.get(text);
    if (other !== undefined && other !== ready.row) rejectWith(ready, duplicateMessage(other));
    else {
      first.set(text, ready.row);
      keyedRows.push({ ready, key });
      if (ready.before) changedIds.add(ready.before.id);
    }
  }
  for (const n of await findTaken(write, uniqueValues, keyedRows)) {
    const ready = keyedRows[n - 1]?.ready;
    if (ready) rejectWith(ready, message(rule.message ?? 'taken'));
  }
  return rows.filter((ready) => !wrong.has(ready));
}

/** A number or text from a table as text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);

/** How a rule compares two texts: in the database, and here. */
interface TextNormalization {
  readonly normalizeSql: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly normalize: (text: string) => string;
}

const IGNORE_CASE: TextNormalization = {
  normalizeSql: (column) => sql`lower(${column})`,
  normalize: (text) => text.toLowerCase(),
};
const IGNORE_WRITING: TextNormalization = {
  normalizeSql: (column) => sql`normalize_text(${column})`,
  normalize: normalizedNumber,
};

function normalizationFor(d: ResourceDefinition, rule: Rule, name: string): TextNormalization | undefined {
  if (!TEXTS.has(d.fields[name]?.kind)) return undefined;
  if (rule.ignoreNotation) return IGNORE_WRITING;
  return rule.ignoreCase ? IGNORE_CASE : undefined;
}

/** The unique key of a row; undefined if the row sets none of its fields, or if part of it is empty. */
function keyOf(d: ResourceDefinition, rule: Rule, { values, before }: ReadyRow): readonly string[] | undefined {
  if (!rule.fields.some((name) => Object.hasOwn(values, name))) return undefined;
  const key = rule.fields.map((name) => (Object.hasOwn(values, name) ? values[name] : before?.[name]) ?? null);
  if (key.includes(null)) return undefined;
  return key.map((value, i) => normalizeText(d, rule, rule.fields[i] ?? '', value));
}

function normalizeText(d: ResourceDefinition, rule: Rule, name: string, value: unknown): string {
  const text = textOf(value);
  return normalizationFor(d, rule, name)?.normalize(text) ?? text;
}

/** The positions, from 1, of keys that belong to a record which no row has changed. */
async function findTaken(write: Write, uniqueValues: UniqueValues, keyedRows: readonly KeyedRow[]): Promise<number[]> {
  if (keyedRows.length === 0) return [];
  const { context, d } = write;
  const { rule, changedIds, elsewhere } = uniqueValues;
  const source = createSource(d, {});
  const isVisible = scopeConditionSql(context.actor, source);
  const same = rule.fields.map((name, i) => sql`${storedValueSql(d, rule, name)} = ${existsSql(d, name, `k${i}`)}`);
  const lists = rule.fields.map((_, i) => sql`${keyedRows.map(({ key }) => key[i] ?? '')}::text[]`);
  const names = [...rule.fields.map((_, i) => `k${i}`), 'n'];
  const { rows } = await sql<{ n: number; is_visible: boolean }>`
    select k.n, bool_or(${isVisible}) as is_visible
    from unnest(${sql.join(lists)}) with ordinality k (${sql.join(names.map((name) => sql.ref(name)))})
    join ${sql.raw(source.from())} on ${sql.join(same, sql` and `)} and t.deleted_at is null and t.id <> all(${[...changedIds]}::bigint[])
    group by k.n`.execute(context.tx);
  for (const { n, is_visible } of rows) if (!is_visible) elsewhere.add(JSON.stringify(keyedRows[n - 1]?.key));
  await countFileLookups(write, uniqueValues, keyedRows);
  return rows.map(({ n }) => n);
}

/**
 * Counts each value that exists outside the actor's scope as a lookup, and all those of a file together as one failed
 * attempt. A file of new card numbers counts as one too: its dry run shows for thousands of numbers at a time whether
 * they are cards. Throws a 422 for more values than may be looked up in a minute, and a 429 while the actor must wait.
 */
async function countFileLookups(
  { context, d }: Write,
  { rule, elsewhere }: UniqueValues,
  keyedRows: readonly KeyedRow[],
): Promise<void> {
  if (!rulesBeyondScope(context, d).includes(rule)) return;
  const { tx, actor, now, lookups } = context;
  const file = nameOf(d, rule, 'file');
  const isNew = (name: string) => !lookups.countedNumbers.has(name);
  if (isNew(file)) await assertLookupAllowed(tx, actor, now);
  const isTooMany = elsewhere.size > LOOKUPS_PER_MINUTE;
  const reported = isTooMany ? [] : [...elsewhere].map((key) => nameOf(d, rule, key)).filter(isNew);
  const isNumber = ({ ready, key }: KeyedRow) => key.some(mayBeCardOrVoucherNumber) && !isUnchanged(rule, ready);
  const failedLookups = (elsewhere.size > 0 || keyedRows.some(isNumber) ? [file] : []).filter(isNew);
  if (reported.length > 0 || failedLookups.length > 0)
    throw new UncountedLookups('import', new Map(reported.map((name) => [name, []])), failedLookups);
  if (isTooMany) throw invalid({ file: [message('rows_elsewhere', LOOKUPS_PER_MINUTE)] });
}

const isUnchanged = (rule: Rule, { values, before }: ReadyRow): boolean =>
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
      countConflict(context, nameOf(d, rule, text), isVisibleSql(context, d, rule, field, text));
    }
    throw constraintError(d, error) ?? error;
  }
}

/** SQL condition that the actor can see a record with this value. */
function isVisibleSql(
  { actor }: WriteContext,
  d: ResourceDefinition,
  rule: Rule,
  field: string,
  text: string,
): RawBuilder<unknown> {
  const source = createSource(d, {});
  const isVisible = scopeConditionSql(actor, source);
  return sql`exists (
    select from ${sql.raw(source.from())} where ${storedValueSql(d, rule, field)} = ${text} and t.deleted_at is null and ${isVisible})`;
}

/**
 * The rules by which a record outside the actor's scope can take a value: those of a single text field. A rule of
 * several fields includes a hotel, or another record, that the actor must see. A value that is being restored or
 * reverted to is known already.
 */
function rulesBeyondScope({ actor, isReverting, isRestoring }: WriteContext, d: ResourceDefinition): readonly Rule[] {
  const textRules = (d.unique ?? []).filter(
    ({ fields: [name = '', ...others] }) => others.length === 0 && TEXTS.has(d.fields[name]?.kind),
  );
  return textRules.length === 0 || isReverting || isRestoring || !scopeSql(actor, createSource(d, {})) ? [] : textRules;
}

const nameOf = ({ key }: ResourceDefinition, { fields }: Rule, value: string): string =>
  `${key} ${fields.join(' ')} ${value}`;

/** The column expression of its unique index. */
function storedValueSql(d: ResourceDefinition, rule: Rule, name: string): RawBuilder<unknown> {
  const column = sql`t.${sql.ref(name)}`;
  const normalization = normalizationFor(d, rule, name);
  if (normalization) return normalization.normalizeSql(column);
  return TEXTS.has(d.fields[name]?.kind) || isNumber(d, name) ? column : sql`${column}::text`;
}

const existsSql = (d: ResourceDefinition, name: string, key: string): RawBuilder<unknown> =>
  isNumber(d, name) ? sql`k.${sql.ref(key)}::bigint` : sql`k.${sql.ref(key)}`;

const isNumber = (d: ResourceDefinition, name: string): boolean =>
  ['reference', 'option', 'integer'].includes(d.fields[name]?.kind ?? '');
