import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { type Reply, call, REASON } from '../call.ts';
import type { ResponseRecord } from '../responses.ts';
import type { Fixtures } from '../fixtures.ts';
import type { Input, Inputs } from '../inputs.ts';
import type { TestApp } from '../test-app.ts';
import { type TestUser, createUser } from '../user.ts';
import { allowThousandths, createCountry, createHotel } from '../base-records.ts';

/** The fixture of the simulations: the programme, and the staff who act on its members. */
export interface SimulationSetup {
  readonly api: TestApp;
  readonly fixtures: Fixtures;
  /** A free membership. */
  readonly freeTier: number;
  /** A user who may do everything at every hotel. */
  readonly admin: TestUser;
  /** A second user who decides requests of others. */
  readonly approver: TestUser;
  /** A regional user who requests approval above the limit. */
  readonly clerk: TestUser;
}

/** Creates the staff of the simulations, and a free membership that visits can upgrade. */
export async function createSimulationSetup(
  api: TestApp,
  admin: TestUser,
  inputs: Inputs,
  fixtures: Fixtures,
): Promise<SimulationSetup> {
  const freeTierInput = {
    is_free: 1,
    price: '0.000',
    rank: 5,
    restrict_region_id: null,
    min_visit: 1,
    min_visit_to_upgrade: 3,
  };
  return {
    api,
    fixtures,
    admin,
    freeTier: (await inputs.create(resources.membership, freeTierInput)).id,
    approver: await createUser(api.db, { level: 'group' }),
    clerk: await createUser(api.db, {
      level: 'region',
      assignments: [{ region_id: fixtures.r1 }, { region_id: fixtures.r2 }],
    }),
  };
}

/**
 * One random simulation: its own hotels in three zones and two currencies, its members, and the state that the test
 * expects.
 */
export interface Simulation {
  readonly setup: SimulationSetup;
  /** Two in rupiah, in two zones; one in Singapore dollars, across the date line, in a country without a rate. */
  readonly hotels: readonly number[];
  readonly countries: readonly number[];
  readonly members: number[];
  /** Amounts of active and of cancelled transactions, by id. */
  readonly saleAmounts: Map<number, number>;
  readonly cancelledAmounts: Map<number, number>;
  /** Active and voided redemptions. */
  readonly redemptionIds: Set<number>;
  readonly voidedIds: Set<number>;
  readonly merges: { retained: number; id: number }[];
  readonly closings: number[];
  /** Rate corrections, including reverted ones. */
  readonly corrections: number[];
  /** Requested approvals, with the amount that each call would result in. */
  readonly approvalAmounts: Map<number, number | null>;
  /** Request ids of bulk edits. */
  readonly edits: string[];
  /** Imported files, each of one record. */
  readonly imports: { readonly id: number; readonly key: string; readonly record: number }[];
}

/** Picks an item of a list, deterministically for each seed. */
export type Pick = <T>(list: readonly T[]) => T | undefined;
/** Performs an action of staff on existing records. The server rejects actions that do not fit. */
export type Action = (simulation: Simulation, pick: Pick) => Promise<Reply<unknown> | undefined>;
export type Actions = Readonly<Record<string, Action>>;

/** Derives picks from one number, digit by digit: each pick uses its own digit. */
export function createPicker(choice: number): Pick {
  let remainingChoice = choice;
  return (list) => {
    if (list.length === 0) return undefined;
    const item = list[remainingChoice % list.length];
    remainingChoice = Math.floor(remainingChoice / list.length);
    return item;
  };
}

export async function startSimulation(setup: SimulationSetup): Promise<Simulation> {
  const { db } = setup.api;
  const rupiah = await createCountry(db, setup.fixtures.r1);
  const dollar = await createCountry(db, setup.fixtures.r2, 'Pacific/Honolulu');
  await allowThousandths(db);
  await sql`update country set currency = 'SGD', decimals = 2, usd_rate = null where id = ${dollar}`.execute(db.kysely);
  const hotels = [
    await createHotel(db, rupiah),
    await createHotel(db, rupiah, 'Asia/Jayapura'),
    await createHotel(db, dollar),
  ];
  return {
    setup,
    hotels,
    countries: [rupiah, dollar],
    members: [],
    saleAmounts: new Map(),
    cancelledAmounts: new Map(),
    redemptionIds: new Set(),
    voidedIds: new Set(),
    merges: [],
    closings: [],
    corrections: [],
    approvalAmounts: new Map(),
    edits: [],
    imports: [],
  };
}

type RecordBody = { readonly data: ResponseRecord };

export const post = (
  { setup: { api, admin } }: Simulation,
  path: string,
  body: Input = {},
  user = admin,
): Promise<Reply<RecordBody>> => call(api.app, user.token, 'POST', `/api/${path}`, { body });
export const deleteRecord = ({ setup: { api, admin } }: Simulation, path: string): Promise<Reply<RecordBody>> =>
  call(api.app, admin.token, 'DELETE', `/api/${path}`, REASON);

/** Records of the simulation's members, either deleted or not, oldest first. */
export async function findIds(
  { setup: { api }, members }: Simulation,
  table: 'visit' | 'member_card' | 'member_voucher' | 'voucher_redeem' | 'transaction',
  isDeleted = false,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where member_id = any(${members}::bigint[])
      and (deleted_at is not null) = ${isDeleted} order by id`.execute(api.db.kysely);
  return rows.map(({ id }) => id);
}

/** This many days ago by the simulation's clock. */
export const daysAgo = ({ setup: { api } }: Simulation, days = 0): Date =>
  new Date(api.clock().getTime() - days * 86_400_000);
export const DAYS_BACK = [0, 0, 3, 12, 31];

let numbers = 0;
/** A unique number. */
export const nextNumber = (): string => `L${(numbers += 1)}`;

/** Moves a sale between the active and the cancelled amounts. */
export function moveSale(id: number, from: Map<number, number>, to: Map<number, number>): void {
  to.set(id, from.get(id) ?? 0);
  from.delete(id);
}
