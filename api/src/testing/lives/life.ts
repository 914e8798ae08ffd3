import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { type Reply, call, REASON } from '../call.ts';
import type { Answered } from '../answers.ts';
import type { House } from '../house.ts';
import type { Input, Inputs } from '../inputs.ts';
import type { TestApp } from '../test-app.ts';
import { type TestUser, createUser } from '../user.ts';
import { allowThousandths, createCountry, createHotel } from '../world.ts';

/** The world of the lives: the programme, and the staff who act in the lives of its members. */
export interface Stage {
  readonly api: TestApp;
  readonly house: House;
  /** Given free of charge. */
  readonly gift: number;
  /** Does everything, at every hotel. */
  readonly admin: TestUser;
  /** Decides about what others ask for. */
  readonly second: TestUser;
  /** Works for a region, and asks for what exceeds the limit there. */
  readonly clerk: TestUser;
}

/** The staff of random lives, and a free membership from which visits lead on. */
export async function createStage(api: TestApp, admin: TestUser, inputs: Inputs, house: House): Promise<Stage> {
  const free = { is_free: 1, price: '0.000', rank: 5, restrict_region_id: null, min_visit: 1, min_visit_to_upgrade: 3 };
  return {
    api,
    house,
    admin,
    gift: (await inputs.create(resources.membership, free)).id,
    second: await createUser(api.db, { level: 'group' }),
    clerk: await createUser(api.db, {
      level: 'region',
      assignments: [{ region_id: house.r1 }, { region_id: house.r2 }],
    }),
  };
}

/** One random life: its own hotels in three zones and two currencies, its members, and what the test itself knows of it. */
export interface Life {
  readonly stage: Stage;
  /** Two in rupiah, in two zones; one in Singapore dollars, on the other side of the date line, in a country without a rate. */
  readonly hotels: readonly number[];
  readonly countries: readonly number[];
  readonly members: number[];
  /** Amounts of the transactions that stand, and of those that were cancelled, by id. */
  readonly sold: Map<number, number>;
  readonly cancelled: Map<number, number>;
  /** Redemptions that stand, and those that were voided. */
  readonly redeemed: Set<number>;
  readonly voided: Set<number>;
  readonly merges: { kept: number; id: number }[];
  readonly closings: number[];
  /** Corrections of rates, undone ones too. */
  readonly corrections: number[];
  /** The calls that wait for the second user, with the amount that each would come to. */
  readonly asked: Map<number, number | null>;
  /** Requests of bulk edits. */
  readonly edits: string[];
  /** Files that were brought, each of one record. */
  readonly imports: { readonly id: number; readonly key: string; readonly record: number }[];
}

/** Chooses of what there is; the same seed chooses the same. */
export type Pick = <T>(list: readonly T[]) => T | undefined;
/** Does what somebody of the staff would, with whatever is there. The server refuses acts that do not fit. */
export type Act = (life: Life, pick: Pick) => Promise<Reply<unknown> | undefined>;
export type Acts = Readonly<Record<string, Act>>;

/** A choice of many, taken apart digit by digit: each pick has its own. */
export function picker(choice: number): Pick {
  let rest = choice;
  return (list) => {
    if (list.length === 0) return undefined;
    const chosen = list[rest % list.length];
    rest = Math.floor(rest / list.length);
    return chosen;
  };
}

export async function beginLife(stage: Stage): Promise<Life> {
  const { db } = stage.api;
  const rupiah = await createCountry(db, stage.house.r1);
  const dollar = await createCountry(db, stage.house.r2, 'Pacific/Honolulu');
  await allowThousandths(db);
  await sql`update country set currency = 'SGD', decimals = 2, usd_rate = null where id = ${dollar}`.execute(db.kysely);
  const hotels = [
    await createHotel(db, rupiah),
    await createHotel(db, rupiah, 'Asia/Jayapura'),
    await createHotel(db, dollar),
  ];
  return {
    stage,
    hotels,
    countries: [rupiah, dollar],
    members: [],
    sold: new Map(),
    cancelled: new Map(),
    redeemed: new Set(),
    voided: new Set(),
    merges: [],
    closings: [],
    corrections: [],
    asked: new Map(),
    edits: [],
    imports: [],
  };
}

type Data = { readonly data: Answered };

export const post = (
  { stage: { api, admin } }: Life,
  path: string,
  body: Input = {},
  user = admin,
): Promise<Reply<Data>> => call(api.app, user.token, 'POST', `/api/${path}`, { body });
export const remove = ({ stage: { api, admin } }: Life, path: string): Promise<Reply<Data>> =>
  call(api.app, admin.token, 'DELETE', `/api/${path}`, REASON);

/** Records of the life's members, by whether they are deleted; the oldest first. */
export async function idsOf(
  { stage: { api }, members }: Life,
  table: 'visit' | 'member_card' | 'member_voucher' | 'voucher_redeem' | 'transaction',
  isDeleted = false,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where member_id = any(${members}::bigint[]) and (deleted_at is not null) = ${isDeleted} order by id`.execute(
    api.db.kysely,
  );
  return rows.map(({ id }) => id);
}

/** So many days ago, on the clock of the life. */
export const ago = ({ stage: { api } }: Life, days = 0): Date => new Date(api.clock().getTime() - days * 86_400_000);
export const DAYS_BACK = [0, 0, 3, 12, 31];

let numbers = 0;
/** A number that nothing else has. */
export const nextNumber = (): string => `L${(numbers += 1)}`;

/** A transaction goes to or comes back from those that were cancelled. */
export function swap(id: number, from: Map<number, number>, to: Map<number, number>): void {
  to.set(id, from.get(id) ?? 0);
  from.delete(id);
}
