import { type ResourceDefinition, foldedNumber, message } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../platform/http/fail.ts';
import type { Write } from './write-services.ts';
import type { ReadyRow, Refuse } from './row-hooks.ts';

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
function keyOf(d: ResourceDefinition, rule: Rule, { values, before }: ReadyRow): readonly string[] | undefined {
  if (!rule.fields.some((name) => Object.hasOwn(values, name))) return undefined;
  const key = rule.fields.map((name) => (Object.hasOwn(values, name) ? values[name] : before?.[name]) ?? null);
  if (key.includes(null)) return undefined;
  return key.map((value, i) => {
    const text = textOf(value);
    return foldingOf(d, rule, rule.fields[i] ?? '')?.of(text) ?? text;
  });
}

/** The places, from 1 on, of keys that belong to a record which no row has changed. */
async function takenOf(
  { context, d }: Write,
  rule: Rule,
  keyed: readonly Keyed[],
  given: ReadonlySet<number>,
): Promise<number[]> {
  if (keyed.length === 0) return [];
  const same = rule.fields.map(
    (name, i) => sql`${stored(d, name, foldingOf(d, rule, name))} = ${asked(d, name, `k${i}`)}`,
  );
  const lists = rule.fields.map((_, i) => sql`${keyed.map(({ key }) => key[i] ?? '')}::text[]`);
  const names = [...rule.fields.map((_, i) => `k${i}`), 'n'];
  const { rows } = await sql<{ n: number }>`
    select distinct k.n from unnest(${sql.join(lists)}) with ordinality k (${sql.join(names.map((name) => sql.ref(name)))})
    join ${sql.table(d.key)} t on ${sql.join(same, sql` and `)} and t.deleted_at is null and t.id <> all(${[...given]}::bigint[])`.execute(
    context.tx,
  );
  return rows.map(({ n }) => n);
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
