import { viewedSql } from '../../access/scope.ts';
import { resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { phoneSql } from '../people/phone.ts';
import { beginningSql, isShortWord, searchSql } from '../../engine/resources/search.ts';
import { createSource } from '../../engine/resources/source.ts';
import { namedSql } from './member-names.ts';
import { MOST, type Question, cardNumberOf, findsEveryGuest, voucherNumberOf } from './question.ts';

/**
 * Members by one way: SQL that selects `id` and `place`, the best of the way at the first. Each way is limited by itself, so
 * that a common name costs no more than a rare one.
 */
export interface Way {
  readonly rank: number;
  readonly members: RawBuilder<unknown>;
}

/** The member whom this way finds was meant. */
export const SURE = 0;

const MEMBER = resources.member;

/** Whole numbers with the characters that people put between their digits. */
const PHONE = /^\+?[\d().-]+$/;

/**
 * By just this card, voucher or telephone number or email, wherever the members belong; and in sight by the number of the
 * record, with which anybody could leaf through all of them, and by the words of the name.
 */
export function exactWays(question: Question): Way[] {
  const { words, actor, behaviours } = question;
  const sight = viewedSql(actor, createSource(MEMBER, behaviours));
  const typed = words.join('');
  const live = (where: RawBuilder<unknown>) =>
    sql`select t.id, 0 as place from member t where t.deleted_at is null and ${where} order by t.id desc limit ${sql.lit(MOST)}`;
  const phone = PHONE.test(typed) ? phoneSql(typed) : undefined;
  const sure = [
    sql`t.id in (
      select c.member_id from member_card c where translate(lower(c.sbec_no), ' -', '') = ${cardNumberOf(words)} and c.deleted_at is null
      union all
      select v.member_id from member_voucher v where v.voucher_no = ${voucherNumberOf(words)} and v.deleted_at is null)`,
    ...(typed.includes('@') ? [sql`lower(t.email) = lower(${typed})`] : []),
    ...(phone ? [phone] : []),
  ];
  const named = namedSql(question, { misspelt: false });
  return [
    ...(findsEveryGuest(actor) ? sure.map((where) => ({ rank: SURE, members: live(where) })) : []),
    ...(/^\d{1,15}$/.test(typed)
      ? [{ rank: 1, members: live(sql`t.id = ${Number(typed)}::bigint and ${sight}`) }]
      : []),
    ...(named ? [{ rank: 2, members: named }] : []),
  ];
}

/** In sight, beside those found: by the words wherever their list is searched for them, and by names with typing errors. */
export async function looseWays(db: Db, question: Question, found: readonly number[]): Promise<Way[]> {
  const { words, actor, behaviours } = question;
  const source = createSource(MEMBER, behaviours);
  const inside = await searchSql(
    db,
    MEMBER,
    words.filter((word) => !isShortWord(word)),
  );
  const beginnings = words.filter(isShortWord).map((word) => beginningSql(MEMBER, word));
  const where = sql.join([sql`t.deleted_at is null`, viewedSql(actor, source), ...inside, ...beginnings], sql` and `);
  const misspelt = namedSql(question, { misspelt: true });
  return [
    {
      rank: 3,
      // Planned as if all were wanted, and read until there are enough. With order and limit the planner would walk through the
      // table where it expects many: of names that only old records have, all of it.
      members: sql`
        with inside as materialized (select t.id from ${sql.raw(source.from())} where ${where})
        select id, 0 as place from (select id from inside limit ${sql.lit(10 * MOST)}) i
        where id <> all(${found}::bigint[]) order by id desc limit ${sql.lit(MOST)}`,
    },
    ...(misspelt
      ? [{ rank: 4, members: sql`select id, place from (${misspelt}) m where id <> all(${found}::bigint[])` }]
      : []),
  ];
}
