import type { Field, FieldOf, ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { WriteContext } from './resource-hooks.ts';

/** List fields of a record: ids stored in a link table. */
export type Links = Readonly<Record<string, readonly number[]>>;

const isLinkField = (f: Field): f is FieldOf<'references'> => f.kind === 'references';
const linkFields = (d: ResourceDefinition) =>
  Object.entries(d.fields).flatMap(([name, f]) => (isLinkField(f) ? [{ name, f }] : []));

export async function readLinks({ tx }: WriteContext, d: ResourceDefinition, id: number): Promise<Links> {
  const parts = linkFields(d).map(
    ({ name, f }) =>
      sql`array(select ${sql.ref(f.target)} from ${sql.table(f.link)} where ${sql.ref(f.from)} = ${id}
            order by 1) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<string, (string | number)[]>>`select ${sql.join(parts)}`.execute(tx);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, ids]) => [name, ids.map(Number)]));
}

/**
 * Replaces the ids of list fields. Triggers on the link table log it as a change of the record and increment its
 * version.
 */
export async function writeLinks(
  context: WriteContext,
  d: ResourceDefinition,
  id: number,
  links: Links,
  before: Links | null,
): Promise<void> {
  const { tx } = context;
  for (const { name, f } of linkFields(d)) {
    const after = links[name] && [...links[name]].sort((a, b) => a - b);
    const previous = before?.[name] ?? [];
    if (!after || (previous.length === after.length && previous.every((v, i) => v === after[i]))) continue;
    await sql`delete from ${sql.table(f.link)} where ${sql.ref(f.from)} = ${id}
        and ${sql.ref(f.target)} <> all(${after}::bigint[])`.execute(tx);
    await sql`insert into ${sql.table(f.link)} (${sql.ref(f.from)}, ${sql.ref(f.target)})
      select ${id}, unnest(${after}::bigint[]) on conflict do nothing`.execute(tx);
  }
}
