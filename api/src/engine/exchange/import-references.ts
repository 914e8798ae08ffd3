import { type FieldOf, type ResourceDefinition, getResource, message, targetKey } from '@innkeeper/contract';
import { sql } from 'kysely';
import { findByNumber, pointableSql } from '../resources/look-ups.ts';
import type { Behaviours, WriteContext } from '../resources/behaviour.ts';
import { isInService } from '../resources/references.ts';
import { createSource, displayName } from '../resources/source.ts';
import type { Key } from './import-columns.ts';

export type Pointing = FieldOf<'reference'> | FieldOf<'option'> | FieldOf<'references'>;

/** The records that the texts of one field mean. */
export interface Found {
  /**
   * The id that a text means, or a message that says why none. `held` are the ids that the record points to already: it may
   * keep doing so, even if they were deleted, and they decide where a name is borne by several.
   */
  find(text: string, keys: readonly Key[], held: readonly number[]): number | string;
}

interface Candidate {
  readonly id: number;
  readonly isLive: boolean;
  /** Live, and switched off where the field points to records in service alone. */
  readonly isOff: boolean;
}

/**
 * Looks up what the cells of a field point to, all texts in one statement: by id, by code regardless of case, or by the exact
 * name. A cell may choose live records in the actor's sight, and for options details of the field's own option; where a guest
 * of any hotel is served, also the records with that number. `held` are the ids that records of the file point to already.
 */
export async function findReferences(
  context: WriteContext,
  behaviours: Behaviours,
  f: Pointing,
  texts: ReadonlySet<string>,
  held: ReadonlySet<number>,
): Promise<Found> {
  const d: ResourceDefinition = getResource(f.kind === 'references' ? f.to : targetKey(f));
  const source = createSource(d, behaviours);
  const sight = pointableSql(context, behaviours, f, source);
  const name = sql.raw(displayName('t', d));
  const code = d.display.code ? sql`t.${sql.ref(d.display.code)}` : sql`null::text`;
  const isLive = [
    sql`t.deleted_at is null`,
    ...(sight ? [sight] : []),
    ...(f.kind === 'option' ? [sql`${sql.raw(source.ref('option.slug'))} = ${f.slug}`] : []),
  ];
  // A NUL or half a character is in no name, and PostgreSQL takes neither.
  const sound = [...texts].filter((text) => !text.includes('\0') && text.isWellFormed());
  const isOff = isInService(f) ? sql`not t.is_active` : sql`false`;
  const { rows } = await sql<{
    id: number;
    name: string | null;
    code: string | null;
    live: boolean | null;
    off: boolean;
  }>`
    select t.id, trim(${name}) as name, lower(trim(${code})) as code, (${sql.join(isLive, sql` and `)}) as live, ${isOff} as off
    from ${sql.raw(source.from())}
    where t.id = any(${sound.filter(isId)}::bigint[]) or trim(${name}) = any(${sound}::text[])
       or lower(trim(${code})) = any(${sound.map((text) => text.toLowerCase())}::text[])`.execute(context.tx);
  const byKey: Record<Key, Map<string, Candidate[]>> = { id: new Map(), code: new Map(), name: new Map() };
  for (const row of rows) {
    const isThere = row.live === true;
    const candidate = { id: row.id, isLive: isThere && !row.off, isOff: isThere && row.off };
    for (const key of ALL_KEYS) {
      const value = row[key];
      if (value === null) continue;
      const known = byKey[key].get(String(value));
      if (known) known.push(candidate);
      else byKey[key].set(String(value), [candidate]);
    }
  }
  const readings = (text: string, keys: readonly Key[]) =>
    keys.map((key) => byKey[key].get(key === 'code' ? text.toLowerCase() : text) ?? []);
  const isStrange = (text: string): boolean => {
    const candidates = readings(text, ALL_KEYS).flat();
    return !candidates.some(({ id, isLive }) => isLive || held.has(id));
  };
  const isServed = f.kind === 'reference' && f.anywhere === true;
  const byNumber = isServed
    ? await findByNumber(context, behaviours, d, sound.filter(isStrange), 'import')
    : new Map<string, number>();
  return { find: (text, keys, held) => byNumber.get(text) ?? decide(readings(text, keys), held) };
}

const ALL_KEYS: readonly Key[] = ['id', 'code', 'name'];

const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** The first way to read a text that leads somewhere decides. */
function decide(readings: readonly (readonly Candidate[])[], held: readonly number[]): number | string {
  for (const candidates of readings) {
    const kept = candidates.find(({ id }) => held.includes(id));
    if (kept) return kept.id;
    const [first, ...others] = candidates.filter(({ isLive }) => isLive);
    if (first) return others.length > 0 ? message('ambiguous') : first.id;
  }
  return message(readings.flat().some(({ isOff }) => isOff) ? 'switched_off' : 'reference');
}
