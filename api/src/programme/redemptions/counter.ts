import { message, permission, recordPermissions, resources } from '@innkeeper/contract';
import type { Counter, CounterGuest, counterCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { lookUp } from '../../access/guesses.ts';
import type { Asked as AskedCall, Handlers } from '../../engine/calls/register.ts';
import { countLookUps } from '../../engine/resources/look-ups.ts';
import { scopeSql } from '../../access/scope.ts';
import { invalid } from '../../platform/http/fail.ts';
import { memberMay, readMaySell } from '../cards/member-may.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { createSource } from '../../engine/resources/source.ts';
import { momentOf } from '../../engine/resources/values.ts';
import { type Asked, readGuests } from './guests.ts';
import { refuseWrongTime } from './moment.ts';

interface Services {
  readonly db: Db;
  readonly behaviours: Behaviours;
  readonly clock: () => Date;
}

type Question = AskedCall<(typeof counterCalls)['GET /api/voucher_redeem/counter']>;

const REDEEM = permission('STORE', resources.voucher_redeem.permission);

/**
 * The guest at the counter, and the vouchers that can be redeemed for them at a hotel now, or at `redeem_date`. `q` finds any member of the
 * programme by exactly what they show; `member_id` one in the actor's sight, or whom they have found before. A user who posts visits and
 * redeems nothing is told who the guest is, and no more.
 */
export const counterHandlers = (services: Services): Handlers<typeof counterCalls> => ({
  'GET /api/voucher_redeem/counter': async (question) => {
    const { actor, now, query, language, request } = question;
    const at = momentIn(question);
    const hotel = await readHotel(services, actor, query.hotel_id, at);
    const serving = { hotelId: hotel.id, at };
    const asked = askedIn(query, now);
    const guests = await lookUp(
      services,
      actor,
      'q' in asked ? asked.q : '',
      () => readGuests(services, actor, asked, serving, language),
      (found) => found.length > 0,
    );
    const elsewhere = guests.flatMap(({ member }) => (member.is_elsewhere ? [member.id] : []));
    const looking = { actor, now, ip: request.ip, requestId: request.id };
    await countLookUps(services.db, looking, 'counter', elsewhere.length > 0 ? [elsewhere] : []);
    const { day, ...place } = hotel;
    const memberIds = guests.flatMap(({ member }) => (member.is_elsewhere ? [] : [member.id]));
    const sales = await readMaySell(services.db, actor, { memberIds, now, language });
    const mayRedeem = can(actor, REDEEM);
    const mayRead = can(actor, ...recordPermissions(resources.member.permission));
    const whole = guests.map((guest): CounterGuest => {
      const redeemable = guest.vouchers.filter(({ refusal }) => refusal === null).length;
      const may = memberMay(sales.get(guest.member.id), mayRedeem ? redeemable : null, language);
      const greeting = mayRead ? guest.greeting : { ...guest.greeting, birthday_in: null };
      return { ...guest, may, greeting, ...(!mayRedeem && { vouchers: [], left_out: 0 }) };
    });
    return { data: { hotel: place, day, guests: whole } };
  },
});

function askedIn({ q, member_id }: Question['query'], now: Date): Asked {
  if (member_id !== null) return { memberId: member_id, servedAt: now };
  if (q === undefined) throw invalid({ q: [message('required')] });
  return { q };
}

function momentIn(question: Question): Date {
  const {
    now,
    query: { redeem_date },
  } = question;
  if (redeem_date === undefined) return now;
  const at = momentOf('redeem_date', redeem_date, question.timeZone);
  refuseWrongTime(at, now);
  return at;
}

/** The hotel of the counter, which a user of one hotel need not name, and its day. */
async function readHotel({ db, behaviours }: Services, actor: Actor, asked: number | null, at: Date) {
  const [only, ...others] = actor.hotels ?? [];
  if (asked === null && (only === undefined || others.length > 0)) throw invalid({ hotel_id: [message('required')] });
  const id = asked ?? only;
  const source = createSource(resources.hotel, behaviours);
  const scope = scopeSql(actor, source);
  const [hotel] = await db.read<Counter['hotel'] & { readonly day: string }>(
    sql`
    select t.id, t.name, t.code, n.currency, n.decimals, (${at}::timestamptz at time zone zone_of(t.id))::date::text as day
    from ${sql.raw(source.from())} join country n on n.id = t.country_id where t.id = ${id} and t.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`.compile(
      db.kysely,
    ),
  );
  if (!hotel) throw invalid({ hotel_id: [message('reference')] });
  return hotel;
}
