import { sql } from 'kysely';
import type { ResponseRecord } from '../responses.ts';
import type { Reply } from '../call.ts';
import type { Input } from '../inputs.ts';
import {
  type Action,
  type Actions,
  DAYS_BACK,
  type Simulation,
  type Pick,
  ago,
  idsOf,
  nextNumber,
  post,
  remove,
  swap,
} from './simulation.ts';

/** Daily actions of front desks: sell, give, post, redeem, revert, print, replace and extend. */
export const DESK_ACTIONS = {
  buy: (simulation, pick) => sell(simulation, pick, {}),
  'buy again': (simulation, pick) => sellTo(simulation, pick, 1),
  renew: (simulation, pick) => sellTo(simulation, pick, 2),
  upgrade: (simulation, pick) => sellTo(simulation, pick, 6, { membership_id: simulation.setup.fixtures.platinum }),
  'give for nothing': async (simulation, pick) => {
    const reply = await post(simulation, 'transaction/free_membership', await freeTier(simulation, pick));
    if (reply.status === 201) recordCreated(simulation, reply);
    return reply;
  },
  visit: async (simulation, pick) => {
    const member_id = pick(simulation.members);
    if (member_id === undefined) return undefined;
    return post(simulation, 'visit', {
      hotel_id: pick(simulation.hotels),
      member_id,
      reference_no: nextNumber(),
      total_fb: pick(['10', '132481.005', '0.01']),
      visit_date: ago(simulation, pick(DAYS_BACK)).toISOString(),
      staff_name: 'Ayu',
      remark: 'On paper',
    });
  },
  'edit a visit': async (simulation, pick) => {
    const id = pick(await idsOf(simulation, 'visit'));
    const edits: Input[] = [
      { total_room: '7.005' },
      { total_fb: null },
      { visit_date: ago(simulation, pick(DAYS_BACK)).toISOString() },
    ];
    return id === undefined ? undefined : post(simulation, `visit/${id}`, pick(edits));
  },
  'delete a visit': async (simulation, pick) => {
    const id = pick(await idsOf(simulation, 'visit'));
    return id === undefined ? undefined : remove(simulation, `visit/${id}`);
  },
  'restore a visit': async (simulation, pick) => {
    const id = pick(await idsOf(simulation, 'visit', true));
    return id === undefined ? undefined : post(simulation, `visit/${id}/restore`);
  },
  'move a visit': async (simulation, pick) => {
    const id = pick(await idsOf(simulation, 'visit'));
    const member_id = pick(simulation.members);
    return id === undefined || member_id === undefined
      ? undefined
      : post(simulation, `visit/${id}/move`, { member_id });
  },
  redeem: async (simulation, pick) => {
    const member_voucher_id = pick(await idsOf(simulation, 'member_voucher'));
    if (member_voucher_id === undefined) return undefined;
    const reply = await post(simulation, 'voucher_redeem', {
      member_voucher_id,
      redeem_hotel_id: pick(simulation.hotels),
      redeem_date: ago(simulation, pick([0, 0, 3])).toISOString(),
      booking_no: 'B',
      staff_name: 'Ayu',
    });
    if (reply.status === 201) simulation.redeemed.add(reply.body.data.id);
    return reply;
  },
  void: async (simulation, pick) => {
    const id = pick([...simulation.redeemed]);
    if (id === undefined) return undefined;
    const reply = await remove(simulation, `voucher_redeem/${id}`);
    if (reply.status === 200 && simulation.redeemed.delete(id)) simulation.voided.add(id);
    return reply;
  },
  'take a voiding back': async (simulation, pick) => {
    const id = pick([...simulation.voided]);
    if (id === undefined) return undefined;
    const reply = await post(simulation, `voucher_redeem/${id}/restore`);
    if (reply.status === 200 && simulation.voided.delete(id)) simulation.redeemed.add(id);
    return reply;
  },
  cancel: async (simulation, pick) => {
    const id = pick([...simulation.sold.keys()]);
    if (id === undefined) return undefined;
    const reply = await remove(simulation, `transaction/${id}`);
    if (reply.status === 200) swap(id, simulation.sold, simulation.cancelled);
    return reply;
  },
  'take the cancelling back': async (simulation, pick) => {
    const id = pick([...simulation.cancelled.keys()]);
    if (id === undefined) return undefined;
    const reply = await post(simulation, `transaction/${id}/restore`);
    if (reply.status === 200) swap(id, simulation.cancelled, simulation.sold);
    return reply;
  },
  refund: (simulation, pick) => refund(simulation, pick, pick([...simulation.sold.keys()])),
  'refund a used sale, and think better of it': async (simulation, pick) => {
    const { rows } = await sql<{ id: number }>`
      select distinct t.id from transaction t join member_card c on c.transaction_id = t.id
      join member_voucher v on v.member_card_id = c.id
      join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
      where t.id = any(${[...simulation.sold.keys()]}::bigint[]) order by 1`.execute(simulation.setup.api.db.kysely);
    const made = await refund(simulation, pick, pick(rows)?.id);
    if (made?.status !== 201) return made;
    const reply = await remove(simulation, `transaction/${made.body.data.id}`);
    if (reply.status === 200) swap(made.body.data.id, simulation.sold, simulation.cancelled);
    return reply;
  },
  'write a bill': (simulation, pick) => createBill(simulation, pick),
  'print a receipt': async (simulation, pick) => {
    const id = pick([...simulation.sold.keys(), ...simulation.cancelled.keys()]);
    return id === undefined ? undefined : post(simulation, `transaction/${id}/receipt`, { language: 'id' });
  },
  'replace a card': async (simulation, pick) => {
    const id = pick(await idsOf(simulation, 'member_card'));
    if (id === undefined) return undefined;
    const fee = pick([null, '50000']) ?? null;
    const type_payment_id = await simulation.setup.fixtures.detail('type-payment', 'cash');
    const reply = await post(simulation, `member_card/${id}/replace`, {
      reason: 'Lost card',
      ...(fee && { fee, type_payment_id }),
    });
    const { transaction } = (reply.status === 200 ? reply.body.data : {}) as { transaction?: ResponseRecord | null };
    if (transaction) simulation.sold.set(transaction.id, Number(fee));
    return reply;
  },
  're-issue a voucher': async (simulation, pick) => {
    const id = pick(await idsOf(simulation, 'member_voucher'));
    return id === undefined ? undefined : post(simulation, `member_voucher/${id}/reissue`, { reason: 'Washed' });
  },
  'extend a voucher': async (simulation, pick) => {
    const id = pick(await idsOf(simulation, 'member_voucher'));
    const day = ago(simulation, -Number(pick([380, 420, 3000])))
      .toISOString()
      .slice(0, 10);
    return id === undefined
      ? undefined
      : post(simulation, `member_voucher/${id}`, { valid_until_date: day, remark: `Illness ${nextNumber()}` });
  },
} satisfies Actions;

/** Refunds a sale fully or partly, with or without ending its membership. */
async function refund(
  simulation: Simulation,
  pick: Pick,
  id: number | undefined,
): Promise<Reply<{ readonly data: ResponseRecord }> | undefined> {
  if (id === undefined) return undefined;
  const body = await refundOf(simulation, pick, id);
  const reply = await post(simulation, `transaction/${id}/refund`, body);
  if (reply.status === 201) simulation.sold.set(reply.body.data.id, -Number(body['amount']));
  return reply;
}

/** Builds the request for a refund of a transaction. */
export async function refundOf({ sold, setup: { fixtures } }: Simulation, pick: Pick, id: number): Promise<Input> {
  return {
    amount: String(Math.floor((sold.get(id) ?? 0) / Number(pick([1, 3, 100])))),
    refund_reason_id: await fixtures.detail('refund-reason', 'guest-request'),
    type_payment_id: await fixtures.detail('type-payment', 'cash'),
    ends_membership: pick([1, 0]),
  };
}

/** Sells at one of the hotels, on one of the last days. */
async function sell(simulation: Simulation, pick: Pick, overrides: Input): Promise<Reply<unknown>> {
  const at = { hotel_id: pick(simulation.hotels), transaction_date: ago(simulation, pick(DAYS_BACK)).toISOString() };
  const reply = await simulation.setup.fixtures.sell({ ...at, ...overrides });
  if (reply.status === 201) recordCreated(simulation, reply);
  return reply;
}

const sellTo = async (simulation: Simulation, pick: Pick, type: number, overrides: Input = {}): ReturnType<Action> => {
  const member_id = pick(simulation.members);
  return member_id === undefined ? undefined : sell(simulation, pick, { type, member_id, ...overrides });
};

/** Builds the request for a free membership, for a member or a new guest. */
export async function freeTier(simulation: Simulation, pick: Pick): Promise<Input> {
  const { fixtures, freeTier: membership_id } = simulation.setup;
  const member_id = pick([undefined, ...simulation.members]);
  return {
    hotel_id: pick(simulation.hotels),
    membership_id,
    ...(member_id === undefined ? { member: await fixtures.guest() } : { member_id }),
  };
}

/** Records a sale from its response. */
export function recordCreated(simulation: Simulation, reply: Reply<{ readonly data: unknown }>): void {
  // The response of a sale.
  const { transaction, member } = reply.body.data as { transaction: ResponseRecord; member: ResponseRecord };
  if (!simulation.members.includes(member.id)) simulation.members.push(member.id);
  simulation.sold.set(transaction.id, Number(transaction.grand_total));
}

/** Writes a dinner of two lines with fractions of cents, one of which may be changed or removed again. */
async function createBill(simulation: Simulation, pick: Pick): ReturnType<Action> {
  const { fixtures } = simulation.setup;
  const reply = await post(simulation, 'transaction', {
    hotel_id: pick(simulation.hotels),
    member_id: pick(simulation.members),
    transaction_type_id: await fixtures.detail('transaction-type', '4'),
    transaction_date: ago(simulation, pick(DAYS_BACK)).toISOString(),
  });
  if (reply.status !== 201) return reply;
  const transaction_id = reply.body.data.id;
  simulation.sold.set(transaction_id, 0);
  const first = await post(simulation, 'transaction_detail', { transaction_id, quantity: 3, unit_price: '10.005' });
  if (first.status !== 201) return first;
  const last = await post(simulation, 'transaction_detail', { transaction_id, quantity: 1, unit_price: '0.999' });
  simulation.sold.set(transaction_id, 31.014);
  const edit = pick(['none', 'change', 'take away', 'discount']);
  if (edit === 'change') {
    const changed = await post(simulation, `transaction_detail/${first.body.data.id}`, { quantity: 2 });
    if (changed.status === 200) simulation.sold.set(transaction_id, 21.009);
    return changed;
  }
  if (edit === 'take away') {
    const deleted = await remove(simulation, `transaction_detail/${last.body.data.id}`);
    if (deleted.status === 200) simulation.sold.set(transaction_id, 30.015);
    return deleted;
  }
  if (edit === 'none') return last;
  const less = await post(simulation, `transaction/${transaction_id}`, { discount: '1.014' });
  if (less.status === 200) simulation.sold.set(transaction_id, 30);
  return less;
}
