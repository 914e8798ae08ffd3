import { message, permission, resources } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, can, requirePermission } from '../../access/actor.ts';
import { scopeConditionSql } from '../../access/scope.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { createSource } from '../../engine/resources/source.ts';

const { member } = resources;
/** If no member is named, the sample is chosen among this many of the newest members. */
const MAX_CANDIDATES = 1000;

/** Conditions for members who have the records that a mail type needs, by its code. */
const candidateConditions: Readonly<Record<string, string>> = {
  upgrade: 'member_card c where c.upgraded_from_id is not null and c',
  'voucher-redeemed': 'voucher_redeem c where c',
  'visit-thank-you': 'visit c where c',
  receipt: 'transaction c join receipt r on r.transaction_id = c.id where c',
};

interface SampleRequest {
  readonly memberId: number | null;
  /** Code of the mail type. */
  readonly mailType: string | null;
}

/**
 * The member whose data fills a test mail: the named one, or the newest visible one with the records the mail needs.
 * Null if there is none, or if the actor may not see members. Throws a 422 for a member who is not visible.
 */
export async function findSampleMember(
  db: Db['kysely'] | Tx,
  hooksByResource: HooksByResource,
  actor: Actor,
  { memberId, mailType }: SampleRequest,
): Promise<number | null> {
  const viewPermission = permission('VIEW', member.permission);
  if (memberId !== null) requirePermission(actor, viewPermission);
  else if (!can(actor, viewPermission)) return null;
  const source = createSource(member, hooksByResource);
  const scope = scopeConditionSql(actor, source);
  const recordCondition = sql.raw(candidateConditions[mailType ?? ''] ?? 'member_card c where c');
  const { rows } = await sql<{ id: number }>`
    select id from (
      select t.id from ${sql.raw(source.from())}
      where t.deleted_at is null
        and (${memberId}::bigint is null or t.id = ${memberId}) and ${scope}
      order by t.id desc limit ${MAX_CANDIDATES}
    ) m
    order by exists (select from ${recordCondition}.member_id = m.id and c.deleted_at is null) desc, id desc limit 1`.execute(
    db,
  );
  const [match] = rows;
  if (!match && memberId !== null) throw validationError({ member_id: [message('reference')] });
  return match?.id ?? null;
}
