import { type Field, type ResourceDefinition, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { importRow } from '../../engine/import-export/table-helpers.ts';
import { evaluateDueMembers } from '../../domain/tier-changes.ts';
import type { Reply } from '../call.ts';
import type { Input } from '../inputs.ts';
import { findWritableFields } from '../resources.ts';
import { type Actions, type Simulation, type Pick, daysAgo, findIds, nextNumber, post } from './simulation.ts';

/**
 * Other actions of staff: any field of any record gets another value, manually or from a file, while places and
 * products change too.
 */
export const EDIT_ACTIONS = {
  'edit anything': (simulation, pick) => editRandomField(simulation, pick, post),
  'bring anything by a file': (simulation, pick) =>
    editRandomField(simulation, pick, (_, path, set) => importFile(simulation, path, set)),
  'take a file back': async (simulation, pick) => {
    const file = pick(simulation.imports);
    if (!file) return undefined;
    const reply = await post(simulation, `import/${file.id}/undo`);
    if (reply.status < 300 && file.key === 'transaction') await updateAmount(simulation, file.record);
    return reply;
  },
  'make a voucher': async (simulation, pick) => {
    const { unrestrictedVoucher, restrictedVoucher, hotelVoucher } = simulation.setup.fixtures;
    return post(simulation, 'member_voucher', {
      member_card_id: pick(await findIds(simulation, 'member_card')),
      voucher_id: pick([unrestrictedVoucher, restrictedVoucher, hotelVoucher]),
      redeem_date: dayOf(simulation, pick([-40, 0, 3])),
      valid_until_date: dayOf(simulation, pick([1, 40, 300])),
      restrict_hotel_id: pick([null, ...simulation.hotels]),
      transaction_id: pick([null, ...simulation.saleAmounts.keys()]),
      remark: 'Goodwill',
    });
  },
  'make a card': (simulation, pick) => {
    const { gold, platinum } = simulation.setup.fixtures;
    return post(simulation, 'member_card', {
      member_id: pick(simulation.members),
      membership_id: pick([gold, platinum]),
      hotel_id: pick(simulation.hotels),
      start_date: dayOf(simulation, pick([-400, -40, 0, 370])),
      end_date: dayOf(simulation, pick([-30, 40, 400])),
      is_active: 1,
      remark: 'Brought along',
    });
  },
  'set a clock': async (simulation, pick) => {
    const time_zone = pick(['Pacific/Pago_Pago', 'Asia/Jakarta', 'Pacific/Kiritimati']);
    const reply = await post(simulation, `hotel/${pick(simulation.hotels)}`, { time_zone });
    if (pick(['evaluated', 'not yet']) === 'evaluated') await evaluateStanding(simulation);
    return reply;
  },
  'move a country': (simulation, pick) => {
    const { r1, r2 } = simulation.setup.fixtures;
    return post(simulation, `country/${pick(simulation.countries)}`, { region_id: pick([r1, r2]) });
  },
  'move a hotel': (simulation, pick) =>
    post(simulation, `hotel/${pick(simulation.hotels)}`, { country_id: pick(simulation.countries) }),
  'change what is sold': (simulation, pick) => {
    const { unrestrictedVoucher, restrictedVoucher, gold } = simulation.setup.fixtures;
    const edits: [string, Input][] = [
      [`voucher/${pick([unrestrictedVoucher, restrictedVoucher])}`, { is_restricted: pick([0, 1]) }],
      [`voucher/${pick([unrestrictedVoucher, restrictedVoucher])}`, { hotel_id: pick([null, ...simulation.hotels]) }],
      [`membership/${gold}`, { is_regional: pick([0, 1]) }],
    ];
    const [path, set] = pick(edits) ?? ['', {}];
    return post(simulation, path, set);
  },
} satisfies Actions;

const dayOf = (simulation: Simulation, days = 0): string => daysAgo(simulation, -days).toISOString().slice(0, 10);

const TABLES = ['member_card', 'member_voucher', 'voucher_redeem', 'visit', 'transaction'] as const;

async function editRandomField(
  simulation: Simulation,
  pick: Pick,
  write: (simulation: Simulation, path: string, set: Input) => Promise<Reply<unknown>>,
): Promise<Reply<unknown> | undefined> {
  const key = pick(TABLES) ?? 'visit';
  const d: ResourceDefinition = resources[key];
  const id = pick(await findIds(simulation, key));
  const [name = '', f] = pick(findWritableFields(d).filter(([, { kind }]) => kind !== 'file')) ?? [];
  if (id === undefined || !f) return undefined;
  const value = await pickValue(simulation, pick, name, f);
  if (value === undefined) return undefined;
  const reply = await write(simulation, `${key}/${id}`, { remark: `Because of ${nextNumber()}`, [name]: value });
  if (reply.status < 300 && key === 'transaction') await updateAmount(simulation, id);
  return reply;
}

async function pickValue(simulation: Simulation, pick: Pick, name: string, f: Field): Promise<unknown> {
  const { fixtures } = simulation.setup;
  const valuesByField: Readonly<Record<string, readonly unknown[]>> = {
    member_id: simulation.members,
    hotel_id: simulation.hotels,
    redeem_hotel_id: simulation.hotels,
    restrict_hotel_id: [null, ...simulation.hotels],
    membership_id: [fixtures.gold, fixtures.platinum],
    voucher_id: [fixtures.unrestrictedVoucher, fixtures.restrictedVoucher, fixtures.hotelVoucher],
    transaction_id: [null, ...simulation.saleAmounts.keys()],
    member_card_id: await findIds(simulation, 'member_card'),
    member_voucher_id: await findIds(simulation, 'member_voucher'),
  };
  if (Object.hasOwn(valuesByField, name)) return pick(valuesByField[name] ?? []);
  if (f.kind === 'date') return dayOf(simulation, pick([-400, -40, -1, 0, 1, 40, 370, 440]));
  if (f.kind === 'instant') return daysAgo(simulation, pick([0, 1, 5, 31, 60])).toISOString();
  if (f.kind === 'flag') return pick([0, 1]);
  if (f.kind === 'money') return pick(['0', '1', '32481.005']);
  return f.kind === 'text' || f.kind === 'textarea' ? nextNumber() : undefined;
}

async function importFile(simulation: Simulation, path: string, set: Input): Promise<Reply<unknown>> {
  const { api, admin } = simulation.setup;
  const [key = '', id] = path.split('/');
  const importReply = await importRow(api, admin.token, key, { ...set, id: Number(id) });
  if (importReply.status < 300) simulation.imports.push({ id: importReply.body.data.id, key, record: Number(id) });
  return importReply;
}

/** Updates the expected amount of a transaction whose discount may have changed. */
async function updateAmount({ setup: { api }, saleAmounts }: Simulation, id: number): Promise<void> {
  const { rows } = await sql<{
    amount: string;
  }>`select grand_total as amount from transaction where id = ${id}`.execute(api.db.kysely);
  if (saleAmounts.has(id)) saleAmounts.set(id, Number(rows[0]?.amount));
}

const evaluateStanding = ({ setup: { api } }: Simulation): Promise<number> =>
  api.db.kysely.transaction().execute((tx) => evaluateDueMembers({ tx }, async () => {}));
