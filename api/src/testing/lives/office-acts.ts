import { sql } from 'kysely';
import type { Answered } from '../answers.ts';
import type { Reply } from '../call.ts';
import type { Input } from '../inputs.ts';
import { gift, refundOf } from './counter-acts.ts';
import { type Act, type Acts, type Life, type Pick, ago, idsOf, nextNumber, post, remove } from './life.ts';

/** The occasional acts of offices: correct, merge, undo, set levels, close and open months, reverse, ask and decide, set rates and correct them. */
export const OFFICE_ACTS = {
  merge: async (life, pick) => {
    const [kept, other] = [pick(life.members), pick(life.members)];
    if (kept === undefined || other === undefined) return undefined;
    const reply = await post(life, `member/${kept}/merge`, { member_id: other, fields: {} });
    if (reply.status === 200) life.merges.push({ kept, id: reply.body.data.id });
    return reply;
  },
  'undo a merge': async (life, pick) => {
    const merge = pick(life.merges);
    return merge && post(life, `member/${merge.kept}/merge/${merge.id}/undo`);
  },
  'edit a member': async (life, pick) => {
    const id = pick(life.members);
    const edits: Input[] = [
      { first_name: nextNumber() },
      { hotel_id: pick(life.hotels) },
      { comp_visits_period: 1, comp_visits_reason: `Power cut ${nextNumber()}` },
      { comp_visits_period: null, comp_visits_reason: `Power cut ${nextNumber()}` },
      { is_active: 0 },
      { is_active: 1 },
    ];
    return id === undefined ? undefined : post(life, `member/${id}`, pick(edits));
  },
  'edit a sale': async (life, pick) => {
    const id = pick([...life.sold.keys()]);
    const edits: Input[] = [
      { reference_no: nextNumber() },
      { remark: 'Late' },
      { hotel_id: pick(life.hotels) },
      { discount: '1' },
    ];
    const edit = pick(edits);
    if (id === undefined || !edit) return undefined;
    const reply = await post(life, `transaction/${id}`, edit);
    if (reply.status === 200 && edit['discount'] === '1') life.sold.set(id, Number(reply.body.data['grand_total']));
    return reply;
  },
  'edit a card': async (life, pick) => {
    const id = pick(await idsOf(life, 'member_card'));
    const { gold, platinum } = life.stage.house;
    const edits: Input[] = [
      { is_active: 0 },
      { is_active: 1 },
      { membership_id: pick([gold, platinum]), remark: `Correction ${nextNumber()}` },
      {
        remark: `Correction ${nextNumber()}`,
        end_date: ago(life, -Number(pick([40, 370, 400, 450])))
          .toISOString()
          .slice(0, 10),
      },
    ];
    return id === undefined ? undefined : post(life, `member_card/${id}`, pick(edits));
  },
  'put away': async (life, pick) => {
    const table = pick(IN_TRASH);
    const id = table && pick(await idsOf(life, table));
    return id === undefined ? undefined : remove(life, `${table}/${id}`);
  },
  'bring back': async (life, pick) => {
    const table = pick(IN_TRASH);
    const id = table && pick(await idsOf(life, table, true));
    return id === undefined ? undefined : post(life, `${table}/${id}/restore`);
  },
  'edit visits at once': async (life, pick) => {
    const ids = await idsOf(life, 'visit');
    const edits: Input[] = [{ staff_name: nextNumber() }, { total_others: '3' }];
    const reply = await post(life, 'visit/updateBulk', { ids: ids.slice(0, 3), set: pick(edits) });
    if (reply.status === 200) life.edits.push(String(reply.headers['x-request-id']));
    return reply;
  },
  'undo edits': async (life, pick) => {
    const request_id = pick(life.edits);
    return request_id === undefined ? undefined : post(life, 'visit/undoBulk', { request_id });
  },
  'set the level': async (life, pick) => {
    const id = pick(life.members);
    return id === undefined ? undefined : post(life, `member/${id}/membership`, level(life, pick));
  },
  'set a rate': (life, pick) => post(life, `country/${life.countries[1]}`, { usd_rate: pick(['1.35', '1.348765']) }),
  'correct a rate': (life, pick) => correctRate(life, pick),
  'undo a correction': (life, pick) => {
    const id = pick(life.corrections);
    return id === undefined ? Promise.resolve(undefined) : post(life, `rate_correction/${id}/undo`);
  },
  'correct a rate and think better of it': async (life, pick) => {
    const before = await dollarsOf(life);
    const made = await correctRate(life, pick);
    if (made?.status !== 201) return made;
    const undone = await post(life, `rate_correction/${life.corrections.at(-1)}/undo`);
    if (undone.status !== 200) throw new Error(`A correction of this moment was not undone: ${undone.text}`);
    const after = await dollarsOf(life);
    const others = after.filter((amount) => !before.includes(amount));
    if (others.length > 0) throw new Error(`Undoing a correction left ${others.join(', ')}`);
    return undone;
  },
  'decide at term end': async (life, pick) => {
    const { rows } = await sql<{ id: number }>`
      select e.id from term_end e join member_card c on c.id = e.member_card_id
      where c.member_id = any(${life.members}::bigint[]) order by e.id`.execute(life.stage.api.db.kysely);
    const decision = pick(['keep', 'lower', 'grace', 'open']);
    const ended = pick(rows);
    return ended && post(life, `term_end/${ended.id}`, { decision, grace_days: 10, note: 'Talked to the guest' });
  },
  'close a month': closeMonth,
  reverse,
  'ask to open a month': askToOpen,
  'reverse in a closed month and have it opened again': async (life, pick) => {
    const last: Pick = (list) => list.at(-1);
    const closed = await closeMonth(life, pick);
    if (closed.status !== 201) return closed;
    for (const id of life.sold.keys()) if ((await reverse(life, () => id))?.status === 201) break;
    await askToOpen(life, last);
    return decide(life, last, 'approve');
  },
  'ask for a discount': async (life, pick) => {
    const hotel_id = pick(life.hotels);
    return ask(life, 'POST /api/transaction/wizard', await life.stage.house.order({ hotel_id, discount: '750000' }));
  },
  'ask for a gift': async (life, pick) => ask(life, 'POST /api/transaction/free_membership', await gift(life, pick)),
  'ask for a level': async (life, pick) => {
    const id = pick(life.members);
    return id === undefined ? undefined : ask(life, 'POST /api/member/{id}/membership', level(life, pick), { id });
  },
  'ask for a refund': async (life, pick) => {
    const id = pick([...life.sold.keys()]);
    if (id === undefined) return undefined;
    return ask(life, 'POST /api/transaction/{id}/refund', await refundOf(life, pick, id), { id });
  },
  approve: (life, pick) => decide(life, pick, 'approve'),
  refuse: (life, pick) => decide(life, pick, 'refuse'),
} satisfies Acts;

/** Records that come with sales, and are deleted and restored with them or alone. */
const IN_TRASH = ['member_card', 'member_voucher'] as const;

const level = ({ stage: { house } }: Life, pick: Pick): Input => ({
  membership_id: pick([house.gold, house.platinum]),
  remark: `By hand ${nextNumber()}`,
});

async function closeMonth(life: Life, pick: Pick): Promise<Reply<{ readonly data: Answered }>> {
  const now = ago(life);
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
  const reply = await post(life, 'month_close', { country_id: pick(life.countries), month, remark: 'Looked at' });
  if (reply.status === 201) life.closings.push(reply.body.data.id);
  return reply;
}

async function askToOpen(life: Life, pick: Pick): ReturnType<Act> {
  const id = pick(life.closings);
  if (id === undefined) return undefined;
  return ask(life, 'POST /api/month_close/{id}/reopen', { reason: 'A bill is missing' }, { id });
}

async function reverse(life: Life, pick: (ids: readonly number[]) => number | undefined): ReturnType<Act> {
  const id = pick([...life.sold.keys()]);
  if (id === undefined) return undefined;
  const reply = await post(life, `transaction/${id}/reversal`, { reason: 'Sold twice' });
  if (reply.status === 201) life.sold.set(reply.body.data.id, -(life.sold.get(id) ?? 0));
  return reply;
}

/** One of the rates with which something stands turns out to be another: of all days, or of some. */
async function correctRate(life: Life, pick: Pick): Promise<Reply<{ readonly data: Answered }> | undefined> {
  const { rows } = await sql<{ country: number; rate: string }>`
    select distinct h.country_id as country, r.usd_rate::text as rate
    from (select hotel_id, usd_rate from transaction union select hotel_id, usd_rate from visit) r join hotel h on h.id = r.hotel_id
    where h.country_id = any(${life.countries}::bigint[]) and r.usd_rate is not null order by 1, 2`.execute(
    life.stage.api.db.kysely,
  );
  const wrong = pick(rows);
  if (!wrong) return undefined;
  const day = ago(life, pick([3, 12, 31]))
    .toISOString()
    .slice(0, 10);
  const reply = await post(life, `country/${wrong.country}/rate_correction`, {
    wrong_rate: wrong.rate,
    usd_rate: pick(['15500.5', '1550.05', '1.35', '0.71', '3.7'].filter((rate) => Number(rate) !== Number(wrong.rate))),
    ...pick([{}, {}, { from_date: day }, { until_date: day }]),
    reason: 'Another digit',
  });
  if (reply.status === 201) life.corrections.push(reply.body.data.id);
  return reply;
}

/** Every amount in dollars at the life's hotels, with its rate. */
async function dollarsOf({ stage: { api }, hotels }: Life): Promise<readonly string[]> {
  const { rows } = await sql<{ amount: string }>`
    select concat_ws(' ', 'visit', id, usd_rate, grand_total_usd) as amount from visit where hotel_id = any(${hotels}::bigint[])
    union all select concat_ws(' ', 'transaction', id, usd_rate, grand_total_usd) from transaction where hotel_id = any(${hotels}::bigint[])
    union all select concat_ws(' ', 'transaction_detail', d.id, d.sub_total_usd) from transaction_detail d join transaction t on t.id = d.transaction_id
    where t.hotel_id = any(${hotels}::bigint[])`.execute(api.db.kysely);
  return rows.map(({ amount }) => amount);
}

/** The clerk asks; what is asked of months, an administrator. */
async function ask(life: Life, name: string, body: Input, path: Input = {}): Promise<Reply<unknown>> {
  const { admin, clerk } = life.stage;
  const who = name.includes('month') ? admin : clerk;
  const reply = await post(life, 'approval', { call: name, path, body, reason: 'A regular guest' }, who);
  if (reply.status === 201) {
    const { id, facts } = reply.body.data as unknown as { id: number; facts: { grand_total: string | null } }; // as approvals answer
    life.asked.set(id, facts.grand_total === null ? null : Number(facts.grand_total));
  }
  return reply;
}

/** An approved call is made then, once: of a sale there is one transaction more, of the amount that was asked for. */
async function decide(life: Life, pick: Pick, how: 'approve' | 'refuse'): ReturnType<Act> {
  const { api, second } = life.stage;
  const id = pick([...life.asked.keys()]);
  if (id === undefined) return undefined;
  const last = async (after: number) =>
    (
      await sql<{ id: number; member_id: number }>`
        select id, member_id from transaction where id > ${after} order by id`.execute(api.db.kysely)
    ).rows;
  const [before] = (
    await sql<{ id: number }>`select coalesce(max(id), 0) as id from transaction`.execute(api.db.kysely)
  ).rows;
  const reply = await post(life, `approval/${id}/${how}`, { decision: 'Looked at' }, second);
  if (reply.status !== 200) return reply;
  const amount = life.asked.get(id) ?? null;
  life.asked.delete(id);
  const made = await last(before?.id ?? 0);
  if (made.length !== (reply.body.data['state'] === 'approved' && amount !== null ? 1 : 0))
    throw new Error(`${made.length} sales were made by ${how}: ${reply.text}`);
  for (const sale of made) {
    life.sold.set(sale.id, amount ?? 0);
    if (!life.members.includes(sale.member_id)) life.members.push(sale.member_id);
  }
  return reply;
}
