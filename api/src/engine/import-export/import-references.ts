import {
  type FieldOf,
  type ResourceDefinition,
  getResource,
  message,
  normalizeWords,
  targetKey,
} from '@innkeeper/contract';
import { sql } from 'kysely';
import { findByNumber, allowedTargetsSql } from '../resources/number-lookups.ts';
import type { HooksByResource, WriteContext } from '../resources/resource-hooks.ts';
import { isActiveOnly } from '../resources/references.ts';
import { createSource, displayName } from '../resources/source.ts';
import type { MatchKey } from './import-columns.ts';

export type ReferencingField = FieldOf<'reference'> | FieldOf<'option'> | FieldOf<'references'>;

/** The records that the texts of one field refer to. */
export interface ReferenceMatch {
  /**
   * The id that a text refers to, or an error message. `current` are the ids that the record already references: they
   * may be deleted, and they take precedence for ambiguous names.
   */
  find(text: string, keys: readonly MatchKey[], current: readonly number[]): number | string;
}

interface Candidate {
  readonly id: number;
  readonly isLive: boolean;
  /** Not deleted, but inactive in a field that accepts only active records. */
  readonly isInactive: boolean;
}

/**
 * Looks up the references of all cells of a field in one statement: by id, by code, by name, or by a word for the code.
 * Case and repeated blanks do not matter, but a name that is the same letter by letter takes precedence. A cell may refer
 * to existing records visible to the actor, and for options to details of the field's own option. If the field accepts
 * guests of any hotel, records with that number match as well. `current` are the ids that the records in the file already
 * reference.
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
  const liveConditions = [
    sql`t.deleted_at is null`,
    ...(condition ? [condition] : []),
    ...(f.kind === 'option' ? [sql`${sql.raw(source.ref('option.slug'))} = ${f.slug}`] : []),
  ];
  // No name contains NUL or half a surrogate pair, and PostgreSQL rejects both.
  const searchable = [...texts].filter((text) => !text.includes('\0') && text.isWellFormed());
  const slug = f.kind === 'option' ? f.slug : undefined;
  const readCodes = hooksByResource[d.key]?.references?.codesByWord;
  const wordCodes = (await readCodes?.(context, { slug, texts })) ?? new Map<string, string>();
  const codes = searchable.flatMap((text) => [text.toLowerCase(), wordCodes.get(normalizeWords(text))?.toLowerCase()]);
  const inactiveSql = isActiveOnly(f) ? sql`not t.is_active` : sql`false`;
  const { rows } = await sql<{
    id: number;
    name: string | null;
    code: string | null;
    is_live: boolean | null;
    is_inactive: boolean;
  }>`
    select t.id, trim(${name}) as name, lower(trim(${code})) as code, (${sql.join(liveConditions, sql` and `)}) as is_live,
      ${inactiveSql} as is_inactive
    from ${sql.raw(source.from())}
    where t.id = any(${searchable.filter(isIdText)}::bigint[]) or trim(${name}) = any(${searchable}::text[])
       or lower(replace(trim(${name}), '  ', ' ')) = any(${searchable.map(normalizeWords)}::text[])
       or lower(trim(${code})) = any(${codes.filter((code) => code !== undefined)}::text[])`.execute(context.tx);
  const candidatesByText: Record<MatchKey | 'words', Map<string, Candidate[]>> = {
    id: new Map(),
    code: new Map(),
    name: new Map(),
    words: new Map(),
  };
  for (const row of rows) {
    const isVisible = row.is_live === true;
    const candidate = { id: row.id, isLive: isVisible && !row.is_inactive, isInactive: isVisible && row.is_inactive };
    const texts = {
      id: row.id,
      code: row.code,
      name: row.name,
      words: row.name === null ? null : normalizeWords(row.name),
    };
    for (const key of KEYS_AND_WORDS) {
      const text = texts[key];
      if (text === null) continue;
      const existing = candidatesByText[key].get(String(text));
      if (existing) existing.push(candidate);
      else candidatesByText[key].set(String(text), [candidate]);
    }
  }
  /** The candidates of each key, best first. */
  const candidatesByKey = (text: string, keys: readonly MatchKey[]): readonly (readonly Candidate[])[] => {
    const [words, { id, code, name, words: nameWords }] = [normalizeWords(text), candidatesByText];
    const lookups: Record<MatchKey, readonly (readonly Candidate[] | undefined)[]> = {
      id: [id.get(text)],
      code: [code.get(text.toLowerCase())],
      name: [name.get(text), nameWords.get(words)],
    };
    return [...keys.flatMap((key) => lookups[key]), code.get(wordCodes.get(words)?.toLowerCase() ?? '')].map(
      (candidates) => candidates ?? [],
    );
  };
  const isUnknown = (text: string): boolean => {
    const candidates = candidatesByKey(text, ALL_KEYS).flat();
    return !candidates.some(({ id, isLive }) => isLive || current.has(id));
  };
  const isCrossHotel = f.kind === 'reference' && f.crossHotel === true;
  const idByNumber = isCrossHotel
    ? await findByNumber(context, hooksByResource, d, searchable.filter(isUnknown), 'import')
    : new Map<string, number>();
  return { find: (text, keys, current) => idByNumber.get(text) ?? chooseMatch(candidatesByKey(text, keys), current) };
}

const ALL_KEYS: readonly MatchKey[] = ['id', 'code', 'name'];
const KEYS_AND_WORDS = ['id', 'code', 'name', 'words'] as const;

const isIdText = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** Returns the first match, by the order of the keys. */
function chooseMatch(candidatesByKey: readonly (readonly Candidate[])[], current: readonly number[]): number | string {
  for (const candidates of candidatesByKey) {
    const match = candidates.find(({ id }) => current.includes(id));
    if (match) return match.id;
    const [firstMatch, ...otherMatches] = candidates.filter(({ isLive }) => isLive);
    if (firstMatch) return otherMatches.length > 0 ? message('ambiguous') : firstMatch.id;
  }
  return message(candidatesByKey.flat().some(({ isInactive }) => isInactive) ? 'switched_off' : 'reference');
}
