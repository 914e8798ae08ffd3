import type { ApprovalFacts, ApprovableCall } from '@innkeeper/contract/calls';
import type { Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { StoredCall } from '../../engine/calls/stored-call.ts';

/** The location of a call, which decides who can see it. */
export interface CallLocation {
  readonly hotel: number | null;
  readonly country: number | null;
}

const EMPTY_FACTS: ApprovalFacts = {
  hotel: null,
  country: null,
  month: null,
  member: null,
  membership: null,
  voucher: null,
  until: null,
  sub_total: null,
  discount: null,
  grand_total: null,
  currency: null,
};

/** Reads the facts that are shown to the deciders of a call, from the call's response. */
export async function readApprovalFacts(
  tx: Tx,
  call: ApprovableCall,
  { body }: StoredCall,
  response: string,
): Promise<{ readonly facts: ApprovalFacts; readonly location: CallLocation }> {
  const { data } = JSON.parse(response); // its shape is given by the call's definition
  if (call === 'POST /api/month_close/{id}/reopen') {
    const { rows } = await sql<{ country_id: number }>`
      select country_id from month_close where id = ${data.id}`.execute(tx);
    return {
      facts: { ...EMPTY_FACTS, country: data.country.name, month: data.month },
      location: { hotel: null, country: rows[0]?.country_id ?? null },
    };
  }
  // SQL: further facts of each call's record, with its hotel, member and membership.
  const voucherFacts = (name: string) => sql`, ${sql.ref(name)} as voucher, ${data.valid_until_date} as until
    from member_voucher v join voucher w on w.id = v.voucher_id join member m on m.id = v.member_id
    join hotel h on h.id = m.hotel_id
    join member_card c on c.id = v.member_card_id join membership l on l.id = c.membership_id
    where v.id = ${data.id}`;
  const saleFacts = sql`, t.sub_total::text, t.discount::text, t.grand_total::text, t.currency
    from transaction t join hotel h on h.id = t.hotel_id join member m on m.id = t.member_id
    join membership l on l.id = t.membership_id
    where t.id = ${data.transaction?.id}`;
  const factsByCall: Readonly<Record<typeof call, RawBuilder<unknown>>> = {
    'POST /api/transaction/wizard': saleFacts,
    'POST /api/transaction/free_membership': saleFacts,
    'POST /api/member/{id}/membership': sql`
      from member m join hotel h on h.id = m.hotel_id join membership l on l.id = ${body.membership_id}
      where m.id = ${data.id}`,
    'POST /api/member_card': sql`, ${data.end_date} as until
      from member_card c join member m on m.id = c.member_id join hotel h on h.id = c.hotel_id
      join membership l on l.id = c.membership_id
      where c.id = ${data.id}`,
    // A new voucher gets its number only when created, so its name identifies it.
    'POST /api/member_voucher': voucherFacts('w.name'),
    'POST /api/member_voucher/{id}/extend': voucherFacts('v.voucher_no'),
    'POST /api/transaction/{id}/cancel': sql`, t.sub_total::text, t.discount::text, t.grand_total::text, t.currency
      from transaction t join hotel h on h.id = t.hotel_id
      left join member m on m.id = t.member_id left join membership l on l.id = t.membership_id
      where t.id = ${data.id}`,
    'POST /api/transaction/{id}/refund': sql`,
        t.grand_total::text as sub_total, refunded_amount(t.id)::text as refunded, r.grand_total::text, r.currency
      from transaction r join transaction t on t.id = r.reverses_id join hotel h on h.id = r.hotel_id
      left join member m on m.id = r.member_id left join membership l on l.id = r.membership_id
      where r.id = ${data.id}`,
  };
  const { rows } = await sql<Partial<ApprovalFacts> & { hotel_id: number }>`
    select h.id as hotel_id, h.name as hotel, concat_ws(' ', m.first_name, m.last_name) as member, l.name as membership
      ${factsByCall[call]}`.execute(tx);
  const { hotel_id = null, ...facts } = rows[0] ?? {};
  return { facts: { ...EMPTY_FACTS, ...facts }, location: { hotel: hotel_id, country: null } };
}

const AMOUNT_FIELDS = ['sub_total', 'discount', 'grand_total', 'currency'] as const;
export const hasSameAmounts = (a: ApprovalFacts, b: ApprovalFacts): boolean =>
  AMOUNT_FIELDS.every((name) => a[name] === b[name]);
