import { INTEGRATION_RIGHTS, type Language, message, resources } from '@innkeeper/contract';
import type { FoundMember, integrationVoucherCalls } from '@innkeeper/contract/calls';
import { plannedOnce } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, integrationOf } from '../../access/actor.ts';
import { lookUp } from '../../access/guesses.ts';
import { type Handlers, JsonText, recordAnswer } from '../../engine/calls/register.ts';
import { countLookUps } from '../../engine/resources/look-ups.ts';
import { newestQuestion, readNewest } from '../../engine/resources/newest.ts';
import { notFound, readRecord } from '../../engine/resources/record.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import { deleteRecords } from '../../engine/resources/write.ts';
import { invalid } from '../../platform/http/fail.ts';
import { type Shown, readGuests } from './guests.ts';
import { redeemEach } from './redeem-each.ts';

type Calls = typeof integrationVoucherCalls;
const SHOWN = ['card_no', 'phone_no', 'email'] as const satisfies readonly Shown[];

/** Guests and their vouchers as a hotel's own system finds, redeems and voids them: by the rules of its counters. */
export const integrationVoucherHandlers = (services: FlowServices): Handlers<Calls> => ({
  'GET /integration/v1/status': async ({ actor, now }) => {
    const { id, hotel, timeZone, callsPerMinute, isTest } = integrationOf(actor);
    const [read_members = false, redeem = false, post_visits = false] = INTEGRATION_RIGHTS.map((right) =>
      actor.roles.has(right),
    );
    return {
      data: {
        integration: { id, name: actor.name },
        hotel,
        time_zone: timeZone,
        may: { read_members, redeem, post_visits },
        calls_per_minute: callsPerMinute,
        is_test: isTest,
        now: now.toISOString().slice(0, 19).replace('T', ' '),
      },
    };
  },
  'GET /integration/v1/members': async ({ actor, query, now, language, request }) => {
    const said = SHOWN.filter((shown) => query[shown] !== '');
    const [shown] = said;
    if (shown === undefined || said.length > 1)
      throw invalid(Object.fromEntries((shown ? said : SHOWN).map((name) => [name, [ONE_OF]])));
    const value = query[shown];
    const serving = { hotelId: integrationOf(actor).hotel.id, at: now };
    const guests = await lookUp(
      services,
      actor,
      shown === 'card_no' ? value : '',
      () => readGuests(services, actor, { shown, value }, serving, language),
      (found) => found.length > 0,
    );
    const elsewhere = guests.flatMap(({ member }) => (member.is_elsewhere ? [member.id] : []));
    const looking = { actor, now, ip: request.ip, requestId: request.id };
    await countLookUps(services.db, looking, 'number', elsewhere.length > 0 ? [elsewhere] : []);
    const own = await readOwn(
      services,
      guests.flatMap(({ member }) => (member.is_elsewhere ? [] : [member.id])),
    );
    return {
      data: guests.map(({ member, card }): FoundMember => ({
        ...member,
        card,
        ...(own.get(member.id) ?? NOTHING_TOLD),
      })),
    };
  },
  'GET /integration/v1/members/{id}/vouchers': async ({ actor, path: { id }, now, language }) => {
    const guest = await readGuest(services, { actor, id, now, language });
    return { data: guest.vouchers, meta: { left_out: guest.left_out } };
  },
  'GET /integration/v1/redemptions': {
    stamped: async ({ actor, query, timeZone, now }) =>
      new JsonText(
        await readNewest(
          services.db,
          services.behaviours,
          actor,
          resources.voucher_redeem,
          newestQuestion(query, timeZone),
          now,
        ),
      ),
  },
  'GET /integration/v1/redemptions/{id}': {
    stamped: async ({ actor, path: { id }, now }) =>
      new JsonText(
        `{"data":${await readRecord(services.db, services.behaviours, actor, resources.voucher_redeem, id, now)}}`,
      ),
  },
  'POST /integration/v1/redemptions': {
    together: async (context, asked) => {
      const [{ timeZone }] = asked;
      const write = { context, services, d: resources.voucher_redeem, timeZone };
      const { id } = integrationOf(context.actor).hotel;
      const bodies = asked.map(({ sent }) => {
        const said = Object.entries(sent.values).filter(([, value]) => value !== null && value !== '');
        const own = { redeem_hotel_id: sent.isForm ? String(id) : id, redeem_date: context.now.toISOString() };
        return { ...sent, values: { ...own, ...Object.fromEntries(said) } };
      });
      const done = await redeemEach(write, bodies);
      return done.map((one) => (typeof one === 'string' ? new JsonText(`{"data":${one}}`) : one));
    },
  },
  'DELETE /integration/v1/redemptions/{id}': async ({ context, timeZone, path: { id }, query, body }) => {
    const write = { context, services, d: resources.voucher_redeem, timeZone };
    await deleteRecords(write, [id], body.reason ?? query.reason).catch((error: unknown) => {
      throw error instanceof Error && error.message === 'record_not_found' ? notFound(write.d, id) : error;
    });
    return recordAnswer(write, id);
  },
});

const ONE_OF = message('one_of_these', SHOWN.join(', '));

/** A member of the hotel, or one whom this system found within a day. Throws a 404 for any other. */
async function readGuest(
  services: FlowServices,
  { actor, id, now, language }: { actor: Actor; id: number; now: Date; language: Language },
) {
  const serving = { hotelId: integrationOf(actor).hotel.id, at: now };
  const [guest] = await readGuests(services, actor, { memberId: id, servedAt: now }, serving, language);
  if (!guest) throw notFound(resources.member, id);
  return guest;
}

type Told = Pick<FoundMember, 'first_name' | 'last_name' | 'email' | 'phone_no'>;
const NOTHING_TOLD: Told = { first_name: null, last_name: null, email: null, phone_no: null };

/** The facts about members of the own hotel beside those that a counter shows. */
async function readOwn({ db }: FlowServices, ids: readonly number[]): Promise<ReadonlyMap<number, Told>> {
  if (ids.length === 0) return new Map();
  const statement: RawBuilder<unknown> = sql`select id, first_name, last_name, email, phone_no from member where id = any(${plannedOnce(ids)})`;
  const rows = await db.read<Told & { id: number }>(statement.compile(db.kysely));
  return new Map(rows.map(({ id, ...told }) => [id, told]));
}
