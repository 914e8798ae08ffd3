import { viewableSql } from '../../access/scope.ts';
import { resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { nameKey } from '../../engine/resources/notation.ts';
import { nameStartsSql } from '../../engine/resources/word-match.ts';
import { createSource } from '../../engine/resources/source.ts';
import { MAX_RESULTS, type SearchNames, type SearchQuery } from './search-query.ts';
import { otherSpellings } from './spellings.ts';

/** Queries with more words are not searched as names. */
const MAX_WORDS = 6;
/** A member may have two words with the same beginning. */
const MAX_CANDIDATES = 3 * MAX_RESULTS;
/** Shorter words are matched exactly: with one typo they match almost any word. */
const MIN_MISSPELT_LENGTH = 3;

/** Names are counted up to this number: beyond it, it makes no difference which one is rarer. */
const MAX_COUNTED = 20_000;
/** Up to this many members, checking each of them is faster than reading everyone with the other words. */
const RARE_LIMIT = 1_000;

/** The search words as name keys; `isRare` if few members match one of them. */
export async function resolveNames(db: Db, searchTerms: readonly string[]): Promise<SearchNames> {
  const keys = searchTerms.map(nameKey).filter((key) => key !== '');
  if (keys.length > MAX_WORDS) return { searchTerms: [], isRare: false };
  if (keys.length < 2) return { searchTerms: keys, isRare: false };
  const counts = keys.map(
    (key) =>
      sql`(select count(*)
            from (select from member_name n where ${nameStartsSql(key)} limit ${sql.lit(MAX_COUNTED)}) s)`,
  );
  const [row] = await db.read<{ counts: number[] }>(
    sql`select array[${sql.join(counts)}]::integer[] as counts`.compile(db.kysely),
  );
  const countOf = (key: string) => row?.counts[keys.indexOf(key)] ?? 0;
  return {
    searchTerms: keys.toSorted((a, b) => countOf(a) - countOf(b)),
    isRare: Math.min(...keys.map(countOf)) <= RARE_LIMIT,
  };
}

/**
 * SQL that selects the visible members with names of these words or word beginnings, in any order, exact words first.
 * Undefined if the words cannot be a name. With `includesMisspelt`, each word also matches the words one typing error
 * away.
 *
 * Reads only the index of member_name. With a million members, word similarity by trigrams took 540 ms for a mistyped
 * name that 20,000 have, and a full-text index 14 ms for correct words; this takes less than 1 ms.
 */
export function memberNameSql(
  searchQuery: SearchQuery,
  { includesMisspelt }: { includesMisspelt: boolean },
): RawBuilder<unknown> | undefined {
  const { searchTerms, isRare } = searchQuery.names;
  const [firstKey, ...otherKeys] = searchTerms;
  if (firstKey === undefined) return undefined;
  if (includesMisspelt && !searchTerms.some(isMisspellable)) return undefined;
  // The scope's columns have the same names in member_name.
  const viewableCondition = viewableSql(searchQuery.actor, createSource(resources.member, searchQuery.hooksByResource));
  const terms = searchTerms.map((key) => ({ key, includesMisspelt: includesMisspelt && isMisspellable(key) }));
  const longTerms = terms.filter(({ key }) => key.length >= MIN_MISSPELT_LENGTH);
  // Rarity is known only for the words as typed.
  if (longTerms.length > 1 && (includesMisspelt || !isRare)) {
    const shortTerms = terms.filter((term) => !longTerms.includes(term));
    return commonNamesSql(longTerms, shortTerms, viewableCondition);
  }
  // Looks up the other words for each member with the rarest one, until there are enough. A join planned by estimates
  // took a second for two names that it assumed to be rare.
  const lookupJoins = lookupsSql(terms.slice(1), sql`t.member_id`);
  const isExactSql = sql.join(
    [sql`t.word = ${firstKey}`, ...otherKeys.map((key, index) => wordSql(index, key))],
    sql` and `,
  );
  const isFuzzy = includesMisspelt && isMisspellable(firstKey);
  const orderSql = isFuzzy ? sql`` : sql`order by t.word, t.member_id desc`;
  return sql`
    select t.member_id as id, case when ${isExactSql} then 0 else 1 end as match_order
    from (${nameRowsSql({ key: firstKey, includesMisspelt: isFuzzy })}) t ${lookupJoins}
    where ${viewableCondition} ${orderSql} limit ${sql.lit(MAX_CANDIDATES)}`;
}

/** A normalized word, and whether words one typing error away match, too. */
interface NameTerm {
  readonly key: string;
  readonly includesMisspelt: boolean;
}

/**
 * Members with all of several common words: reads everyone with any of the words and counts their matches. With a
 * million members, two names that 13,000 have took 10 ms this way, and at least 80 ms by looking up the other name of
 * each. Short words match too many beginnings.
 */
function commonNamesSql(
  longTerms: readonly NameTerm[],
  shortTerms: readonly NameTerm[],
  viewableCondition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const bitOf = (index: number) => sql.lit(1 << index);
  const allBits = sql.lit((1 << longTerms.length) - 1);
  const rows = longTerms.map(
    (term, index) => sql`
      select t.member_id, ${bitOf(index)} as bit, case when t.word = ${term.key} then ${bitOf(index)} else 0 end as whole
      from (${nameRowsSql(term)}) t where ${viewableCondition}`,
  );
  const isExactSql = sql.join(
    [sql`m.whole = ${allBits}`, ...shortTerms.map(({ key }, index) => wordSql(index, key))],
    sql` and `,
  );
  return sql`
    select m.member_id as id, case when ${isExactSql} then 0 else 1 end as match_order
    from (
      select r.member_id, bit_or(r.whole) as whole from (${sql.join(rows, sql` union all `)}) r
      group by r.member_id having bit_or(r.bit) = ${allBits}
    ) m ${lookupsSql(shortTerms, sql`m.member_id`)}
    order by match_order, id desc limit ${sql.lit(MAX_CANDIDATES)}`;
}

/** For each of these words, joins one word of the member that matches it. */
const lookupsSql = (searchTerms: readonly NameTerm[], member: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    searchTerms.map(
      (term, index) => sql`cross join lateral (
        select n.word from member_name n where n.member_id = ${member} and ${matchesSql(term)} order by n.word limit 1
      ) ${sql.raw(wordAlias(index))}`,
    ),
    sql` `,
  );

const wordSql = (index: number, key: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${wordAlias(index)}.word`)} = ${key}`;
const wordAlias = (index: number): string => `w${index}`;

/** Names consist of letters: a word with other characters must match exactly. */
const isMisspellable = (key: string): boolean => key.length >= MIN_MISSPELT_LENGTH && /^\p{L}+$/u.test(key);

/** SQL: whether the word is an existing name one typing error away. */
const misspellingSql = (key: string) => sql`n.word = any(array(
  select s from unnest(${otherSpellings(key)}::text[]) s where exists (select from member_name m where m.word = s)))`;

const matchesSql = ({ key, includesMisspelt }: NameTerm): RawBuilder<unknown> =>
  includesMisspelt ? sql`(${nameStartsSql(key)} or ${misspellingSql(key)})` : nameStartsSql(key);

/** Rows whose word matches. Each of the two conditions uses the index separately. */
const nameRowsSql = ({ key, includesMisspelt }: NameTerm): RawBuilder<unknown> => {
  const prefixMatch = sql`select * from member_name n where ${nameStartsSql(key)}`;
  return includesMisspelt
    ? sql`${prefixMatch} union all select * from member_name n where ${misspellingSql(key)}`
    : prefixMatch;
};
