import { type Label, type ResourceDefinition, permission, resources } from '@innkeeper/contract';
import type { ActMail } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { ApiError, fail } from '../../platform/http/fail.ts';
import { readRecord } from '../../engine/resources/record.ts';
import { lockLive } from '../../engine/resources/write.ts';
import type { Write, WriteServices } from '../../engine/resources/write-services.ts';
import { resendMail } from './resend.ts';

/*
 * The mail that a sale, a redemption or a visit sent on its way. The user who did it may send it once more to a guest who asks for it,
 * without a right to the log of mails. See docs/decisions/0055-mail-of-an-act.md.
 */

const { mail_log, member } = resources;
const ANY_MAIL = permission('UPDATE', mail_log.permission);

const NO_MAIL: Label = {
  en: 'No mail has gone out about this.',
  id: 'Tidak ada email yang dikirim tentang hal ini.',
};

/** Conditions that tell the mails about an act from others to the same member. */
const ABOUT: Readonly<Record<string, (id: number) => RawBuilder<boolean>>> = {
  transaction: (id) =>
    sql`d.code in ('welcome', 'renewal') and c.member_card_id in (select k.id from member_card k where k.transaction_id = ${id})`,
  voucher_redeem: (id) => sql`c.voucher_redeem_id = ${id}`,
  visit: (id) => sql`c.visit_id = ${id}`,
};

/** The entry of the newest mail about an act, to the member whose act it is now. */
async function findEntry(
  db: Db['kysely'] | Tx,
  d: ResourceDefinition,
  id: number,
  memberId: unknown,
): Promise<number | undefined> {
  const about = ABOUT[d.key]?.(id);
  if (!about) return undefined;
  const { rows } = await sql<{ id: number }>`
    select l.id from mail_log l join mail_cause c on c.mail_log_id = l.id left join option_detail d on d.id = l.mail_type_id
    where l.member_id = ${Number(memberId)} and l.deleted_at is null and ${about} order by l.id desc limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Throws a 403 for an act of somebody else, unless any mail may be sent again. */
function requireOwn(actor: Actor, madeBy: unknown): void {
  if (madeBy !== actor.userId && !can(actor, ANY_MAIL)) throw fail('forbidden');
}

function shown(actor: Actor, entry: string): ActMail {
  const { recipient, delivery_status }: { recipient: string; delivery_status: string } = JSON.parse(entry);
  const mayRead = can(actor, permission('VIEW', member.permission), permission('VIEW', mail_log.permission));
  return { recipient: mayRead ? recipient : null, delivery_status };
}

/** The mail about an act; null where none is there yet, or its member is out of sight. Throws a 404 for an act out of sight. */
export async function readMailOfAct(
  {
    db,
    services,
    actor,
    now,
  }: { readonly db: Db; readonly services: WriteServices; readonly actor: Actor; readonly now: Date },
  d: ResourceDefinition,
  id: number,
): Promise<ActMail | null> {
  const act: { member_id: unknown; created_by: { id: unknown } | null } = JSON.parse(
    await readRecord(db, services.behaviours, actor, d, id, now),
  );
  requireOwn(actor, act.created_by?.id);
  const entry = await findEntry(db.kysely, d, id, act.member_id);
  if (entry === undefined) return null;
  try {
    return shown(actor, await readRecord(db, services.behaviours, actor, mail_log, entry, now));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'record_not_found') return null;
    throw error;
  }
}

/**
 * Sends the mail about an act again. Throws a 404 for an act, or its mail, out of sight, a 403 for somebody else's, and a 409
 * where there is none, or it cannot be sent.
 */
export async function sendMailOfAct(write: Omit<Write, 'd'>, d: ResourceDefinition, id: number): Promise<ActMail> {
  const act = await lockLive({ ...write, d }, id, undefined);
  const { actor, tx } = write.context;
  requireOwn(actor, act.created_by_id);
  const entry = await findEntry(tx, d, id, act.member_id);
  if (entry === undefined) throw fail('conflict', { message: NO_MAIL });
  return shown(actor, await resendMail({ ...write, d: mail_log }, entry));
}
