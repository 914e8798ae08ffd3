import type { Language, MemberMailType } from '@innkeeper/contract';
import type { Mailing } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { groupLeftOut } from '../../domain/selected-members.ts';
import type { Row, WriteContext } from '../../engine/resources/resource-hooks.ts';
import { type ApiError, apiError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { findTemplate } from '../../platform/mail/template.ts';
import { memberMailTexts } from '../../texts/member-mails.ts';
import { findAddresseeProblem, readAddressees } from './addressees.ts';

/** A mail that was sent within these hours is not sent again to a selection, which may be sent twice by mistake. */
const MIN_HOURS_BETWEEN = 24;

/**
 * Orders a programme mail about the current card of each member, as one set. Members who must not get it are left out. A
 * dry run only says who they are. Throws a 409 if there is no template.
 */
export async function mailMembers(
  outbox: Outbox,
  context: WriteContext,
  members: readonly Row[],
  mailType: MemberMailType,
  language: Language,
): Promise<Mailing> {
  const { tx, isDryRun } = context;
  if (!(await findTemplate(tx, mailType, undefined)))
    throw apiError('conflict', { message: memberMailTexts.noTemplate });
  const ids = members.map(({ id }) => id);
  const mailedIds = await findRecentlyMailed(context, ids, mailType);
  const addressees = await readAddressees(tx, ids);
  const errorById = new Map<number, ApiError>();
  const orders = addressees.flatMap((addressee) => {
    const { id, card_id } = addressee;
    const isRepeated = mailedIds.has(id);
    const problem = isRepeated ? memberMailTexts.sentRecently : findAddresseeProblem(addressee, mailType);
    if (problem) errorById.set(id, apiError('conflict', { message: problem }));
    return problem ? [] : [{ mailType, memberId: id, about: card_id === null ? {} : { memberCardId: card_id } }];
  });
  if (!isDryRun && orders.length > 0) await outbox(tx, orders);
  return { queued: orders.length, left_out: groupLeftOut(members, errorById, language) };
}

async function findRecentlyMailed(
  { tx, now }: WriteContext,
  ids: readonly number[],
  mailType: MemberMailType,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct l.member_id as id
    from mail_log l join option_detail d on d.id = l.mail_type_id join option o on o.id = d.option_id
    where l.member_id = any(${ids}::bigint[]) and o.slug = 'mail-type' and d.code = ${mailType}
      and l.delivery_status in ('queued', 'sent')
      and greatest(l.created_at, l.last_resend_at)
        > ${now}::timestamptz - make_interval(hours => ${MIN_HOURS_BETWEEN})`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
