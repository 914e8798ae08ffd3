import { type Language, resources } from '@innkeeper/contract';
import type { VoucherGift } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { groupLeftOut } from '../../domain/selected-members.ts';
import { checkRows } from '../../engine/resources/check-rows.ts';
import type { ReadyRow } from '../../engine/resources/ready-row.ts';
import { checkReferences } from '../../engine/resources/references.ts';
import type { Row, WriteContext } from '../../engine/resources/resource-hooks.ts';
import { writeRows } from '../../engine/resources/write-rows.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { type ApiError, apiError } from '../../platform/http/api-error.ts';
import { manualChangeTexts } from '../../texts/manual-changes.ts';

interface GiftInput {
  readonly voucherId: number;
  /** `YYYY-MM-DD`; null for the last day of each card. */
  readonly until: string | null;
  /** Null in a dry run. */
  readonly remark: string | null;
}

/**
 * Gives members a manual voucher for their active card, under the rules of creating one. Members whose voucher is
 * rejected, or needs an approval, are left out. A dry run only says who they are. Throws a 422 for a voucher that does
 * not exist.
 */
export async function giveVoucher(
  target: Omit<Write, 'd'>,
  members: readonly Row[],
  { voucherId, until, remark }: GiftInput,
  language: Language,
): Promise<VoucherGift> {
  const write = { ...target, d: resources.member_voucher };
  const { context } = write;
  await checkReferences(context, write.services.hooksByResource, write.d, { voucher_id: voucherId });
  const cardByMember = await readActiveCards(context, members);
  const errorById = new Map<number, ApiError>();
  const reject = (id: number, error: ApiError) => void errorById.set(id, error);
  const rows = members.flatMap(({ id }): ReadyRow[] => {
    const card = cardByMember.get(id);
    if (!card) {
      reject(id, apiError('conflict', { message: manualChangeTexts.noActiveCard }));
      return [];
    }
    const values = {
      member_card_id: card.id,
      voucher_id: voucherId,
      redeem_date: card.today,
      valid_until_date: until ?? card.end_date,
      restrict_hotel_id: null,
      remark,
    };
    return [{ row: id, values, before: null }];
  });
  await (context.isDryRun ? checkRows(write, rows, reject) : writeRows(write, rows, reject));
  return { given: members.length - errorById.size, left_out: groupLeftOut(members, errorById, language) };
}

interface ActiveCard {
  readonly id: number;
  readonly end_date: string;
  /** The day at the member's hotel. */
  readonly today: string;
}

async function readActiveCards(
  { tx }: WriteContext,
  members: readonly Row[],
): Promise<ReadonlyMap<number, ActiveCard>> {
  const ids = members.flatMap(({ id, is_active }) => (is_active === true ? [id] : []));
  const { rows } = await sql<ActiveCard & { member_id: number }>`
    select s.member_id, c.id, c.end_date, d.today
    from member_standing s join member_card c on c.id = s.member_card_id
    cross join lateral (select (now() at time zone effective_time_zone(s.hotel_id))::date as today) d
    where s.member_id = any(${ids}::bigint[]) and d.today between c.start_date and c.end_date`.execute(tx);
  return new Map(rows.map(({ member_id, ...card }) => [member_id, card]));
}
