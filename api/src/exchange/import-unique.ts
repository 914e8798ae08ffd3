import { type ResourceDefinition, message } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../http/fail.ts';
import type { Write } from '../resources/write.ts';
import { textOf } from './held-text.ts';
import type { ReadyRow, Refuse } from './import-rows.ts';

type Rule = NonNullable<ResourceDefinition['unique']>[number];

const TEXTS: ReadonlySet<string | undefined> = new Set(['text', 'email', 'phone', 'textarea', 'choice']);

/**
 * Refuses rows whose unique values stand in the table, or in a row before; returns the others. The constraints hold all the
 * same: this finds thousands of them at once, and can name the other row.
 */
export async function refuseTaken(write: Write, rows: readonly ReadyRow[], refuse: Refuse): Promise<ReadyRow[]> {
  let left = [...rows];
  for (const rule of write.d.unique ?? []) left = await refuseTakenBy(write, rule, left, refuse);
  return left;
}

async function refuseTakenBy(
  { context, d }: Write,
  { fields, ignoreCase = false }: Rule,
  rows: readonly ReadyRow[],
  refuse: Refuse,
): Promise<ReadyRow[]> {
  const field = fields.at(-1) ?? 'id';
  const isFolded = (name: string) => ignoreCase && TEXTS.has(d.fields[name]?.kind);
  const first = new Map<string, number>();
  const wrong = new Set<ReadyRow>();
  const keyed: { readonly ready: ReadyRow; readonly key: readonly string[] }[] = [];
  for (const ready of rows) {
    if (!fields.some((name) => Object.hasOwn(ready.values, name))) continue;
    const key = fields.map((name) => ready.values[name] ?? ready.before?.[name] ?? null);
    if (key.includes(null)) continue;
    const texts = key.map((value, i) => (isFolded(fields[i] ?? '') ? textOf(value).toLowerCase() : textOf(value)));
    const known = JSON.stringify(texts);
    const other = first.get(known);
    if (other === undefined) {
      first.set(known, ready.row);
      keyed.push({ ready, key: texts });
    } else {
      wrong.add(ready);
      refuse(ready.row, invalid({ [field]: [message('same_as_row', other)] }));
    }
  }
  if (keyed.length > 0) {
    const same = fields.map((name, i) => sql`${stored(d, name, isFolded(name))} = ${asked(d, name, `k${i}`)}`);
    const lists = fields.map((_, i) => sql`${keyed.map(({ key }) => key[i] ?? '')}::text[]`);
    const ids = keyed.map(({ ready }) => ready.before?.id ?? 0);
    const names = [...fields.map((_, i) => `k${i}`), 'id', 'n'];
    const { rows: taken } = await sql<{ n: number }>`
      select distinct k.n from unnest(${sql.join(lists)}, ${ids}::bigint[]) with ordinality k (${sql.join(names.map((name) => sql.ref(name)))})
      join ${sql.table(d.key)} t on ${sql.join(same, sql` and `)} and t.deleted_at is null and t.id <> k.id`.execute(
      context.tx,
    );
    for (const { n } of taken) {
      const ready = keyed[n - 1]?.ready;
      if (!ready) continue;
      wrong.add(ready);
      refuse(ready.row, invalid({ [field]: [message('taken')] }));
    }
  }
  return rows.filter((ready) => !wrong.has(ready));
}

/** A column as its unique index has it. */
function stored(d: ResourceDefinition, name: string, isFolded: boolean): RawBuilder<unknown> {
  const column = sql`t.${sql.ref(name)}`;
  if (isFolded) return sql`lower(${column})`;
  return TEXTS.has(d.fields[name]?.kind) || isNumber(d, name) ? column : sql`${column}::text`;
}

const asked = (d: ResourceDefinition, name: string, key: string): RawBuilder<unknown> =>
  isNumber(d, name) ? sql`k.${sql.ref(key)}::bigint` : sql`k.${sql.ref(key)}`;

const isNumber = (d: ResourceDefinition, name: string): boolean =>
  ['reference', 'option', 'integer'].includes(d.fields[name]?.kind ?? '');
