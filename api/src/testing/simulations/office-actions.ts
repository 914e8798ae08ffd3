import { sql } from 'kysely';
import type { ResponseRecord } from '../responses.ts';
import type { Reply } from '../call.ts';
import type { Input } from '../inputs.ts';
import { createFreeMembershipInput, refundOf } from './desk-actions.ts';
import {
  type Action,
  type Actions,
  type Simulation,
  type Pick,
  daysAgo,
  findIds,
  nextNumber,
  post,
  deleteRecord,
} from './simulation.ts';

/**
 * Occasional actions of offices: correct, merge, undo, set tiers, close and reopen months, reverse, request and decide
 * approvals, set and correct rates.
 */
export const OFFICE_ACTIONS = {
  merge: async (simulation, pick) => {
    const [retained, absorbed] = [pick(simulation.members), pick(simulation.members)];
    if (retained === undefined || absorbed === undefined) return undefined;
    const reply = await post(simulation, `member/${retained}/merge`, { member_id: absorbed, fields: {} });
    if (reply.status === 200) simulation.merges.push({ retained, id: reply.body.data.id });
    return reply;
  },
  'undo a merge': async (simulation, pick) => {
    const merge = pick(simulation.merges);
    return merge && post(simulation, `member/${merge.retained}/merge/${merge.id}/undo`);
  },
  'edit a member': async (simulation, pick) => {
    const id = pick(simulation.members);
    const edits: Input[] = [
      { first_name: nextNumber() },
      { hotel_id: pick(simulation.hotels) },
      { comp_visits_period: 1, comp_visits_reason: `Power cut ${nextNumber()}` },
      { comp_visits_period: null, comp_visits_reason: `Power cut ${nextNumber()}` },
      { is_active: 0 },
      { is_active: 1 },
    ];
    return id === undefined ? undefined : post(simulation, `member/${id}`, pick(edits));
  },
  'edit a sale': async (simulation, pick) => {
    const id = pick([...simulation.saleAmounts.keys()]);
    const edits: Input[] = [
      { reference_no: nextNumber() },
      { remark: 'Late' },
      { hotel_id: pick(simulation.hotels) },
      { discount: '1' },
    ];
    const edit = pick(edits);
    if (id === undefined || !edit) return undefined;
    const reply = await post(simulation, `transaction/${id}`, edit);
    if (reply.status === 200 && edit['discount'] === '1')
      simulation.saleAmounts.set(id, Number(reply.body.data['grand_total']));
    return reply;
  },
  'edit a card': async (simulation, pick) => {
    const id = pick(await findIds(simulation, 'member_card'));
    const { gold, platinum } = simulation.setup.fixtures;
    const edits: Input[] = [
      { is_active: 0 },
      { is_active: 1 },
      { membership_id: pick([gold, platinum]), remark: `Correction ${nextNumber()}` },
      {
        remark: `Correction ${nextNumber()}`,
        end_date: daysAgo(simulation, -Number(pick([40, 370, 400, 450])))
          .toISOString()
          .slice(0, 10),
      },
    ];
    return id === undefined ? undefined : post(simulation, `member_card/${id}`, pick(edits));
  },
  'put away': async (simulation, pick) => {
    const table = pick(TRASHED_KEYS);
    const id = table && pick(await findIds(simulation, table));
    return id === undefined ? undefined : deleteRecord(simulation, `${table}/${id}`);
  },
  'bring back': async (simulation, pick) => {
    const table = pick(TRASHED_KEYS);
    const id = table && pick(await findIds(simulation, table, true));
    return id === undefined ? undefined : post(simulation, `${table}/${id}/restore`);
  },
  'edit visits at once': async (simulation, pick) => {
    const ids = await findIds(simulation, 'visit');
    const edits: Input[] = [{ staff_name: nextNumber() }, { total_others: '3' }];
    const reply = await post(simulation, 'visit/updateBulk', { ids: ids.slice(0, 3), set: pick(edits) });
    if (reply.status === 200) simulation.edits.push(String(reply.headers['x-request-id']));
    return reply;
  },
  'undo edits': async (simulation, pick) => {
    const request_id = pick(simulation.edits);
    return request_id === undefined ? undefined : post(simulation, 'visit/undoBulk', { request_id });
  },
  'set the level': async (simulation, pick) => {
    const id = pick(simulation.members);
    return id === undefined
      ? undefined
      : post(simulation, `member/${id}/membership`, createTierInput(simulation, pick));
  },
  'set a rate': (simulation, pick) =>
    post(simulation, `country/${simulation.countries[1]}`, { usd_rate: pick(['1.35', '1.348765']) }),
  'correct a rate': (simulation, pick) => correctRate(simulation, pick),
  'undo a correction': (simulation, pick) => {
    const id = pick(simulation.corrections);
    return id === undefined ? Promise.resolve(undefined) : post(simulation, `rate_correction/${id}/undo`);
  },
  'correct a rate and think better of it': async (simulation, pick) => {
    const before = await readUsdAmounts(simulation);
    const reply = await correctRate(simulation, pick);
    if (reply?.status !== 201) return reply;
    const undoReply = await post(simulation, `rate_correction/${simulation.corrections.at(-1)}/undo`);
    if (undoReply.status !== 200) throw new Error(`A correction of this moment was not undone: ${undoReply.text}`);
    const after = await readUsdAmounts(simulation);
    const newAmounts = after.filter((amount) => !before.includes(amount));
    if (newAmounts.length > 0) throw new Error(`Undoing a correction left ${newAmounts.join(', ')}`);
    return undoReply;
  },
  'decide at term end': async (simulation, pick) => {
    const { rows } = await sql<{ id: number }>`
      select e.id from term_end e join member_card c on c.id = e.member_card_id
      where c.member_id = any(${simulation.members}::bigint[]) order by e.id`.execute(simulation.setup.api.db.kysely);
    const decision = pick(['keep', 'lower', 'grace', 'open']);
    const endedId = pick(rows);
    return (
      endedId && post(simulation, `term_end/${endedId.id}`, { decision, grace_days: 10, note: 'Talked to the guest' })
    );
  },
  'close a month': closeMonth,
  reverse: reverseSale,
  'ask to open a month': requestReopening,
  'reverse in a closed month and have it opened again': async (simulation, pick) => {
    const pickNewest: Pick = (list) => list.at(-1);
    const closeReply = await closeMonth(simulation, pick);
    if (closeReply.status !== 201) return closeReply;
    for (const id of simulation.saleAmounts.keys())
      if ((await reverseSale(simulation, () => id))?.status === 201) break;
    await requestReopening(simulation, pickNewest);
    return decide(simulation, pickNewest, 'approve');
  },
  'ask for a discount': async (simulation, pick) => {
    const hotel_id = pick(simulation.hotels);
    return requestApproval(
      simulation,
      'POST /api/transaction/wizard',
      await simulation.setup.fixtures.createSaleInput({ hotel_id, discount: '750000' }),
    );
  },
  'ask for a gift': async (simulation, pick) =>
    requestApproval(
      simulation,
      'POST /api/transaction/free_membership',
      await createFreeMembershipInput(simulation, pick),
    ),
  'ask for a level': async (simulation, pick) => {
    const id = pick(simulation.members);
    return id === undefined
      ? undefined
      : requestApproval(simulation, 'POST /api/member/{id}/membership', createTierInput(simulation, pick), { id });
  },
  'ask for a refund': async (simulation, pick) => {
    const id = pick([...simulation.saleAmounts.keys()]);
    if (id === undefined) return undefined;
    return requestApproval(simulation, 'POST /api/transaction/{id}/refund', await refundOf(simulation, pick, id), {
      id,
    });
  },
  approve: (simulation, pick) => decide(simulation, pick, 'approve'),
  reject: (simulation, pick) => decide(simulation, pick, 'reject'),
} satisfies Actions;

/** Records created by sales, which are deleted and restored with them or alone. */
const TRASHED_KEYS = ['member_card', 'member_voucher'] as const;

const createTierInput = ({ setup: { fixtures } }: Simulation, pick: Pick): Input => ({
  membership_id: pick([fixtures.gold, fixtures.platinum]),
  remark: `By hand ${nextNumber()}`,
});

async function closeMonth(simulation: Simulation, pick: Pick): Promise<Reply<{ readonly data: ResponseRecord }>> {
  const now = daysAgo(simulation);
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
  const reply = await post(simulation, 'month_close', {
    country_id: pick(simulation.countries),
    month,
    remark: 'Looked at',
  });
  if (reply.status === 201) simulation.closings.push(reply.body.data.id);
  return reply;
}

async function requestReopening(simulation: Simulation, pick: Pick): ReturnType<Action> {
  const id = pick(simulation.closings);
  if (id === undefined) return undefined;
  return requestApproval(simulation, 'POST /api/month_close/{id}/reopen', { reason: 'A bill is missing' }, { id });
}

async function reverseSale(
  simulation: Simulation,
  pick: (ids: readonly number[]) => number | undefined,
): ReturnType<Action> {
  const id = pick([...simulation.saleAmounts.keys()]);
  if (id === undefined) return undefined;
  const reply = await post(simulation, `transaction/${id}/reversal`, { reason: 'Sold twice' });
  if (reply.status === 201) simulation.saleAmounts.set(reply.body.data.id, -(simulation.saleAmounts.get(id) ?? 0));
  return reply;
}

/** Corrects one of the rates in use, for all days or for some. */
async function correctRate(
  simulation: Simulation,
  pick: Pick,
): Promise<Reply<{ readonly data: ResponseRecord }> | undefined> {
  const { rows } = await sql<{ country: number; rate: string }>`
    select distinct h.country_id as country, r.usd_rate::text as rate
    from (select hotel_id, usd_rate from transaction union select hotel_id, usd_rate from visit) r
    join hotel h on h.id = r.hotel_id
    where h.country_id = any(${simulation.countries}::bigint[]) and r.usd_rate is not null order by 1, 2`.execute(
    simulation.setup.api.db.kysely,
  );
  const wrongRate = pick(rows);
  if (!wrongRate) return undefined;
  const day = daysAgo(simulation, pick([3, 12, 31]))
    .toISOString()
    .slice(0, 10);
  const reply = await post(simulation, `country/${wrongRate.country}/rate_correction`, {
    wrong_rate: wrongRate.rate,
    usd_rate: pick(
      ['15500.5', '1550.05', '1.35', '0.71', '3.7'].filter((rate) => Number(rate) !== Number(wrongRate.rate)),
    ),
    ...pick([{}, {}, { from_date: day }, { until_date: day }]),
    reason: 'Another digit',
  });
  if (reply.status === 201) simulation.corrections.push(reply.body.data.id);
  return reply;
}

/** All US dollar amounts at the simulation's hotels, with their rates. */
async function readUsdAmounts({ setup: { api }, hotels }: Simulation): Promise<readonly string[]> {
  const { rows } = await sql<{ amount: string }>`
    select concat_ws(' ', 'visit', id, usd_rate, grand_total_usd) as amount from visit
    where hotel_id = any(${hotels}::bigint[])
    union all select concat_ws(' ', 'transaction', id, usd_rate, grand_total_usd) from transaction
    where hotel_id = any(${hotels}::bigint[])
    union all select concat_ws(' ', 'transaction_detail', d.id, d.sub_total_usd) from transaction_detail d
    join transaction t on t.id = d.transaction_id
    where t.hotel_id = any(${hotels}::bigint[])`.execute(api.db.kysely);
  return rows.map(({ amount }) => amount);
}

/** Requests an approval as the clerk, or about months as an administrator. */
async function requestApproval(
  simulation: Simulation,
  name: string,
  body: Input,
  path: Input = {},
): Promise<Reply<unknown>> {
  const { admin, clerk } = simulation.setup;
  const requester = name.includes('month') ? admin : clerk;
  const reply = await post(simulation, 'approval', { call: name, path, body, reason: 'A regular guest' }, requester);
  if (reply.status === 201) {
    // The response of a request for approval.
    const { id, facts } = reply.body.data as unknown as { id: number; facts: { grand_total: string | null } };
    simulation.approvalAmounts.set(id, facts.grand_total === null ? null : Number(facts.grand_total));
  }
  return reply;
}

/** An approved call is executed once: an approved sale adds one transaction of the requested amount. */
async function decide(simulation: Simulation, pick: Pick, decision: 'approve' | 'reject'): ReturnType<Action> {
  const { api, approver } = simulation.setup;
  const id = pick([...simulation.approvalAmounts.keys()]);
  if (id === undefined) return undefined;
  const findLastSale = async (after: number) =>
    (
      await sql<{ id: number; member_id: number }>`
        select id, member_id from transaction where id > ${after} order by id`.execute(api.db.kysely)
    ).rows;
  const [before] = (
    await sql<{ id: number }>`select coalesce(max(id), 0) as id from transaction`.execute(api.db.kysely)
  ).rows;
  const reply = await post(simulation, `approval/${id}/${decision}`, { decision: 'Looked at' }, approver);
  if (reply.status !== 200) return reply;
  const amount = simulation.approvalAmounts.get(id) ?? null;
  simulation.approvalAmounts.delete(id);
  const createdSale = await findLastSale(before?.id ?? 0);
  if (createdSale.length !== (reply.body.data['state'] === 'approved' && amount !== null ? 1 : 0))
    throw new Error(`${createdSale.length} sales were made by ${decision}: ${reply.text}`);
  for (const sale of createdSale) {
    simulation.saleAmounts.set(sale.id, amount ?? 0);
    if (!simulation.members.includes(sale.member_id)) simulation.members.push(sale.member_id);
  }
  return reply;
}
