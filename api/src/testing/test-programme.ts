import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { type ResponseRecord, parseRecord } from './responses.ts';
import { REASON, type Reply, call } from './call.ts';
import type { Input, Inputs } from './inputs.ts';
import type { TestApp } from './test-app.ts';
import type { TestUser } from './user.ts';

/** Short helpers for cards, vouchers and their uses. Everything goes through the API. */
export interface Programme {
  /** By default a card from 2020 to 2030 for a new member. */
  readonly card: (overrides?: Input) => Promise<ResponseRecord>;
  /** By default a voucher of a new card, valid from 2020 to the end of its card at every hotel. */
  readonly voucher: (overrides?: Input) => Promise<ResponseRecord>;
  /** At the current time by default. */
  readonly redeem: (
    voucher: ResponseRecord,
    overrides?: Input,
    token?: string,
  ) => Promise<Reply<Record<string, unknown>>>;
  /** By default a bill of 120,000. */
  readonly visit: (overrides?: Input, token?: string) => Promise<Reply<Record<string, unknown>>>;
  readonly get: (key: string, id: number) => Promise<ResponseRecord>;
  readonly post: (path: string, body?: Input, token?: string) => Promise<Reply<Record<string, unknown>>>;
  readonly remove: (key: string, id: number) => Promise<Reply<Record<string, unknown>>>;
}

export function createProgramme(
  { app, db, clock }: TestApp,
  admin: TestUser,
  inputs: Inputs,
  hotel: number,
): Programme {
  const post: Programme['post'] = (path, body = {}, token = admin.token) =>
    call(app, token, 'POST', `/api/${path}`, { body });
  // No test may fail because years have passed.
  const years = { start_date: '2020-01-01', end_date: '2099-12-31' };
  /** A card that is created manually ends within a year: its end is set later, past that rule. */
  const createCard: Programme['card'] = async (overrides) => {
    const input: Input = { hotel_id: hotel, ...years, ...overrides };
    const latestEnd = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
    const isLate = String(input.end_date) > latestEnd;
    const memberCard = await inputs.create(getResource('member_card'), {
      ...input,
      ...(isLate && { end_date: latestEnd }),
    });
    if (!isLate) return memberCard;
    await sql`update member_card set end_date = ${input.end_date} where id = ${memberCard.id}`.execute(db.kysely);
    return get('member_card', memberCard.id);
  };
  const get: Programme['get'] = async (key, id) =>
    parseRecord(getResource(key), await call(app, admin.token, 'GET', `/api/${key}/${id}`));
  return {
    card: createCard,
    voucher: async (overrides) => {
      const memberCard =
        overrides?.member_card_id === undefined
          ? await createCard()
          : await get('member_card', Number(overrides.member_card_id));
      return inputs.create(getResource('member_voucher'), {
        redeem_date: years.start_date,
        valid_until_date: memberCard.end_date,
        restrict_hotel_id: null,
        transaction_id: null,
        ...overrides,
        member_card_id: memberCard.id,
      });
    },
    redeem: async (voucher, overrides, token) =>
      post(
        'voucher_redeem',
        await inputs.createRequired(getResource('voucher_redeem'), {
          member_voucher_id: voucher.id,
          redeem_hotel_id: hotel,
          redeem_date: clock().toISOString(),
          ...overrides,
        }),
        token,
      ),
    visit: async (overrides, token) =>
      post(
        'visit',
        await inputs.createRequired(getResource('visit'), { hotel_id: hotel, total_fb: '120000', ...overrides }),
        token,
      ),
    get,
    post,
    remove: (key, id) => call(app, admin.token, 'DELETE', `/api/${key}/${id}`, REASON),
  };
}
