import { type ResourceDefinition, foldedNumber, message } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { couldBeGuess, guesserWaitSql, refuseGuesser } from '../../access/guesses.ts';
import { scopeSql } from '../../access/scope.ts';
import { refuseWaiting } from '../../access/throttle.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { Row, Values, WriteContext } from './behaviour.ts';
import { LOOK_UPS_A_MINUTE, LookUps } from './look-ups.ts';
import { brokenUnique, constraintError } from './refusals.ts';
import { createSource } from './source.ts';
import type { Write } from './write-services.ts';
import type { ReadyRow, Refuse } from './ready-row.ts';

/*
 * Values that no two records may share. That a value is taken tells that there is a record, which the actor may not see: each such answer
 * is a look-up and a guess, as a wrong number in a search is (`look-ups.ts`). A value that nobody has costs nothing, so that a file
 * of thousands of new guests can be imported. But a file of new numbers of cards is one guess, however many rows it has: its dry
 * run would say of thousands of numbers at a time whether they are cards.
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
}

interface Keyed {
  readonly ready: ReadyRow;
  readonly key: readonly string[];
}

async function refuseTakenBy(
  write: Write,
  { rule, first, given }: Known,
  rows: readonly ReadyRow[],
  refuse: Refuse,
  sameAs: SameAs,
): Promise<readonly ReadyRow[]> {
  const { d } = write;
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
    const known = JSON.stringify(key);
    const other = first.get(known);
    if (other !== undefined && other !== ready.row) refuseWith(ready, sameAs(other));
    else {
      first.set(known, ready.row);
      keyed.push({ ready, key });
      if (ready.before) given.add(ready.before.id);
    }
  }
  for (const n of await takenOf(write, rule, keyed, given)) {
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
function keyOf(
  d: ResourceDefinition,
  rule: Rule,
  { values, before }: { readonly values: Values; readonly before: Row | null },
): readonly string[] | undefined {
  if (!rule.fields.some((name) => Object.hasOwn(values, name))) return undefined;
  const key = rule.fields.map((name) => (Object.hasOwn(values, name) ? values[name] : before?.[name]) ?? null);
  if (key.includes(null)) return undefined;
  return key.map((value, i) => {
    const text = textOf(value);
    return foldingOf(d, rule, rule.fields[i] ?? '')?.of(text) ?? text;
  });
}

/** Whether the values of a rule may be taken by a record of another place: not where the place is one of them. */
const reachesElsewhere = ({ scope }: ResourceDefinition, { fields }: Rule): boolean =>
  !fields.some((name) => scope?.hotel?.includes(name));

/**
 * The places, from 1 on, of keys that belong to a record which no row has changed. Leaves the transaction to count those of records
 * out of sight. Throws a 422 for too many of them, and a 429 while the actor has to wait.
 */
async function takenOf(
  { context, d }: Write,
  rule: Rule,
  keyed: readonly Keyed[],
  given: ReadonlySet<number>,
): Promise<number[]> {
  if (keyed.length === 0) return [];
  const { tx, actor, now, across } = context;
  const source = createSource(d, {});
  const sight = scopeSql(actor, source);
  const lists = rule.fields.map((_, i) => sql`${keyed.map(({ key }) => key[i] ?? '')}::text[]`);
  const names = [...rule.fields.map((_, i) => `k${i}`), 'n'];
  const { rows } = await sql<{ seconds: number | null; n: number | null; is_here: boolean }>`
    select w.seconds, f.* from (select ${sight ? guesserWaitSql(actor, now) : sql`null::int`} as seconds) w left join (
      select k.n, bool_or(${sight ?? sql`true`}) as is_here
      from unnest(${sql.join(lists)}) with ordinality k (${sql.join(names.map((name) => sql.ref(name)))})
      join ${sql.raw(source.from())} on ${isSame(d, rule)} and t.deleted_at is null and t.id <> all(${[...given]}::bigint[])
      group by k.n) f on true`.execute(tx);
  const taken = rows.flatMap(({ n, is_here }) => (n === null ? [] : [{ n, is_here }]));
  const named = (key: readonly string[] | undefined) => `${d.key} ${JSON.stringify(key)}`;
  const isNew = (name: string) => !across.counted.has(name);
  const elsewhere = taken.filter(({ is_here }) => !is_here).map(({ n }) => named(keyed[n - 1]?.key));
  const told = [...new Set(elsewhere)].filter(isNew);
  const triesNumbers = sight && reachesElsewhere(d, rule) && keyed.some(({ key }) => key.some(couldBeGuess));
  const guesses = [...told, ...(triesNumbers ? [named(rule.fields)] : []).filter(isNew)];
  if (guesses.length > 0) {
    refuseWaiting(rows[0]?.seconds);
    if (told.length > LOOK_UPS_A_MINUTE) throw invalid({ file: [message('rows_elsewhere', LOOK_UPS_A_MINUTE)] });
    throw new LookUps('import', new Map(told.map((name) => [name, []])), guesses);
  }
  return taken.map(({ n }) => n);
}

/** Says that the record `t` has the values `k` of a rule. */
function isSame(d: ResourceDefinition, rule: Rule): RawBuilder<unknown> {
  const same = rule.fields.map(
    (name, i) => sql`${stored(d, name, foldingOf(d, rule, name))} = ${asked(d, name, `k${i}`)}`,
  );
  return sql.join(same, sql` and `);
}

/**
 * Writes values into a new or a locked row. Throws the refusal that a violated constraint stands for, and notes values that are taken: they
 * are counted when the transaction has ended. A user who guessed waits before a number of their own choice is written, taken or not.
 */
export async function writeUnique<T>(
  context: WriteContext,
  d: ResourceDefinition,
  values: Values,
  write: () => Promise<T>,
): Promise<T> {
  const sight = scopeSql(context.actor, createSource(d, {}));
  const rules = sight ? (d.unique ?? []).filter((rule) => reachesElsewhere(d, rule)) : [];
  const isChosen = rules.some(({ fields }) => fields.some((name) => couldBeGuess(textOf(values[name] ?? ''))));
  if (isChosen) await refuseGuesser(context.tx, context.actor, context.now);
  try {
    return await write();
  } catch (error) {
    const rule = brokenUnique(d, error);
    const key = rule && rules.includes(rule) ? keyOf(d, rule, { values, before: null }) : undefined;
    if (rule && key) context.across.taken.push(isSeenSql(context, d, rule, key));
    throw constraintError(d, error) ?? error;
  }
}

/** A scalar: whether a record in the actor's sight has the values of a rule. */
function isSeenSql(
  { actor }: WriteContext,
  d: ResourceDefinition,
  rule: Rule,
  key: readonly string[],
): RawBuilder<boolean> {
  const source = createSource(d, {});
  const sight = scopeSql(actor, source) ?? sql`true`;
  const names = rule.fields.map((_, i) => sql.ref(`k${i}`));
  return sql<boolean>`exists (
    select from (values (${sql.join(key.map((text) => sql`${text}::text`))})) k (${sql.join(names)})
    join ${sql.raw(source.from())} on ${isSame(d, rule)} and t.deleted_at is null where ${sight})`;
}

/** A column as its unique index has it. */
function stored(d: ResourceDefinition, name: string, folding: Folding | undefined): RawBuilder<unknown> {
  const column = sql`t.${sql.ref(name)}`;
  if (folding) return folding.inSql(column);
  return TEXTS.has(d.fields[name]?.kind) || isNumber(d, name) ? column : sql`${column}::text`;
}

const asked = (d: ResourceDefinition, name: string, key: string): RawBuilder<unknown> =>
  isNumber(d, name) ? sql`k.${sql.ref(key)}::bigint` : sql`k.${sql.ref(key)}`;

const isNumber = (d: ResourceDefinition, name: string): boolean =>
  ['reference', 'option', 'integer'].includes(d.fields[name]?.kind ?? '');
