import { message, permission, resources } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, can, requirePermission } from '../../access/actor.ts';
import { scopeSql } from '../../access/scope.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { createSource } from '../../engine/resources/source.ts';

const { member } = resources;
/** Where no member is named, one among so many of the newest stands for all. */
const AMONG = 1000;

/** Conditions for members who have the records that a mail of a type, by its code, is about. */
const having: Readonly<Record<string, string>> = {
  upgrade: 'member_card c where c.upgraded_from_id is not null and c',
  'voucher-redeemed': 'voucher_redeem c where c',
  'visit-thank-you': 'visit c where c',
  receipt: 'transaction c join receipt r on r.transaction_id = c.id where c',
};

interface Asked {
  readonly memberId: number | null;
  /** Code of the mail type. */
  readonly mailType: string | null;
}

/**
 * The member with whom a mail is tried: the one that is named, or the newest in the actor's sight who has the records that such a mail is
 * about. Null where there is none, or where the actor may not see members. Throws a 422 for a member out of sight.
 */
export async function findSampleMember(
  db: Db['kysely'] | Tx,
  behaviours: Behaviours,
  actor: Actor,
  { memberId, mailType }: Asked,
): Promise<number | null> {
  const right = permission('VIEW', member.permission);
  if (memberId !== null) requirePermission(actor, right);
  else if (!can(actor, right)) return null;
  const source = createSource(member, behaviours);
  const scope = scopeSql(actor, source);
  const has = sql.raw(having[mailType ?? ''] ?? 'member_card c where c');
  const { rows } = await sql<{ id: number }>`
    select id from (
      select t.id from ${sql.raw(source.from())}
      where t.deleted_at is null and (${memberId}::bigint is null or t.id = ${memberId}) ${scope ? sql`and ${scope}` : sql``}
      order by t.id desc limit ${AMONG}
    ) m
    order by exists (select from ${has}.member_id = m.id and c.deleted_at is null) desc, id desc limit 1`.execute(db);
  const [found] = rows;
  if (!found && memberId !== null) throw invalid({ member_id: [message('reference')] });
  return found?.id ?? null;
}
