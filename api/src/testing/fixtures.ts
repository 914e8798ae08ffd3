import type { Db } from '@innkeeper/db';
import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { type ResponseRecord } from './responses.ts';
import { type Reply, call } from './call.ts';
import { countPerDatabase } from './count-per-database.ts';
import type { Input, Inputs } from './inputs.ts';
import type { TestApp } from './test-app.ts';
import type { TestUser } from './user.ts';
import { countEveryVisit } from './count-every-visit.ts';
import { createCountry, createHotel, createRegion } from './base-records.ts';

/**
 * A small programme fixture: two regions, three hotels, and memberships in tier order with vouchers. Gold costs
 * 1,500,000, its renewal 1,200,000; 4 visits maintain it, 8 lead to Platinum, even on one day.
 */
export interface Fixtures {
  readonly r1: number;
  readonly r2: number;
  /** Hotels in the first region. */
  readonly h1: number;
  readonly h2: number;
  /** A hotel in the second region. */
  readonly h3: number;
  readonly country: number;
  readonly gold: number;
  readonly platinum: number;
  /** A voucher kind valid everywhere; each Gold card has two. */
  readonly unrestrictedVoucher: number;
  /** A voucher kind valid at the selling hotel; each Gold card has one. */
  readonly restrictedVoucher: number;
  /** A voucher kind that only the second hotel adds to Gold cards. */
  readonly hotelVoucher: number;
  /** Returns the id of a detail of an option. */
  readonly findOptionDetail: (slug: string, code: string) => Promise<number>;
  /** Fields of a new member for the sale wizard; no two have the same address. */
  readonly createGuestInput: (overrides?: Input) => Promise<Input>;
  /** The request body of a sale: Gold for a new guest at the first hotel, paid in cash. */
  readonly createSaleInput: (overrides?: Input) => Promise<Input>;
  readonly sell: (overrides?: Input, options?: { token?: string; headers?: Record<string, string> }) => Promise<Sold>;
  /** Gives the free membership *Friend* to a new guest at the first hotel, or to the given member. */
  readonly giveMembership: (overrides?: Input) => Promise<Sold>;
  /** Redeems a voucher at a hotel, at the server's current time. Returns the redemption's id. */
  readonly redeem: (voucher: { readonly id: number } | undefined, hotel?: number) => Promise<number>;
  /** `YYYY-MM-DD`, this many days from today in the hotels' zone. */
  readonly dayFromNow: (offset: number) => Promise<string>;
}

export type Sold = Reply<{
  readonly data: {
    readonly transaction: ResponseRecord;
    readonly member: ResponseRecord;
    readonly member_card: ResponseRecord;
    readonly member_vouchers: readonly ResponseRecord[];
  };
}>;

const nextSerial = countPerDatabase();

export async function createFixtures({ app, db, clock }: TestApp, admin: TestUser, inputs: Inputs): Promise<Fixtures> {
  await countEveryVisit(db);
  const [r1, r2] = [await createRegion(db), await createRegion(db)];
  const country = await createCountry(db, r1);
  const [h1, h2] = [await createHotel(db, country), await createHotel(db, country)];
  const h3 = await createHotel(db, await createCountry(db, r2));
  const createMembership = async (name: string, rank: number, values: Input): Promise<number> =>
    (
      await inputs.create(getResource('membership'), {
        name,
        rank,
        validity_months: 12,
        is_free: 0,
        is_regional: 0,
        restrict_region_id: null,
        currency_country_id: null,
        ...values,
      })
    ).id;
  const gold = await createMembership('Gold', 10, {
    price: '1500000.000',
    renewal_price: '1200000.000',
    min_visit: 4,
    min_visit_to_upgrade: 8,
  });
  const platinum = await createMembership('Platinum', 20, {
    price: '3000000.000',
    renewal_price: '2500000.000',
    min_visit: 10,
    min_visit_to_upgrade: 0,
  });
  const createVoucher = async (name: string, overrides: Input): Promise<number> =>
    (
      await inputs.create(getResource('voucher'), {
        name,
        membership_id: gold,
        hotel_id: null,
        is_restricted: 0,
        is_active: 1,
        nominal: '250000.000',
        ...overrides,
      })
    ).id;
  const [unrestrictedVoucher, restrictedVoucher, hotelVoucher] = [
    await createVoucher('D', { quantity: 2, sort_no: 1 }),
    await createVoucher('N', { quantity: 1, is_restricted: 1, sort_no: 2 }),
    await createVoucher('X', { quantity: 1, hotel_id: h2, sort_no: 3 }),
  ];
  await createVoucher('P', { quantity: 1, membership_id: platinum, sort_no: 4 });

  const findOptionDetail: Fixtures['findOptionDetail'] = (slug, code) => selectOptionDetail(db, slug, code);
  const createGuestInput: Fixtures['createGuestInput'] = async (overrides) => {
    const serial = nextSerial(db);
    return {
      first_name: 'Dewi',
      last_name: `Lestari ${serial}`,
      email: `dewi.${serial}@guest.test`,
      phone_no: `+62 812 5${String(serial).padStart(7, '0')}`,
      type_gender_id: await findOptionDetail('type-gender', 'female'),
      origin_country_id: country,
      ...overrides,
    };
  };
  const createSaleInput: Fixtures['createSaleInput'] = async (overrides = {}) => ({
    type: 1,
    hotel_id: h1,
    membership_id: gold,
    type_payment_id: await findOptionDetail('type-payment', 'cash'),
    reference_no: 'OR-1',
    marketing_name: 'Front desk',
    ...(!('member_id' in overrides) && { member: await createGuestInput() }),
    ...overrides,
  });
  let friend: Promise<number> | undefined;
  return {
    r1,
    r2,
    h1,
    h2,
    h3,
    country,
    gold,
    platinum,
    unrestrictedVoucher,
    restrictedVoucher,
    hotelVoucher,
    findOptionDetail,
    createGuestInput,
    createSaleInput,
    sell: async (overrides, { token = admin.token, headers = {} } = {}) =>
      call(app, token, 'POST', '/api/transaction/wizard', { body: await createSaleInput(overrides), headers }),
    giveMembership: async (overrides = {}) => {
      friend ??= createMembership('Friend', 0, { is_free: 1, min_visit_to_upgrade: 0 });
      const guests = 'member_id' in overrides ? {} : { member: await createGuestInput() };
      const body = { hotel_id: h1, membership_id: await friend, ...guests, ...overrides };
      return call(app, admin.token, 'POST', '/api/transaction/free_membership', { body });
    },
    redeem: async (voucher, hotel = h1) => {
      const body = {
        member_voucher_id: voucher?.id,
        redeem_hotel_id: hotel,
        redeem_date: clock().toISOString(),
        booking_no: 'B',
        staff_name: 'Ayu',
      };
      const reply = await call<{ data: { id: number } }>(app, admin.token, 'POST', '/api/voucher_redeem', { body });
      if (reply.status !== 201) throw new Error(reply.text);
      return reply.body.data.id;
    },
    dayFromNow: async (offset) => {
      const { rows } = await sql<{ day: string }>`
        select (now() at time zone effective_time_zone(${h1}))::date + ${offset}::integer as day`.execute(db.kysely);
      return rows[0]?.day ?? '';
    },
  };
}

async function selectOptionDetail(db: Db, slug: string, code: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select d.id from option_detail d join option o on o.id = d.option_id where o.slug = ${slug}
      and d.code = ${code}`.execute(db.kysely);
  return rows[0]?.id ?? 0;
}
