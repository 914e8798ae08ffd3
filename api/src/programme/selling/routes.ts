import {
  type Offers,
  SALE_TYPE,
  type SaleType,
  message,
  permission,
  recordPermissions,
  resources,
} from '@innkeeper/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { needs, withCurrentActor } from '../../access/authenticate.ts';
import { scopeSql } from '../../access/scope.ts';
import { invalid } from '../../platform/http/fail.ts';
import { languageOf } from '../../platform/http/language.ts';
import { toInstant } from '../../engine/resources/conditions.ts';
import { idOf, timeZoneOf } from '../../engine/resources/routes.ts';
import { createSource } from '../../engine/resources/source.ts';
import { type FlowServices, runWorkflow } from '../../engine/resources/workflow.ts';
import { withOnlyHotel } from '../../engine/resources/write.ts';
import { readCancellation } from './cancellation.ts';
import { readOffers } from './offers.ts';
import { readSale } from './sale-input.ts';
import { sell } from './sell.ts';
import { allowedSales, readCounter, readLastCard, saleRefusal } from '../cards/situation.ts';

type Query = { Querystring: Record<string, unknown> };

/** Selling, renewing and giving memberships: what can be sold, the sale, and what its cancelling takes along. */
export function registerSelling(app: FastifyInstance, services: FlowServices): void {
  const d = resources.transaction;
  const mayStore = permission('STORE', d.permission);

  const sale = (path: string, isFree: boolean) =>
    app.post(`/api/transaction/${path}`, needs(mayStore), (request, reply) =>
      runWorkflow(services, request, reply, [mayStore], async ({ context, timeZone, body }) => {
        const whole = withOnlyHotel({ context, services, d, timeZone }, body);
        const asked = readSale(whole, { isFree, now: context.now, timeZone });
        return { status: 201, body: `{"data":${await sell(context, services, timeZone, asked)}}` };
      }),
    );
  sale('wizard', false);
  sale('free_membership', true);

  app.get<Query>('/api/transaction/offers', (request) =>
    withCurrentActor(request, async (actor) => {
      requirePermission(actor, mayStore);
      return { data: await readShop(services, actor, request) };
    }),
  );

  app.get<{ Params: { id: string } }>('/api/transaction/:id/cancellation', (request) =>
    withCurrentActor(request, async (actor) => {
      requirePermission(actor, ...recordPermissions(d.permission), permission('DELETE', d.permission));
      return { data: await readCancellation(services, actor, idOf(request, d)) };
    }),
  );
}

async function readShop(services: FlowServices, actor: Actor, request: FastifyRequest<Query>): Promise<Offers> {
  const { db, clock } = services;
  const { hotelId, memberId, type, at } = readQuery(request, clock(), actor);
  const counter = await readCounter(db.kysely, hotelId, at, clock());
  if (!counter || (actor.hotels !== null && !actor.hotels.includes(hotelId)) || actor.accessLevel === null)
    throw invalid({ hotel_id: [message('reference')] });
  if (memberId !== null && !(await isInSight(services, actor, memberId)))
    throw invalid({ member_id: [message('reference')] });
  const card = memberId === null ? undefined : await readLastCard(db.kysely, memberId);
  const refusal = memberId === null ? undefined : saleRefusal(type, counter.day, card);
  const offers = await readOffers(db.kysely, { counter, type, card });
  const { id, code, name, day, currency, decimals, usd_rate } = counter;
  return {
    hotel: { id, code, name },
    day,
    currency,
    decimals,
    usd_rate,
    refusal: refusal ? { error: refusal.code, message: refusal.label[languageOf(request)] } : null,
    card: card
      ? {
          id: card.id,
          sbec_no: card.sbec_no,
          membership: card.membership,
          start_date: card.start_date,
          end_date: card.end_date,
        }
      : null,
    allowed: memberId === null ? [SALE_TYPE.sale, SALE_TYPE.free] : allowedSales(day, card),
    // What cannot be priced here cannot be sold here.
    offers: offers.flatMap(({ price, ...offer }) => (price === null ? [] : [{ ...offer, price }])),
  };
}

async function isInSight({ db, behaviours }: FlowServices, actor: Actor, id: number): Promise<boolean> {
  const source = createSource(resources.member, behaviours);
  const scope = scopeSql(actor, source);
  const statement = sql`select t.id from ${sql.raw(source.from())} where t.id = ${id} and t.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`;
  return (await db.read(statement.compile(db.kysely))).length > 0;
}

function readQuery(request: FastifyRequest<Query>, now: Date, actor: Actor) {
  const errors: Record<string, readonly string[]> = {};
  const { query } = request;
  const readId = (name: string): number | null => {
    const value = query[name] ?? '';
    if (value === '') return null;
    if (typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value)) return Number(value);
    errors[name] = [message('reference')];
    return null;
  };
  const [only, ...others] = actor.hotels ?? [];
  const hotelId = readId('hotel_id') ?? (others.length === 0 ? only : undefined);
  if (hotelId === undefined && !errors.hotel_id) errors.hotel_id = [message('required')];
  const memberId = readId('member_id');
  const types: readonly SaleType[] = Object.values(SALE_TYPE);
  const type = types.find((known) => String(known) === (query.type ?? String(SALE_TYPE.sale)));
  if (type === undefined) errors.type = [message('choice', types.join(', '))];
  const at = readAt(request, now, errors);
  if (hotelId === undefined || type === undefined || Object.keys(errors).length > 0) throw invalid(errors);
  return { hotelId, memberId, type, at };
}

function readAt(request: FastifyRequest<Query>, now: Date, errors: Record<string, readonly string[]>): Date {
  const { transaction_date = '' } = request.query;
  if (transaction_date === '') return now;
  try {
    return toInstant(String(transaction_date), timeZoneOf(request));
  } catch {
    errors.transaction_date = [message('date')];
    return now;
  }
}
