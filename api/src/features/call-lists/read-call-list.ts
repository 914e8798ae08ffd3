import { type CallListKey, type Language, CALL_LISTS, MAX_CALL_LIST_ROWS } from '@innkeeper/contract';
import type { CallListCount, CallListMeta, CallListRow } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { assertPermissionsVersion } from '../../access/permissions-version.ts';
import { readSaleEligibility } from '../../domain/member-eligibility.ts';
import { type CallListRequest, countsSql } from './list-statements.ts';
import { callListSql, rowJoinsSql, rowSql } from './row-statements.ts';

interface CallListContext {
  readonly db: Db;
  readonly actor: Actor;
  readonly now: Date;
}

const capTotal = (total: number): { total: number; is_more: boolean } => ({
  total: Math.min(total, MAX_CALL_LIST_ROWS),
  is_more: total > MAX_CALL_LIST_ROWS,
});

type CallListCounts = Readonly<Record<CallListKey, number>> & {
  readonly permissions_version: string | null;
  readonly snapshot: string | null;
};

/** The number of waiting members per list, in the order of the lists. Checks the actor's permissions version. */
export async function countLists(
  listContext: CallListContext,
  hotelId: number | null,
): Promise<{ readonly counts: readonly CallListCount[]; readonly snapshot: string | null }> {
  const statement = countsSql(listContext, hotelId).compile(listContext.db.kysely);
  const [row] = await listContext.db.read<Record<string, unknown> & CallListCounts>(statement);
  assertPermissionsVersion(listContext.actor, row?.permissions_version ?? null);
  const counts = CALL_LISTS.map((key) => ({ key, ...capTotal(row?.[key] ?? 0) }));
  return { counts, snapshot: row?.snapshot ?? null };
}

export async function readCallList(
  listContext: CallListContext,
  listRequest: CallListRequest,
  { page, perPage, language }: { readonly page: number; readonly perPage: number; readonly language: Language },
): Promise<{ data: readonly CallListRow[]; meta: CallListMeta }> {
  const { actor } = listContext;
  const statement = sql`
    with ${callListSql(listContext, listRequest)},
         page as (select * from sorted order by n limit ${perPage} offset ${(page - 1) * perPage})
    select (select count(*) from matches) as total,
           (select coalesce(json_agg(r order by n), '[]')
               from (select f.n, ${rowSql(listRequest.key, actor)} as r
                     from page f ${rowJoinsSql(listRequest.key, listContext.now)}) rows) as data`.compile(
    listContext.db.kysely,
  );
  const [row] = await listContext.db.read<{ total: number; data: readonly Omit<CallListRow, 'may'>[] }>(statement, {
    replan: true,
  });
  const rows = row?.data ?? [];
  const saleEligibility = await readSaleEligibility(listContext.db, actor, {
    memberIds: rows.map(({ member }) => member.id),
    now: listContext.now,
    language,
  });
  const data = rows.map((listRow) => ({ ...listRow, may: { sale: saleEligibility.get(listRow.member.id) ?? null } }));
  return { data, meta: { page, per_page: perPage, ...capTotal(row?.total ?? 0) } };
}
