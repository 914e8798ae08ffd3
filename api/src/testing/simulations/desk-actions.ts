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
  daysAgo,
  findIds,
  nextNumber,
  post,
  deleteRecord,
  moveSale,
} from './simulation.ts';

/** Daily actions of front desks: sell, give, post, redeem, revert, print, replace and extend. */
export const DESK_ACTIONS = {
  buy: (simulation, pick) => sell(simulation, pick, {}),
  'buy again': (simulation, pick) => sellTo(simulation, pick, 1),
  renew: (simulation, pick) => sellTo(simulation, pick, 2),
  upgrade: (simulation, pick) => sellTo(simulation, pick, 6, { membership_id: simulation.setup.fixtures.platinum }),
  'give for nothing': async (simulation, pick) => {
    const reply = await post(
      simulation,
      'transaction/free_membership',
      await createFreeMembershipInput(simulation, pick),
    );
    if (reply.status === 201) addSale(simulation, reply);
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
      visit_date: daysAgo(simulation, pick(DAYS_BACK)).toISOString(),
      staff_name: 'Ayu',
      remark: 'On paper',
    });
  },
  'edit a visit': async (simulation, pick) => {
    const id = pick(await findIds(simulation, 'visit'));
    const edits: Input[] = [
      { total_room: '7.005' },
      { total_fb: null },
      { visit_date: daysAgo(simulation, pick(DAYS_BACK)).toISOString() },
    ];
    return id === undefined ? undefined : post(simulation, `visit/${id}`, pick(edits));
  },
  'delete a visit': async (simulation, pick) => {
    const id = pick(await findIds(simulation, 'visit'));
    return id === undefined ? undefined : deleteRecord(simulation, `visit/${id}`);
  },
  'restore a visit': async (simulation, pick) => {
    const id = pick(await findIds(simulation, 'visit', true));
    return id === undefined ? undefined : post(simulation, `visit/${id}/restore`);
  },
  'move a visit': async (simulation, pick) => {
    const id = pick(await findIds(simulation, 'visit'));
    const member_id = pick(simulation.members);
    return id === undefined || member_id === undefined
      ? undefined
      : post(simulation, `visit/${id}/move`, { member_id });
  },
  redeem: async (simulation, pick) => {
    const member_voucher_id = pick(await findIds(simulation, 'member_voucher'));
    if (member_voucher_id === undefined) return undefined;
    const reply = await post(simulation, 'voucher_redeem', {
      member_voucher_id,
      redeem_hotel_id: pick(simulation.hotels),
      redeem_date: daysAgo(simulation, pick([0, 0, 3])).toISOString(),
      booking_no: 'B',
      staff_name: 'Ayu',
    });
    if (reply.status === 201) simulation.redemptionIds.add(reply.body.data.id);
    return reply;
  },
  void: async (simulation, pick) => {
    const id = pick([...simulation.redemptionIds]);
    if (id === undefined) return undefined;
    const reply = await deleteRecord(simulation, `voucher_redeem/${id}`);
    if (reply.status === 200 && simulation.redemptionIds.delete(id)) simulation.voidedIds.add(id);
    return reply;
  },
  'take a voiding back': async (simulation, pick) => {
    const id = pick([...simulation.voidedIds]);
    if (id === undefined) return undefined;
    const reply = await post(simulation, `voucher_redeem/${id}/restore`);
    if (reply.status === 200 && simulation.voidedIds.delete(id)) simulation.redemptionIds.add(id);
    return reply;
  },
  cancel: async (simulation, pick) => {
    const id = pick([...simulation.saleAmounts.keys()]);
    if (id === undefined) return undefined;
    const reply = await deleteRecord(simulation, `transaction/${id}`);
    if (reply.status === 200) moveSale(id, simulation.saleAmounts, simulation.cancelledAmounts);
    return reply;
  },
  'take the cancelling back': async (simulation, pick) => {
    const id = pick([...simulation.cancelledAmounts.keys()]);
    if (id === undefined) return undefined;
    const reply = await post(simulation, `transaction/${id}/restore`);
    if (reply.status === 200) moveSale(id, simulation.cancelledAmounts, simulation.saleAmounts);
    return reply;
  },
  refund: (simulation, pick) => refund(simulation, pick, pick([...simulation.saleAmounts.keys()])),
  'refund a used sale, and think better of it': async (simulation, pick) => {
    const { rows } = await sql<{ id: number }>`
      select distinct t.id from transaction t join member_card c on c.transaction_id = t.id
      join member_voucher v on v.member_card_id = c.id
      join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
      where t.id = any(${[...simulation.saleAmounts.keys()]}::bigint[]) order by 1`.execute(
      simulation.setup.api.db.kysely,
    );
    const refundReply = await refund(simulation, pick, pick(rows)?.id);
    if (refundReply?.status !== 201) return refundReply;
    const reply = await deleteRecord(simulation, `transaction/${refundReply.body.data.id}`);
    if (reply.status === 200) moveSale(refundReply.body.data.id, simulation.saleAmounts, simulation.cancelledAmounts);
    return reply;
  },
  'write a bill': (simulation, pick) => createBill(simulation, pick),
  'print a receipt': async (simulation, pick) => {
    const id = pick([...simulation.saleAmounts.keys(), ...simulation.cancelledAmounts.keys()]);
    return id === undefined ? undefined : post(simulation, `transaction/${id}/receipt`, { language: 'id' });
  },
  'replace a card': async (simulation, pick) => {
    const id = pick(await findIds(simulation, 'member_card'));
    if (id === undefined) return undefined;
    const fee = pick([null, '50000']) ?? null;
    const type_payment_id = await simulation.setup.fixtures.findOptionDetail('type-payment', 'cash');
    const reply = await post(simulation, `member_card/${id}/replace`, {
      reason: 'Lost card',
      ...(fee && { fee, type_payment_id }),
    });
    const { transaction } = (reply.status === 200 ? reply.body.data : {}) as { transaction?: ResponseRecord | null };
    if (transaction) simulation.saleAmounts.set(transaction.id, Number(fee));
    return reply;
  },
  're-issue a voucher': async (simulation, pick) => {
    const id = pick(await findIds(simulation, 'member_voucher'));
    return id === undefined ? undefined : post(simulation, `member_voucher/${id}/reissue`, { reason: 'Washed' });
  },
  'extend a voucher': async (simulation, pick) => {
    const id = pick(await findIds(simulation, 'member_voucher'));
    const day = daysAgo(simulation, -Number(pick([380, 420, 3000])))
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
  if (reply.status === 201) simulation.saleAmounts.set(reply.body.data.id, -Number(body['amount']));
  return reply;
}

/** Builds the request for a refund of a transaction. */
export async function refundOf(
  { saleAmounts, setup: { fixtures } }: Simulation,
  pick: Pick,
  id: number,
): Promise<Input> {
  return {
    amount: String(Math.floor((saleAmounts.get(id) ?? 0) / Number(pick([1, 3, 100])))),
    refund_reason_id: await fixtures.findOptionDetail('refund-reason', 'guest-request'),
    type_payment_id: await fixtures.findOptionDetail('type-payment', 'cash'),
    ends_membership: pick([1, 0]),
  };
}

/** Sells at one of the hotels, on one of the last days. */
async function sell(simulation: Simulation, pick: Pick, overrides: Input): Promise<Reply<unknown>> {
  const placeAndDate = {
    hotel_id: pick(simulation.hotels),
    transaction_date: daysAgo(simulation, pick(DAYS_BACK)).toISOString(),
  };
  const reply = await simulation.setup.fixtures.sell({ ...placeAndDate, ...overrides });
  if (reply.status === 201) addSale(simulation, reply);
  return reply;
}

const sellTo = async (simulation: Simulation, pick: Pick, type: number, overrides: Input = {}): ReturnType<Action> => {
  const member_id = pick(simulation.members);
  return member_id === undefined ? undefined : sell(simulation, pick, { type, member_id, ...overrides });
};

/** Builds the request for a free membership, for a member or a new guest. */
export async function createFreeMembershipInput(simulation: Simulation, pick: Pick): Promise<Input> {
  const { fixtures, freeTier: membership_id } = simulation.setup;
  const member_id = pick([undefined, ...simulation.members]);
  return {
    hotel_id: pick(simulation.hotels),
    membership_id,
    ...(member_id === undefined ? { member: await fixtures.createGuestInput() } : { member_id }),
  };
}

/** Records a sale from its response. */
export function addSale(simulation: Simulation, reply: Reply<{ readonly data: unknown }>): void {
  // The response to a sale.
  const { transaction, member } = reply.body.data as { transaction: ResponseRecord; member: ResponseRecord };
  if (!simulation.members.includes(member.id)) simulation.members.push(member.id);
  simulation.saleAmounts.set(transaction.id, Number(transaction.grand_total));
}

/** Writes a dinner of two lines with fractions of cents, one of which may be changed or removed again. */
async function createBill(simulation: Simulation, pick: Pick): ReturnType<Action> {
  const { fixtures } = simulation.setup;
  const reply = await post(simulation, 'transaction', {
    hotel_id: pick(simulation.hotels),
    member_id: pick(simulation.members),
    transaction_type_id: await fixtures.findOptionDetail('transaction-type', '4'),
    transaction_date: daysAgo(simulation, pick(DAYS_BACK)).toISOString(),
  });
  if (reply.status !== 201) return reply;
  const transaction_id = reply.body.data.id;
  simulation.saleAmounts.set(transaction_id, 0);
  const first = await post(simulation, 'transaction_detail', { transaction_id, quantity: 3, unit_price: '10.005' });
  if (first.status !== 201) return first;
  const lastReply = await post(simulation, 'transaction_detail', { transaction_id, quantity: 1, unit_price: '0.999' });
  simulation.saleAmounts.set(transaction_id, 31.014);
  const edit = pick(['none', 'change', 'take away', 'discount']);
  if (edit === 'change') {
    const changeReply = await post(simulation, `transaction_detail/${first.body.data.id}`, { quantity: 2 });
    if (changeReply.status === 200) simulation.saleAmounts.set(transaction_id, 21.009);
    return changeReply;
  }
  if (edit === 'take away') {
    const deleteReply = await deleteRecord(simulation, `transaction_detail/${lastReply.body.data.id}`);
    if (deleteReply.status === 200) simulation.saleAmounts.set(transaction_id, 30.015);
    return deleteReply;
  }
  if (edit === 'none') return lastReply;
  const less = await post(simulation, `transaction/${transaction_id}`, { discount: '1.014' });
  if (less.status === 200) simulation.saleAmounts.set(transaction_id, 30);
  return less;
}
