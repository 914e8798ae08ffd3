import { type FieldOf, type ResourceDefinition, getResource, message, targetKey } from '@innkeeper/contract';
import { sql } from 'kysely';
import { findByNumber, allowedTargetsSql } from '../resources/member-lookups.ts';
import type { HooksByResource, WriteContext } from '../resources/resource-hooks.ts';
import { isActiveOnly } from '../resources/references.ts';
import { createSource, displayName } from '../resources/source.ts';
import type { Key } from './import-columns.ts';

export type ReferencingField = FieldOf<'reference'> | FieldOf<'option'> | FieldOf<'references'>;

/** The records that the texts of one field refer to. */
export interface ReferenceMatch {
  /**
   * The id that a text refers to, or a message why there is none. `current` are the ids that the record references
   * already: it may retain them even if deleted, and they resolve ambiguous names.
   */
  find(text: string, keys: readonly Key[], current: readonly number[]): number | string;
}

interface Candidate {
  readonly id: number;
  readonly isLive: boolean;
  /** Not deleted, but inactive in a field that accepts only active records. */
  readonly isSwitchedOff: boolean;
}

/**
 * Looks up the references of all cells of a field in one statement: by id, by code ignoring case, or by exact name. A
 * cell may refer to existing records visible to the actor, and for options to details of the field's own option. If
 * guests of any hotel are served, records with that number match as well. `current` are the ids that records of the
 * file reference already.
 */
export async function findReferences(
  context: WriteContext,
  hooksByResource: HooksByResource,
  f: ReferencingField,
  texts: ReadonlySet<string>,
  current: ReadonlySet<number>,
): Promise<ReferenceMatch> {
  const d: ResourceDefinition = getResource(f.kind === 'references' ? f.to : targetKey(f));
  const source = createSource(d, hooksByResource);
  const condition = allowedTargetsSql(context, hooksByResource, f, source);
  const name = sql.raw(displayName('t', d));
  const code = d.display.code ? sql`t.${sql.ref(d.display.code)}` : sql`null::text`;
  const isLive = [
    sql`t.deleted_at is null`,
    ...(condition ? [condition] : []),
    ...(f.kind === 'option' ? [sql`${sql.raw(source.ref('option.slug'))} = ${f.slug}`] : []),
  ];
  // No name contains NUL or half a surrogate pair, and PostgreSQL rejects both.
  const searchable = [...texts].filter((text) => !text.includes('\0') && text.isWellFormed());
  const isSwitchedOff = isActiveOnly(f) ? sql`not t.is_active` : sql`false`;
  const { rows } = await sql<{
    id: number;
    name: string | null;
    code: string | null;
    live: boolean | null;
    off: boolean;
  }>`
    select t.id, trim(${name}) as name, lower(trim(${code})) as code, (${sql.join(isLive, sql` and `)}) as live,
      ${isSwitchedOff} as off
    from ${sql.raw(source.from())}
    where t.id = any(${searchable.filter(isId)}::bigint[]) or trim(${name}) = any(${searchable}::text[])
       or lower(trim(${code})) = any(${searchable.map((text) => text.toLowerCase())}::text[])`.execute(context.tx);
  const byKey: Record<Key, Map<string, Candidate[]>> = { id: new Map(), code: new Map(), name: new Map() };
  for (const row of rows) {
    const isPresent = row.live === true;
    const candidate = { id: row.id, isLive: isPresent && !row.off, isSwitchedOff: isPresent && row.off };
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
  const isUnknown = (text: string): boolean => {
    const candidates = readings(text, ALL_KEYS).flat();
    return !candidates.some(({ id, isLive }) => isLive || current.has(id));
  };
  const isServed = f.kind === 'reference' && f.crossHotel === true;
  const byNumber = isServed
    ? await findByNumber(context, hooksByResource, d, searchable.filter(isUnknown), 'import')
    : new Map<string, number>();
  return { find: (text, keys, current) => byNumber.get(text) ?? decide(readings(text, keys), current) };
}

const ALL_KEYS: readonly Key[] = ['id', 'code', 'name'];

const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** Uses the first interpretation of a text that matches a record. */
function decide(readings: readonly (readonly Candidate[])[], current: readonly number[]): number | string {
  for (const candidates of readings) {
    const match = candidates.find(({ id }) => current.includes(id));
    if (match) return match.id;
    const [first, ...others] = candidates.filter(({ isLive }) => isLive);
    if (first) return others.length > 0 ? message('ambiguous') : first.id;
  }
  return message(readings.flat().some(({ isSwitchedOff }) => isSwitchedOff) ? 'switched_off' : 'reference');
}
