import { type Field, type ResourceDefinition, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { bringRow } from '../../engine/exchange/test-tables.ts';
import { judgeDue } from '../../programme/cards/levels.ts';
import type { Reply } from '../call.ts';
import type { Input } from '../inputs.ts';
import { writableFields } from '../resources.ts';
import { type Acts, type Life, type Pick, ago, idsOf, nextNumber, post } from './life.ts';

/** Other acts of staff: any field of any record is given another value, by hand or by a file; places and products change beneath. */
export const EDIT_ACTS = {
  'edit anything': (life, pick) => editAnything(life, pick, post),
  'bring anything by a file': (life, pick) => editAnything(life, pick, (_, path, set) => bring(life, path, set)),
  'take a file back': async (life, pick) => {
    const file = pick(life.imports);
    if (!file) return undefined;
    const reply = await post(life, `import/${file.id}/undo`);
    if (reply.status < 300 && file.key === 'transaction') await recount(life, file.record);
    return reply;
  },
  'make a voucher': async (life, pick) => {
    const { d, n, x } = life.stage.house;
    return post(life, 'member_voucher', {
      member_card_id: pick(await idsOf(life, 'member_card')),
      voucher_id: pick([d, n, x]),
      redeem_date: dayOf(life, pick([-40, 0, 3])),
      valid_until_date: dayOf(life, pick([1, 40, 300])),
      restrict_hotel_id: pick([null, ...life.hotels]),
      transaction_id: pick([null, ...life.sold.keys()]),
      remark: 'Goodwill',
    });
  },
  'make a card': (life, pick) => {
    const { gold, platinum } = life.stage.house;
    return post(life, 'member_card', {
      member_id: pick(life.members),
      membership_id: pick([gold, platinum]),
      hotel_id: pick(life.hotels),
      start_date: dayOf(life, pick([-400, -40, 0, 370])),
      end_date: dayOf(life, pick([-30, 40, 400])),
      is_active: 1,
      remark: 'Brought along',
    });
  },
  'set a clock': async (life, pick) => {
    const time_zone = pick(['Pacific/Pago_Pago', 'Asia/Jakarta', 'Pacific/Kiritimati']);
    const reply = await post(life, `hotel/${pick(life.hotels)}`, { time_zone });
    if (pick(['judged', 'not yet']) === 'judged') await judge(life);
    return reply;
  },
  'move a country': (life, pick) => {
    const { r1, r2 } = life.stage.house;
    return post(life, `country/${pick(life.countries)}`, { region_id: pick([r1, r2]) });
  },
  'move a hotel': (life, pick) => post(life, `hotel/${pick(life.hotels)}`, { country_id: pick(life.countries) }),
  'change what is sold': (life, pick) => {
    const { d, n, gold } = life.stage.house;
    const edits: [string, Input][] = [
      [`voucher/${pick([d, n])}`, { is_restricted: pick([0, 1]) }],
      [`voucher/${pick([d, n])}`, { hotel_id: pick([null, ...life.hotels]) }],
      [`membership/${gold}`, { is_regional: pick([0, 1]) }],
    ];
    const [path, set] = pick(edits) ?? ['', {}];
    return post(life, path, set);
  },
} satisfies Acts;

const dayOf = (life: Life, days = 0): string => ago(life, -days).toISOString().slice(0, 10);

const TABLES = ['member_card', 'member_voucher', 'voucher_redeem', 'visit', 'transaction'] as const;

async function editAnything(
  life: Life,
  pick: Pick,
  door: (life: Life, path: string, set: Input) => Promise<Reply<unknown>>,
): Promise<Reply<unknown> | undefined> {
  const key = pick(TABLES) ?? 'visit';
  const d: ResourceDefinition = resources[key];
  const id = pick(await idsOf(life, key));
  const [name = '', f] = pick(writableFields(d).filter(([, { kind }]) => kind !== 'file')) ?? [];
  if (id === undefined || !f) return undefined;
  const value = await valueOf(life, pick, name, f);
  if (value === undefined) return undefined;
  const reply = await door(life, `${key}/${id}`, { remark: `Because of ${nextNumber()}`, [name]: value });
  if (reply.status < 300 && key === 'transaction') await recount(life, id);
  return reply;
}

async function valueOf(life: Life, pick: Pick, name: string, f: Field): Promise<unknown> {
  const { house } = life.stage;
  const known: Readonly<Record<string, readonly unknown[]>> = {
    member_id: life.members,
    hotel_id: life.hotels,
    redeem_hotel_id: life.hotels,
    restrict_hotel_id: [null, ...life.hotels],
    membership_id: [house.gold, house.platinum],
    voucher_id: [house.d, house.n, house.x],
    transaction_id: [null, ...life.sold.keys()],
    member_card_id: await idsOf(life, 'member_card'),
    member_voucher_id: await idsOf(life, 'member_voucher'),
  };
  if (Object.hasOwn(known, name)) return pick(known[name] ?? []);
  if (f.kind === 'date') return dayOf(life, pick([-400, -40, -1, 0, 1, 40, 370, 440]));
  if (f.kind === 'instant') return ago(life, pick([0, 1, 5, 31, 60])).toISOString();
  if (f.kind === 'flag') return pick([0, 1]);
  if (f.kind === 'money') return pick(['0', '1', '32481.005']);
  return f.kind === 'text' || f.kind === 'textarea' ? nextNumber() : undefined;
}

async function bring(life: Life, path: string, set: Input): Promise<Reply<unknown>> {
  const { api, admin } = life.stage;
  const [key = '', id] = path.split('/');
  const done = await bringRow(api, admin.token, key, { ...set, id: Number(id) });
  if (done.status < 300) life.imports.push({ id: done.body.data.id, key, record: Number(id) });
  return done;
}

/** The amount of a transaction whose discount may have changed. */
async function recount({ stage: { api }, sold }: Life, id: number): Promise<void> {
  const { rows } = await sql<{
    amount: string;
  }>`select grand_total as amount from transaction where id = ${id}`.execute(api.db.kysely);
  if (sold.has(id)) sold.set(id, Number(rows[0]?.amount));
}

const judge = ({ stage: { api } }: Life): Promise<number> =>
  api.db.kysely.transaction().execute((tx) => judgeDue({ tx }, async () => {}));
