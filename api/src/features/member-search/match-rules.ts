import { viewableSql } from '../../access/scope.ts';
import { resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { matchSql, samePhoneSql } from '../../engine/resources/notation.ts';
import { indexedWordSql, searchSql } from '../../engine/resources/search.ts';
import { sameEmailSql } from '../../platform/mail/no-email.ts';
import { createSource } from '../../engine/resources/source.ts';
import { isShortWord, isUnindexedName } from '../../engine/resources/word-match.ts';
import { memberNameSql } from './member-names.ts';
import {
  MAX_RESULTS,
  type SearchQuery,
  normalizeCardNumber,
  canFindAnyGuest,
  normalizeVoucherNumber,
} from './search-query.ts';

/**
 * One search for members: SQL that selects `id` and `match_order`, the best match first. Each search has its own limit,
 * so that a common name costs no more than a rare one.
 */
export interface MatchRule {
  readonly rank: number;
  readonly members: RawBuilder<unknown>;
}

/** Rank of a search whose match is certain. */
export const CERTAIN_RANK = 0;

const MEMBER = resources.member;

/** Whole numbers with the usual characters between their digits. */
const PHONE_PATTERN = /^\+?[\d().-]+$/;

/** Cards whose number lost the zeros at its beginning. Fewer digits would scan the whole index. */
const cardWithoutZerosSql = (searchText: string): RawBuilder<unknown> =>
  /^[1-9]\d{4,}$/.test(searchText.replaceAll('-', ''))
    ? sql`union all select c.member_id from member_card c
        where ${matchSql(sql`c.sbec_no`, 'number', 'matches', searchText)} and c.deleted_at is null`
    : sql``;

/**
 * Finds members of any hotel by exact card, voucher or telephone number or by email. The record number and the words of
 * the name find visible members only, since anyone could enumerate record numbers.
 */
export function createExactRules(searchQuery: SearchQuery): MatchRule[] {
  const { searchTerms, actor, hooksByResource } = searchQuery;
  const viewableCondition = viewableSql(actor, createSource(MEMBER, hooksByResource));
  const searchText = searchTerms.join('');
  const liveMembersSql = (where: RawBuilder<unknown>) =>
    sql`select t.id, 0 as match_order from member t where t.deleted_at is null and ${where} order by t.id desc limit ${sql.lit(MAX_RESULTS)}`;
  const phone = PHONE_PATTERN.test(searchText)
    ? samePhoneSql('phone_no', MEMBER.fields.phone_no, searchText)
    : undefined;
  const certainConditions = [
    sql`t.id in (
      select c.member_id from member_card c where translate(lower(c.sbec_no), ' -', '') = ${normalizeCardNumber(searchTerms)}
        and c.deleted_at is null
      ${cardWithoutZerosSql(searchText)}
      union all
      select v.member_id from member_voucher v where v.voucher_no = ${normalizeVoucherNumber(searchTerms)}
        and v.deleted_at is null)`,
    ...(searchText.includes('@') ? [sameEmailSql(sql`t.email`, searchText)] : []),
    ...(phone ? [phone] : []),
  ];
  const nameMatchSql = memberNameSql(searchQuery, { includesMisspelt: false });
  return [
    ...(canFindAnyGuest(actor)
      ? certainConditions.map((where) => ({ rank: CERTAIN_RANK, members: liveMembersSql(where) }))
      : []),
    ...(/^\d{1,15}$/.test(searchText)
      ? [{ rank: 1, members: liveMembersSql(sql`t.id = ${Number(searchText)}::bigint and ${viewableCondition}`) }]
      : []),
    ...(nameMatchSql ? [{ rank: 2, members: nameMatchSql }] : []),
  ];
}

/**
 * Finds further visible members: by the words in every searched column of their list, and by names with typing errors.
 */
export async function createLooseRules(
  db: Db,
  searchQuery: SearchQuery,
  matchedIds: readonly number[],
): Promise<MatchRule[]> {
  const { searchTerms, actor, hooksByResource } = searchQuery;
  const source = createSource(MEMBER, hooksByResource);
  const isFoundByStart = (term: string) => isShortWord(term) || isUnindexedName(term);
  const searchConditions = await searchSql(
    db,
    MEMBER,
    searchTerms.filter((term) => !isFoundByStart(term)),
  );
  const prefixConditions = searchTerms.filter(isFoundByStart).map((term) => indexedWordSql(MEMBER, term));
  const where = sql.join(
    [sql`t.deleted_at is null`, viewableSql(actor, source), ...searchConditions, ...prefixConditions],
    sql` and `,
  );
  const misspeltMatchSql = memberNameSql(searchQuery, { includesMisspelt: true });
  return [
    {
      rank: 3,
      // Planned as if all rows were needed, and read until there are enough. With order and limit the planner would
      // scan the table in order where it expects many matches, and read all of it for names that only old records have.
      members: sql`
        with inside as materialized (select t.id from ${sql.raw(source.from())} where ${where})
        select id, 0 as match_order from (select id from inside limit ${sql.lit(10 * MAX_RESULTS)}) i
        where id <> all(${matchedIds}::bigint[]) order by id desc limit ${sql.lit(MAX_RESULTS)}`,
    },
    ...(misspeltMatchSql
      ? [
          {
            rank: 4,
            members: sql`select id, match_order from (${misspeltMatchSql}) m where id <> all(${matchedIds}::bigint[])`,
          },
        ]
      : []),
  ];
}
