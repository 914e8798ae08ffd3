import { type ResourceDefinition, foldedNumber, message } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { couldBeGuess, guesserWaitSql, refuseGuesser } from '../../access/guesses.ts';
import { hereSql, scopeSql } from '../../access/scope.ts';
import { refuseWaiting } from '../../access/throttle.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { Values, WriteContext } from './behaviour.ts';
import { LOOK_UPS_A_MINUTE, LookUps, countConflict } from './look-ups.ts';
import { constraintError, violatedRule } from './refusals.ts';
import { createSource } from './source.ts';
import type { Write } from './write-services.ts';
import type { ReadyRow, Refuse } from './ready-row.ts';

/*
 * Values that no two records may share. A refused value shows that another record has it, perhaps one that the actor may not see: then it
 * counts as a look-up and as a guess (`look-ups.ts`). While a user has to wait after too many guesses, free values are refused
 * with a 429 as well, or else the 429 itself would show which values are taken.
 */

type Rule = NonNullable<ResourceDefinition['unique']>[number];

const TEXTS: ReadonlySet<string | undefined> = new Set(['text', 'email', 'phone', 'textarea', 'choice']);

/** Refuses rows whose unique values stand in the table, or in a row before; returns the others. */
export type RefuseTaken = (rows: readonly ReadyRow[]) => Promise<readonly ReadyRow[]>;

/** Says that a row before has the same value. */
type SameAs = (row: number) => string;

/**
 * The unique values of many rows, batch by batch. The constraints hold all the same: this finds thousands of them at once, and can
 * name the other row.
 */
export function createUniqueCheck(write: Write, refuse: Refuse, sameAs: SameAs): RefuseTaken {
  const rules = (write.d.unique ?? []).map((rule) => ({
    rule,
    first: new Map<string, number>(),
    given: new Set<number>(),
    elsewhere: new Set<string>(),
  }));
  return async (rows) => {
    let left = rows;
    for (const known of rules) left = await refuseTakenBy(write, known, left, refuse, sameAs);
    return left;
  };
}

interface Known {
  readonly rule: Rule;
  /** The first row with each key. */
  readonly first: Map<string, number>;
  /** Records that rows so far give another key. */
  readonly given: Set<number>;
  /** Values that records outside of the actor's scope have. */
  readonly elsewhere: Set<string>;
}

interface Keyed {
  readonly ready: ReadyRow;
  readonly key: readonly string[];
}

async function refuseTakenBy(
  write: Write,
  known: Known,
  rows: readonly ReadyRow[],
  refuse: Refuse,
  sameAs: SameAs,
): Promise<readonly ReadyRow[]> {
  const { d } = write;
  const { rule, first, given } = known;
  const field = rule.fields.at(-1) ?? 'id';
  const wrong = new Set<ReadyRow>();
  const keyed: Keyed[] = [];
  const refuseWith = (ready: ReadyRow, why: string): void => {
    wrong.add(ready);
    refuse(ready.row, invalid({ [field]: [why] }));
  };
  for (const ready of rows) {
    const key = keyOf(d, rule, ready);
    if (!key) continue;
    const text = JSON.stringify(key);
    const other = first.get(text);
    if (other !== undefined && other !== ready.row) refuseWith(ready, sameAs(other));
    else {
      first.set(text, ready.row);
      keyed.push({ ready, key });
      if (ready.before) given.add(ready.before.id);
    }
  }
  for (const n of await findTaken(write, known, keyed)) {
    const ready = keyed[n - 1]?.ready;
    if (ready) refuseWith(ready, message(rule.says ?? 'taken'));
  }
  return rows.filter((ready) => !wrong.has(ready));
}

/** A number or text of a table as text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);

/** How two texts of a rule are compared: in the database, and here. */
interface Folding {
  readonly inSql: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly of: (text: string) => string;
}

const CASE: Folding = { inSql: (column) => sql`lower(${column})`, of: (text) => text.toLowerCase() };
const WRITING: Folding = {
  inSql: (column) => sql`folded(${column})`,
  of: foldedNumber,
};

function foldingOf(d: ResourceDefinition, rule: Rule, name: string): Folding | undefined {
  if (!TEXTS.has(d.fields[name]?.kind)) return undefined;
  if (rule.ignoreWriting) return WRITING;
  return rule.ignoreCase ? CASE : undefined;
}

/** The unique key of a row; undefined where the row sets none of its fields, or part of it is empty. */
function keyOf(d: ResourceDefinition, rule: Rule, { values, before }: ReadyRow): readonly string[] | undefined {
  if (!rule.fields.some((name) => Object.hasOwn(values, name))) return undefined;
  const key = rule.fields.map((name) => (Object.hasOwn(values, name) ? values[name] : before?.[name]) ?? null);
  if (key.includes(null)) return undefined;
  return key.map((value, i) => foldedText(d, rule, rule.fields[i] ?? '', value));
}

function foldedText(d: ResourceDefinition, rule: Rule, name: string, value: unknown): string {
  const text = textOf(value);
  return foldingOf(d, rule, name)?.of(text) ?? text;
}

/** The places, from 1 on, of keys that belong to a record which no row has changed. */
async function findTaken(write: Write, known: Known, keyed: readonly Keyed[]): Promise<number[]> {
  if (keyed.length === 0) return [];
  const { context, d } = write;
  const { rule, given, elsewhere } = known;
  const source = createSource(d, {});
  const isVisible = hereSql(context.actor, source);
  const same = rule.fields.map((name, i) => sql`${stored(d, rule, name)} = ${asked(d, name, `k${i}`)}`);
  const lists = rule.fields.map((_, i) => sql`${keyed.map(({ key }) => key[i] ?? '')}::text[]`);
  const names = [...rule.fields.map((_, i) => `k${i}`), 'n'];
  const { rows } = await sql<{ n: number; is_visible: boolean }>`
    select k.n, bool_or(${isVisible}) as is_visible
    from unnest(${sql.join(lists)}) with ordinality k (${sql.join(names.map((name) => sql.ref(name)))})
    join ${sql.raw(source.from())} on ${sql.join(same, sql` and `)} and t.deleted_at is null and t.id <> all(${[...given]}::bigint[])
    group by k.n`.execute(context.tx);
  for (const { n, is_visible } of rows) if (!is_visible) elsewhere.add(JSON.stringify(keyed[n - 1]?.key));
  await countFile(write, known, keyed);
  return rows.map(({ n }) => n);
}

/**
 * Counts each value that a record outside of the actor's scope has as a look-up, and all those of a file as one guess. A file of new card
 * numbers is a guess as well: its dry run shows of thousands of numbers at a time whether they are cards. Throws a 422 for more values than
 * may be looked up in a minute, and a 429 while the actor has to wait.
 */
async function countFile({ context, d }: Write, { rule, elsewhere }: Known, keyed: readonly Keyed[]): Promise<void> {
  if (!rulesBeyondScope(context, d).includes(rule)) return;
  const { tx, actor, now, across } = context;
  const file = nameOf(d, rule, 'file');
  const isNew = (name: string) => !across.counted.has(name);
  if (isNew(file)) await refuseGuesser(tx, actor, now);
  const isTooMany = elsewhere.size > LOOK_UPS_A_MINUTE;
  const told = isTooMany ? [] : [...elsewhere].map((key) => nameOf(d, rule, key)).filter(isNew);
  const isNumber = ({ ready, key }: Keyed) => key.some(couldBeGuess) && !hasAlready(rule, ready);
  const guesses = (elsewhere.size > 0 || keyed.some(isNumber) ? [file] : []).filter(isNew);
  if (told.length > 0 || guesses.length > 0)
    throw new LookUps('import', new Map(told.map((name) => [name, []])), guesses);
  if (isTooMany) throw invalid({ file: [message('rows_elsewhere', LOOK_UPS_A_MINUTE)] });
}

const hasAlready = (rule: Rule, { values, before }: ReadyRow): boolean =>
  before !== null && rule.fields.every((name) => (values[name] ?? null) === (before[name] ?? null));

/**
 * Writes values into new or locked rows by a statement that returns `seconds`, which is how long the actor has to wait. Throws the
 * refusal that a violated constraint stands for.
 */
export async function writeUnique<T extends { readonly seconds: number | null }>(
  context: WriteContext,
  d: ResourceDefinition,
  values: Values,
  statement: (seconds: RawBuilder<unknown>) => RawBuilder<T>,
): Promise<readonly T[]> {
  const { tx, actor, now } = context;
  const rules = rulesBeyondScope(context, d).filter(({ fields: [name = ''] }) => (values[name] ?? null) !== null);
  const seconds = rules.length > 0 ? guesserWaitSql(actor, now) : sql`null::integer`;
  try {
    const { rows } = await statement(seconds).execute(tx);
    refuseWaiting(rows[0]?.seconds);
    return rows;
  } catch (error) {
    const rule = violatedRule(d, error);
    if (rule && rules.includes(rule)) {
      const [field = ''] = rule.fields;
      const text = foldedText(d, rule, field, values[field]);
      countConflict(context, nameOf(d, rule, text), isVisibleSql(context, d, rule, field, text));
    }
    throw constraintError(d, error) ?? error;
  }
}

/** SQL of whether the actor sees a record with this value. */
function isVisibleSql(
  { actor }: WriteContext,
  d: ResourceDefinition,
  rule: Rule,
  field: string,
  text: string,
): RawBuilder<unknown> {
  const source = createSource(d, {});
  const isVisible = hereSql(actor, source);
  return sql`exists (
    select from ${sql.raw(source.from())} where ${stored(d, rule, field)} = ${text} and t.deleted_at is null and ${isVisible})`;
}

/**
 * The rules by which a value can be taken by a record outside of the actor's scope: those of one typed value. A rule of several fields names a
 * hotel, or another record, that the actor has to see. A value that a record gets back is known already.
 */
function rulesBeyondScope({ actor, isTakingBack, isRestoring }: WriteContext, d: ResourceDefinition): readonly Rule[] {
  const typed = (d.unique ?? []).filter(
    ({ fields: [name = '', ...others] }) => others.length === 0 && TEXTS.has(d.fields[name]?.kind),
  );
  return typed.length === 0 || isTakingBack || isRestoring || !scopeSql(actor, createSource(d, {})) ? [] : typed;
}

const nameOf = ({ key }: ResourceDefinition, { fields }: Rule, value: string): string =>
  `${key} ${fields.join(' ')} ${value}`;

/** A column as its unique index has it. */
function stored(d: ResourceDefinition, rule: Rule, name: string): RawBuilder<unknown> {
  const column = sql`t.${sql.ref(name)}`;
  const folding = foldingOf(d, rule, name);
  if (folding) return folding.inSql(column);
  return TEXTS.has(d.fields[name]?.kind) || isNumber(d, name) ? column : sql`${column}::text`;
}

const asked = (d: ResourceDefinition, name: string, key: string): RawBuilder<unknown> =>
  isNumber(d, name) ? sql`k.${sql.ref(key)}::bigint` : sql`k.${sql.ref(key)}`;

const isNumber = (d: ResourceDefinition, name: string): boolean =>
  ['reference', 'option', 'integer'].includes(d.fields[name]?.kind ?? '');
