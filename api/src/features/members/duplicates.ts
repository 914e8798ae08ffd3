import { recordPermissions, resources } from '@innkeeper/contract';
import type { Duplicate } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { assertLookupAllowed } from '../../access/enumeration-guard.ts';
import { scopeConditionSql } from '../../access/scope.ts';
import type { ActorContext, HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { sameEmailSql } from '../../platform/mail/no-email.ts';
import { namedRecordSql } from '../../access/named-records.ts';
import { createSource } from '../../engine/resources/source.ts';
import { samePhoneSql } from '../../engine/resources/notation.ts';

const MAX_DUPLICATES = 10;

interface DuplicateSearch {
  readonly email: string;
  readonly phone_no: string;
  readonly identity_no: string;
}

/** The members found, and the lookups to count before they are shown: of each, the members of other hotels. */
interface DuplicateMatches {
  readonly duplicates: readonly Duplicate[];
  readonly lookups: readonly (readonly number[])[];
}

/** Finds members who share one of these values. Throws a 429 if the caller has to wait after failed lookups. */
export async function searchDuplicates(
  kysely: Db['kysely'] | Tx,
  hooksByResource: HooksByResource,
  { actor, now }: ActorContext,
  search: DuplicateSearch,
): Promise<DuplicateMatches> {
  const canSeeAll = actor.hotels === null && can(actor, ...recordPermissions(resources.member.permission));
  if (!canSeeAll) await assertLookupAllowed(kysely, actor, now);
  const duplicates = await findDuplicates(kysely, hooksByResource, actor, search);
  const elsewhereIds = duplicates.flatMap(({ id, is_elsewhere }) => (is_elsewhere ? [id] : []));
  // A search without a match counts too; otherwise a 429 would reveal that a match exists. Finding a member of one's
  // own hotels does not count as a lookup.
  const isLookup = elsewhereIds.length > 0 || (duplicates.length === 0 && !canSeeAll);
  return { duplicates, lookups: isLookup ? [elsewhereIds] : [] };
}

/**
 * Finds members who share one of these values, including deleted ones, because the user may want to restore one. Phones
 * are compared by their last digits, so 0812… matches +62 812…. A member who is neither visible nor deleted is shown
 * with name, card and hotel only, as at the front desk: the guest is served instead of being entered twice.
 */
async function findDuplicates(
  kysely: Db['kysely'] | Tx,
  hooksByResource: HooksByResource,
  actor: Actor,
  { email, phone_no, identity_no }: DuplicateSearch,
): Promise<readonly Duplicate[]> {
  const phone = samePhoneSql('phone_no', resources.member.fields.phone_no, phone_no);
  const criteria = [
    { name: 'email', where: sameEmailSql(sql`t.email`, email), isGiven: email !== '' },
    { name: 'phone_no', where: phone ?? sql`false`, isGiven: phone !== undefined },
    { name: 'identity_no', where: sql`t.identity_no = ${identity_no}`, isGiven: identity_no !== '' },
  ].filter((criterion) => criterion.isGiven);
  if (criteria.length === 0) return [];
  const source = createSource(resources.member, hooksByResource);
  // A user who only sells may see no members except those they sell to.
  const inScopeSql = can(actor, ...recordPermissions(resources.member.permission))
    ? scopeConditionSql(actor, source)
    : sql`false`;
  const visibleCondition = hasHotels(actor) ? sql`(t.deleted_at is null or ${inScopeSql})` : inScopeSql;
  const statements = criteria.map(
    ({ name, where }) =>
      sql`(select t.id, ${name}::text as matched from ${sql.raw(source.from())} where ${where} and ${visibleCondition} limit ${MAX_DUPLICATES})`,
  );
  const ifVisibleSql = (column: string) => sql`case when ${inScopeSql} then ${sql.ref(column)} end`;
  // A merged member is returned as the member it was merged into.
  const { rows } = await sql<Duplicate>`
        with recursive found as (${sql.join(statements, sql` union all `)}),
             person as (
               select m.id, m.merged_into_id, f.matched from found f join member m on m.id = f.id
               union select m.id, m.merged_into_id, p.matched from person p join member m on m.id = p.merged_into_id),
             match as (select id, array_agg(matched order by matched) as matches from person
                 where merged_into_id is null group by id)
        select t.id, concat_ws(' ', t.first_name, t.last_name) as name, not ${inScopeSql} as is_elsewhere,
               (select ${namedRecordSql('h')} from hotel h where h.id = t.hotel_id) as hotel,
               (select json_build_object('sbec_no', c.sbec_no, 'end_date', c.end_date, 'membership', l.name)
                from member_standing s join member_card c on c.id = s.member_card_id
                join membership l on l.id = c.membership_id
                where s.member_id = t.id) as card,
               ${ifVisibleSql('t.email')} as email, ${ifVisibleSql('t.phone_no')} as phone_no, ${ifVisibleSql('t.identity_no')} as identity_no,
               to_char(t.deleted_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as deleted_at, p.matches
        from match p join ${sql.raw(source.from())} on t.id = p.id
        where ${visibleCondition}
        order by t.deleted_at nulls first, not ${inScopeSql}, t.id limit ${MAX_DUPLICATES}`.execute(kysely);
  return rows;
}

/** A user without hotels serves nobody, so hidden members are not shown to them. */
const hasHotels = ({ accessLevel, hotels }: Actor): boolean => accessLevel !== null && hotels?.length !== 0;
