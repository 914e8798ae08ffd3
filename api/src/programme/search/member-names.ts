import { viewedSql } from '../../access/scope.ts';
import { resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { createSource } from '../../engine/resources/source.ts';
import { MOST, type Names, type Question } from './question.ts';
import { nameKey, otherSpellings } from './spellings.ts';

/** No name that people ask for has more words. */
const MOST_WORDS = 6;
/** A member may have two words that begin alike. */
const ENOUGH = 3 * MOST;
/** A shorter word becomes any other word by one mistake. */
const MISSPELT_FROM = 3;

/** Names are counted up to here: which of two commoner ones is rarer makes no difference. */
const COMMON = 20_000;
/** Up to this number, looking at members one by one is quicker than at all that have the other words. */
const FEW = 1_000;

/** The words as names, with how rare they are. */
export async function namesIn(db: Db, words: readonly string[]): Promise<Names> {
  const keys = words.map(nameKey).filter((key) => key !== '');
  if (keys.length > MOST_WORDS) return { words: [], isRare: false };
  if (keys.length < 2) return { words: keys, isRare: false };
  const counts = keys.map(
    (key) => sql`(select count(*) from (select from member_name n where ${beginsSo(key)} limit ${sql.lit(COMMON)}) s)`,
  );
  const [row] = await db.read<{ counts: number[] }>(
    sql`select array[${sql.join(counts)}]::integer[] as counts`.compile(db.kysely),
  );
  const countOf = (key: string) => row?.counts[keys.indexOf(key)] ?? 0;
  return {
    words: keys.toSorted((one, other) => countOf(one) - countOf(other)),
    isRare: Math.min(...keys.map(countOf)) <= FEW,
  };
}

/**
 * SQL that selects the members in sight with names of these words or beginnings of words, in any order, those with just these
 * words first; undefined where the words cannot be a name. With `misspelt` every word also stands for the words that it becomes by one mistake.
 *
 * Reads member_name, of which the index alone answers. Of a million members, word similarity by trigrams took 540 ms for a
 * mistyped name that 20,000 have, and the words as they are 14 ms by an index of full-text search; this takes less than one.
 */
export function namedSql(question: Question, { misspelt }: { misspelt: boolean }): RawBuilder<unknown> | undefined {
  const { words, isRare } = question.names;
  const [first, ...others] = words;
  if (first === undefined) return undefined;
  if (misspelt && !words.some(isMisspellable)) return undefined;
  // The scope's columns stand in member_name under the same names.
  const sight = viewedSql(question.actor, createSource(resources.member, question.behaviours));
  const taken = words.map((key) => ({ key, misspelt: misspelt && isMisspellable(key) }));
  const long = taken.filter(({ key }) => key.length >= MISSPELT_FROM);
  // Rare words are known only as they are typed.
  if (long.length > 1 && (misspelt || !isRare)) {
    const short = taken.filter((word) => !long.includes(word));
    return sharedSql(long, short, sight);
  }
  // The others are looked up for each member that has the rarest, until there are enough: a join planned by how many might
  // have each took a second for two names that it thought to be rare.
  const lookups = lookupsSql(taken.slice(1), sql`t.member_id`);
  const isWhole = sql.join([sql`t.word = ${first}`, ...others.map((key, at) => isWord(at, key))], sql` and `);
  const isMeant = misspelt && isMisspellable(first);
  const order = isMeant ? sql`` : sql`order by t.word, t.member_id desc`;
  return sql`
    select t.member_id as id, case when ${isWhole} then 0 else 1 end as place
    from (${rowsOf({ key: first, misspelt: isMeant })}) t ${lookups}
    where ${sight} ${order} limit ${sql.lit(ENOUGH)}`;
}

/** A word as it is compared, and whether words that become it by one mistake are meant, too. */
interface Meant {
  readonly key: string;
  readonly misspelt: boolean;
}

/**
 * The members who have all of several common words: all that have one of them are counted by their words. Of a million members, two names
 * that 13,000 have took 10 ms so, and 80 ms and more by looking up the other name of each. Short words begin too many.
 */
function sharedSql(long: readonly Meant[], short: readonly Meant[], sight: RawBuilder<unknown>): RawBuilder<unknown> {
  const bitOf = (at: number) => sql.lit(1 << at);
  const all = sql.lit((1 << long.length) - 1);
  const rows = long.map(
    (word, at) => sql`
      select t.member_id, ${bitOf(at)} as bit, case when t.word = ${word.key} then ${bitOf(at)} else 0 end as whole
      from (${rowsOf(word)}) t where ${sight}`,
  );
  const isWhole = sql.join([sql`m.whole = ${all}`, ...short.map(({ key }, at) => isWord(at, key))], sql` and `);
  return sql`
    select m.member_id as id, case when ${isWhole} then 0 else 1 end as place
    from (
      select r.member_id, bit_or(r.whole) as whole from (${sql.join(rows, sql` union all `)}) r
      group by r.member_id having bit_or(r.bit) = ${all}
    ) m ${lookupsSql(short, sql`m.member_id`)}
    order by place, id desc limit ${sql.lit(ENOUGH)}`;
}

/** Joins of one word of the member's that each of these words may mean. */
const lookupsSql = (words: readonly Meant[], member: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    words.map(
      (word, at) => sql`cross join lateral (
        select n.word from member_name n where n.member_id = ${member} and ${matches(word)} order by n.word limit 1
      ) ${sql.raw(aliasOf(at))}`,
    ),
    sql` `,
  );

const isWord = (at: number, key: string): RawBuilder<unknown> => sql`${sql.ref(`${aliasOf(at)}.word`)} = ${key}`;
const aliasOf = (at: number): string => `w${at}`;

/** Names are made of letters: a word with other signs is meant as it is. */
const isMisspellable = (key: string): boolean => key.length >= MISSPELT_FROM && /^\p{L}+$/u.test(key);

/** Stands behind every word that begins with the same letters. */
const LAST = '\u{10ffff}';

const beginsSo = (key: string) => sql`n.word >= ${key} and n.word < ${key + LAST}`;
/** The words that become this one by one mistake, those that are names. */
const isMeantBy = (key: string) => sql`n.word = any(array(
  select s from unnest(${otherSpellings(key)}::text[]) s where exists (select from member_name m where m.word = s)))`;

const matches = ({ key, misspelt }: Meant): RawBuilder<unknown> =>
  misspelt ? sql`(${beginsSo(key)} or ${isMeantBy(key)})` : beginsSo(key);

/** Rows whose word matches. Each of two conditions has its own way through the index. */
const rowsOf = ({ key, misspelt }: Meant): RawBuilder<unknown> => {
  const beginning = sql`select * from member_name n where ${beginsSo(key)}`;
  return misspelt ? sql`${beginning} union all select * from member_name n where ${isMeantBy(key)}` : beginning;
};
