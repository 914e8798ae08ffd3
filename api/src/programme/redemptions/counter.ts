import {
  type Counter,
  type CounterGuest,
  message,
  permission,
  recordPermissions,
  resources,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, can, requirePermission } from '../../access/actor.ts';
import { withCurrentActor } from '../../access/authenticate.ts';
import { lookUp } from '../../access/guesses.ts';
import { countLookUps } from '../../engine/resources/look-ups.ts';
import { scopeSql } from '../../access/scope.ts';
import { invalid } from '../../platform/http/fail.ts';
import { memberMay, readMaySell } from '../cards/member-may.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { toInstant } from '../../engine/resources/conditions.ts';
import { timeZoneOf } from '../../engine/resources/routes.ts';
import { createSource } from '../../engine/resources/source.ts';
import { type Asked, readGuests } from './guests.ts';
import { refuseWrongTime } from './moment.ts';

interface Services {
  readonly db: Db;
  readonly behaviours: Behaviours;
  readonly clock: () => Date;
}

type Query = Readonly<Record<string, unknown>>;

const REDEEM = permission('STORE', resources.voucher_redeem.permission);
/** Longer than any number, address or telephone. */
const MAX_LENGTH = 255;

/**
 * `GET /api/voucher_redeem/counter`: the guest who stands at the counter, and what can be redeemed for them at a hotel now, or at
 * `redeem_date`. `q` finds any member of the programme by exactly what they show; `member_id` one in the actor's sight. Who posts
 * visits and redeems nothing is told who it is, and no more.
 */
export function registerCounter(app: FastifyInstance, services: Services): void {
  app.get<{ Querystring: Query }>('/api/voucher_redeem/counter', (request) =>
    withCurrentActor(request, async (actor): Promise<{ data: Counter }> => {
      requirePermission(actor, REDEEM, permission('STORE', resources.visit.permission));
      const at = momentIn(request, services.clock());
      const hotel = await readHotel(services, actor, request.query.hotel_id, at);
      const occasion = { hotelId: hotel.id, at };
      const asked = askedIn(request.query);
      const guests = await lookUp(
        services,
        actor,
        'q' in asked ? asked.q : '',
        () => readGuests(services, actor, asked, occasion, languageOf(request)),
        (found) => found.length > 0,
      );
      const elsewhere = guests.flatMap(({ member }) => (member.is_elsewhere ? [member.id] : []));
      const looking = { actor, now: services.clock(), ip: request.ip, requestId: request.id };
      await countLookUps(services.db, looking, 'counter', elsewhere.length > 0 ? [elsewhere] : []);
      const { day, ...place } = hotel;
      const language = languageOf(request);
      const memberIds = guests.flatMap(({ member }) => (member.is_elsewhere ? [] : [member.id]));
      const sales = await readMaySell(services.db, actor, { memberIds, now: services.clock(), language });
      const mayRedeem = can(actor, REDEEM);
      const mayRead = can(actor, ...recordPermissions(resources.member.permission));
      const whole = guests.map((guest): CounterGuest => {
        const redeemable = guest.vouchers.filter(({ refusal }) => refusal === null).length;
        const may = memberMay(sales.get(guest.member.id), mayRedeem ? redeemable : null, language);
        const greeting = mayRead ? guest.greeting : { ...guest.greeting, birthday_in: null };
        return { ...guest, may, greeting, ...(!mayRedeem && { vouchers: [], left_out: 0 }) };
      });
      return { data: { hotel: place, day, guests: whole } };
    }),
  );
}

function askedIn({ q, member_id }: Query): Asked {
  if (member_id !== undefined) return { memberId: idIn('member_id', member_id) };
  if (typeof q !== 'string') throw invalid({ q: [message(q === undefined ? 'required' : 'text')] });
  if (q.includes('\0') || !q.isWellFormed()) throw invalid({ q: [message('nul')] });
  if (q.trim() === '') throw invalid({ q: [message('required')] });
  if (q.length > MAX_LENGTH) throw invalid({ q: [message('max_length', MAX_LENGTH)] });
  return { q: q.trim() };
}

function idIn(name: string, value: unknown): number {
  if (typeof value !== 'string' || !/^[1-9]\d{0,14}$/.test(value)) throw invalid({ [name]: [message('reference')] });
  return Number(value);
}

function momentIn(request: FastifyRequest<{ Querystring: Query }>, now: Date): Date {
  const { redeem_date } = request.query;
  if (redeem_date === undefined) return now;
  const at = instantOf(redeem_date, timeZoneOf(request));
  refuseWrongTime(at, now);
  return at;
}

function instantOf(value: unknown, zone: string): Date {
  try {
    return toInstant(String(value), zone);
  } catch {
    throw invalid({ redeem_date: [message('date')] });
  }
}

/** The hotel at whose counter it happens, which a user of one hotel need not name, and its day. */
async function readHotel({ db, behaviours }: Services, actor: Actor, asked: unknown, at: Date) {
  const [only, ...others] = actor.hotels ?? [];
  if (asked === undefined && (only === undefined || others.length > 0))
    throw invalid({ hotel_id: [message('required')] });
  const id = asked === undefined ? only : idIn('hotel_id', asked);
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
