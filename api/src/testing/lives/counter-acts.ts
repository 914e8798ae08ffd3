import { sql } from 'kysely';
import type { Answered } from '../answers.ts';
import type { Reply } from '../call.ts';
import type { Input } from '../inputs.ts';
import {
  type Act,
  type Acts,
  DAYS_BACK,
  type Life,
  type Pick,
  ago,
  idsOf,
  nextNumber,
  post,
  remove,
  swap,
} from './life.ts';

/** The daily acts of counters: sell, give, post, redeem, take back, print, replace and extend. */
export const COUNTER_ACTS = {
  buy: (life, pick) => sell(life, pick, {}),
  'buy again': (life, pick) => sellTo(life, pick, 1),
  renew: (life, pick) => sellTo(life, pick, 2),
  upgrade: (life, pick) => sellTo(life, pick, 6, { membership_id: life.stage.house.platinum }),
  'give for nothing': async (life, pick) => {
    const reply = await post(life, 'transaction/free_membership', await gift(life, pick));
    if (reply.status === 201) enter(life, reply);
    return reply;
  },
  visit: async (life, pick) => {
    const member_id = pick(life.members);
    if (member_id === undefined) return undefined;
    return post(life, 'visit', {
      hotel_id: pick(life.hotels),
      member_id,
      reference_no: nextNumber(),
      total_fb: pick(['10', '132481.005', '0.01']),
      visit_date: ago(life, pick(DAYS_BACK)).toISOString(),
      staff_name: 'Ayu',
      remark: 'On paper',
    });
  },
  'edit a visit': async (life, pick) => {
    const id = pick(await idsOf(life, 'visit'));
    const edits: Input[] = [
      { total_room: '7.005' },
      { total_fb: null },
      { visit_date: ago(life, pick(DAYS_BACK)).toISOString() },
    ];
    return id === undefined ? undefined : post(life, `visit/${id}`, pick(edits));
  },
  'delete a visit': async (life, pick) => {
    const id = pick(await idsOf(life, 'visit'));
    return id === undefined ? undefined : remove(life, `visit/${id}`);
  },
  'restore a visit': async (life, pick) => {
    const id = pick(await idsOf(life, 'visit', true));
    return id === undefined ? undefined : post(life, `visit/${id}/restore`);
  },
  'move a visit': async (life, pick) => {
    const id = pick(await idsOf(life, 'visit'));
    const member_id = pick(life.members);
    return id === undefined || member_id === undefined ? undefined : post(life, `visit/${id}/move`, { member_id });
  },
  redeem: async (life, pick) => {
    const member_voucher_id = pick(await idsOf(life, 'member_voucher'));
    if (member_voucher_id === undefined) return undefined;
    const reply = await post(life, 'voucher_redeem', {
      member_voucher_id,
      redeem_hotel_id: pick(life.hotels),
      redeem_date: ago(life, pick([0, 0, 3])).toISOString(),
      booking_no: 'B',
      staff_name: 'Ayu',
    });
    if (reply.status === 201) life.redeemed.add(reply.body.data.id);
    return reply;
  },
  void: async (life, pick) => {
    const id = pick([...life.redeemed]);
    if (id === undefined) return undefined;
    const reply = await remove(life, `voucher_redeem/${id}`);
    if (reply.status === 200 && life.redeemed.delete(id)) life.voided.add(id);
    return reply;
  },
  'take a voiding back': async (life, pick) => {
    const id = pick([...life.voided]);
    if (id === undefined) return undefined;
    const reply = await post(life, `voucher_redeem/${id}/restore`);
    if (reply.status === 200 && life.voided.delete(id)) life.redeemed.add(id);
    return reply;
  },
  cancel: async (life, pick) => {
    const id = pick([...life.sold.keys()]);
    if (id === undefined) return undefined;
    const reply = await remove(life, `transaction/${id}`);
    if (reply.status === 200) swap(id, life.sold, life.cancelled);
    return reply;
  },
  'take the cancelling back': async (life, pick) => {
    const id = pick([...life.cancelled.keys()]);
    if (id === undefined) return undefined;
    const reply = await post(life, `transaction/${id}/restore`);
    if (reply.status === 200) swap(id, life.cancelled, life.sold);
    return reply;
  },
  refund: (life, pick) => refund(life, pick, pick([...life.sold.keys()])),
  'refund a used sale, and think better of it': async (life, pick) => {
    const { rows } = await sql<{ id: number }>`
      select distinct t.id from transaction t join member_card c on c.transaction_id = t.id join member_voucher v on v.member_card_id = c.id
      join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
      where t.id = any(${[...life.sold.keys()]}::bigint[]) order by 1`.execute(life.stage.api.db.kysely);
    const made = await refund(life, pick, pick(rows)?.id);
    if (made?.status !== 201) return made;
    const reply = await remove(life, `transaction/${made.body.data.id}`);
    if (reply.status === 200) swap(made.body.data.id, life.sold, life.cancelled);
    return reply;
  },
  'write a bill': (life, pick) => writeBill(life, pick),
  'print a receipt': async (life, pick) => {
    const id = pick([...life.sold.keys(), ...life.cancelled.keys()]);
    return id === undefined ? undefined : post(life, `transaction/${id}/receipt`, { language: 'id' });
  },
  'replace a card': async (life, pick) => {
    const id = pick(await idsOf(life, 'member_card'));
    if (id === undefined) return undefined;
    const fee = pick([null, '50000']) ?? null;
    const type_payment_id = await life.stage.house.detail('type-payment', 'cash');
    const reply = await post(life, `member_card/${id}/replace`, {
      reason: 'Lost card',
      ...(fee && { fee, type_payment_id }),
    });
    const { transaction } = (reply.status === 200 ? reply.body.data : {}) as { transaction?: Answered | null };
    if (transaction) life.sold.set(transaction.id, Number(fee));
    return reply;
  },
  're-issue a voucher': async (life, pick) => {
    const id = pick(await idsOf(life, 'member_voucher'));
    return id === undefined ? undefined : post(life, `member_voucher/${id}/reissue`, { reason: 'Washed' });
  },
  'extend a voucher': async (life, pick) => {
    const id = pick(await idsOf(life, 'member_voucher'));
    const day = ago(life, -Number(pick([380, 420, 3000])))
      .toISOString()
      .slice(0, 10);
    return id === undefined
      ? undefined
      : post(life, `member_voucher/${id}`, { valid_until_date: day, remark: `Illness ${nextNumber()}` });
  },
} satisfies Acts;

/** Refunds some or all of a sale, with or without the end of its membership. */
async function refund(
  life: Life,
  pick: Pick,
  id: number | undefined,
): Promise<Reply<{ readonly data: Answered }> | undefined> {
  if (id === undefined) return undefined;
  const body = await refundOf(life, pick, id);
  const reply = await post(life, `transaction/${id}/refund`, body);
  if (reply.status === 201) life.sold.set(reply.body.data.id, -Number(body['amount']));
  return reply;
}

/** The request for a refund of a transaction. */
export async function refundOf({ sold, stage: { house } }: Life, pick: Pick, id: number): Promise<Input> {
  return {
    amount: String(Math.floor((sold.get(id) ?? 0) / Number(pick([1, 3, 100])))),
    refund_reason_id: await house.detail('refund-reason', 'guest-request'),
    type_payment_id: await house.detail('type-payment', 'cash'),
    ends_membership: pick([1, 0]),
  };
}

/** A sale at one of the hotels, on one of the last days. */
async function sell(life: Life, pick: Pick, overrides: Input): Promise<Reply<unknown>> {
  const at = { hotel_id: pick(life.hotels), transaction_date: ago(life, pick(DAYS_BACK)).toISOString() };
  const reply = await life.stage.house.sell({ ...at, ...overrides });
  if (reply.status === 201) enter(life, reply);
  return reply;
}

const sellTo = async (life: Life, pick: Pick, type: number, overrides: Input = {}): ReturnType<Act> => {
  const member_id = pick(life.members);
  return member_id === undefined ? undefined : sell(life, pick, { type, member_id, ...overrides });
};

/** The request for a free membership, for a member or a new guest. */
export async function gift(life: Life, pick: Pick): Promise<Input> {
  const { house, gift: membership_id } = life.stage;
  const member_id = pick([undefined, ...life.members]);
  return {
    hotel_id: pick(life.hotels),
    membership_id,
    ...(member_id === undefined ? { member: await house.guest() } : { member_id }),
  };
}

/** Remembers a sale by its answer. */
export function enter(life: Life, reply: Reply<{ readonly data: unknown }>): void {
  const { transaction, member } = reply.body.data as { transaction: Answered; member: Answered }; // as selling answers
  if (!life.members.includes(member.id)) life.members.push(member.id);
  life.sold.set(transaction.id, Number(transaction.grand_total));
}

/** A dinner of two lines with parts of cents, of which one may be changed or taken away again. */
async function writeBill(life: Life, pick: Pick): ReturnType<Act> {
  const { house } = life.stage;
  const reply = await post(life, 'transaction', {
    hotel_id: pick(life.hotels),
    member_id: pick(life.members),
    transaction_type_id: await house.detail('transaction-type', '4'),
    transaction_date: ago(life, pick(DAYS_BACK)).toISOString(),
  });
  if (reply.status !== 201) return reply;
  const transaction_id = reply.body.data.id;
  life.sold.set(transaction_id, 0);
  const first = await post(life, 'transaction_detail', { transaction_id, quantity: 3, unit_price: '10.005' });
  if (first.status !== 201) return first;
  const last = await post(life, 'transaction_detail', { transaction_id, quantity: 1, unit_price: '0.999' });
  life.sold.set(transaction_id, 31.014);
  const edit = pick(['none', 'change', 'take away', 'discount']);
  if (edit === 'change') {
    const changed = await post(life, `transaction_detail/${first.body.data.id}`, { quantity: 2 });
    if (changed.status === 200) life.sold.set(transaction_id, 21.009);
    return changed;
  }
  if (edit === 'take away') {
    const gone = await remove(life, `transaction_detail/${last.body.data.id}`);
    if (gone.status === 200) life.sold.set(transaction_id, 30.015);
    return gone;
  }
  if (edit === 'none') return last;
  const less = await post(life, `transaction/${transaction_id}`, { discount: '1.014' });
  if (less.status === 200) life.sold.set(transaction_id, 30);
  return less;
}
