import { SALE_TYPE, message, resources } from '@innkeeper/contract';
import type { CallDefinition, Offers, saleCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { canSeeHotel } from '../../access/scope.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { ActorContext } from '../../engine/resources/resource-hooks.ts';
import {
  type CallInput,
  type Handlers,
  JsonText,
  type WriteCall,
  recordResponse,
} from '../../engine/calls/register.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { parseInstant } from '../../engine/resources/values.ts';
import { withOnlyHotel } from '../../engine/resources/write.ts';
import { servableSql } from '../../domain/servable-members.ts';
import { readCancellationPreview } from './cancellation.ts';
import { disputeSale, resolveDispute } from './dispute.ts';
import { readOffers } from './offers.ts';
import { cancelSale, correctPayment } from './own-sale.ts';
import { readRefundPreview } from './refund-preview.ts';
import { refundSale } from './refund.ts';
import { reverseTransaction } from './reversal.ts';
import { parseSale } from './sale-input.ts';
import { sell } from './sell.ts';
import { allowedSales, readDeskHotel, readLastCard, saleRejection } from '../../domain/sale-eligibility.ts';
import { readRunningCard, upgradeRejection } from '../../domain/upgrade-eligibility.ts';

/**
 * Selling, renewing, upgrading and giving memberships: the offers, the sale, and the records that are cancelled with
 * it.
 */
export const saleHandlers = (services: WorkflowServices): Handlers<typeof saleCalls> => ({
  'POST /api/transaction/wizard': (saleRequest) => sellOrGive(services, saleRequest, false),
  'POST /api/transaction/free_membership': (saleRequest) => sellOrGive(services, saleRequest, true),

  'GET /api/transaction/offers': async (offersQuery) => ({
    data: await readSaleOffers(services, offersQuery, offersQuery.query.hotel_id ?? getOnlyHotelId(offersQuery.actor)),
  }),

  'GET /api/transaction/{id}/cancellation': async ({ actor, path: { id } }) => ({
    data: await readCancellationPreview(services, actor, id),
  }),

  'POST /api/transaction/{id}/cancel': async ({ context, timeZone, path: { id }, body: { reason } }) => {
    const write = { context, services, d: resources.transaction, timeZone };
    await cancelSale(write, id, reason);
    return recordResponse(write, id);
  },

  'POST /api/transaction/{id}/payment': async ({ context, timeZone, path: { id }, body, rawBody }) => {
    const write = { context, services, d: resources.transaction, timeZone };
    await correctPayment(write, id, body, Object.keys(rawBody.values));
    return recordResponse(write, id);
  },

  'POST /api/transaction/{id}/reversal': async ({ context, timeZone, path: { id }, body: { reason } }) => {
    const write = { context, services, d: resources.transaction, timeZone };
    return recordResponse(write, await reverseTransaction(write, id, reason));
  },

  'GET /api/transaction/{id}/refund': async ({ actor, language, path: { id } }) => ({
    data: await readRefundPreview(services, actor, id, language),
  }),

  'POST /api/transaction/{id}/refund': async ({ context, timeZone, path: { id }, body }) => {
    const write = { context, services, d: resources.transaction, timeZone };
    return recordResponse(write, await refundSale(write, id, body));
  },

  'POST /api/transaction/{id}/dispute': async ({ context, timeZone, path: { id }, body: { reason } }) => {
    const write = { context, services, d: resources.transaction, timeZone };
    await disputeSale(write, id, reason);
    return recordResponse(write, id);
  },

  'POST /api/transaction/{id}/dispute/resolve': async ({ context, timeZone, path: { id }, body: { reason } }) => {
    const write = { context, services, d: resources.transaction, timeZone };
    await resolveDispute(write, id, reason);
    return recordResponse(write, id);
  },
});

async function sellOrGive(
  services: WorkflowServices,
  { context, timeZone, rawBody }: Pick<WriteCall<CallDefinition>, 'context' | 'timeZone' | 'rawBody'>,
  isFree: boolean,
): Promise<JsonText> {
  const saleBody = withOnlyHotel({ context, services, d: resources.transaction, timeZone }, rawBody);
  const saleRequest = parseSale(saleBody, { isFree, now: context.now, timeZone });
  return new JsonText(`{"data":${await sell(context, services, timeZone, saleRequest)}}`);
}

type OffersQuery = Pick<
  CallInput<(typeof saleCalls)['GET /api/transaction/offers']>,
  'actor' | 'now' | 'query' | 'language' | 'timeZone'
>;

/** What a hotel sells to a member on a day. Throws a 422 for a hotel or a member that the actor does not serve. */
export async function readSaleOffers(
  services: WorkflowServices,
  offersQuery: OffersQuery,
  hotelId: number,
): Promise<Offers> {
  const { db } = services;
  const { actor, now, query, language } = offersQuery;
  const memberId = query.member_id;
  const type = Object.values(SALE_TYPE).find((candidate) => String(candidate) === query.type) ?? SALE_TYPE.sale;
  const soldAt =
    query.transaction_date === undefined
      ? now
      : parseInstant('transaction_date', query.transaction_date, offersQuery.timeZone);
  const deskHotel = await readDeskHotel(db.kysely, hotelId, soldAt, now);
  if (!deskHotel || !canSeeHotel(actor, hotelId)) throw validationError({ hotel_id: [message('reference')] });
  if (memberId !== null && !(await isServed(services, { actor, now }, memberId)))
    throw validationError({ member_id: [message('reference')] });
  const lastCard = memberId === null ? undefined : await readLastCard(db.kysely, memberId);
  const runningCard = memberId === null ? undefined : await readRunningCard(db.kysely, memberId, deskHotel);
  const upgradeError = upgradeRejection(deskHotel.day, runningCard, deskHotel.currency);
  const upgradedCard = type === SALE_TYPE.upgrade && !upgradeError ? runningCard : undefined;
  const card = type === SALE_TYPE.upgrade ? runningCard : lastCard;
  const rejection =
    type === SALE_TYPE.upgrade
      ? upgradeError
      : memberId === null
        ? undefined
        : saleRejection(type, deskHotel.day, lastCard);
  const offers = await readOffers(db.kysely, { deskHotel, type, card: lastCard, upgradedCard });
  const termEnd = type === SALE_TYPE.renewal && lastCard ? await readTermEnd(services, lastCard.id) : null;
  const { id, code, name, time_zone, day, currency, decimals, usd_rate } = deskHotel;
  return {
    hotel: { id, code, name },
    time_zone,
    day,
    currency,
    decimals,
    usd_rate,
    rejection: rejection ? { error: rejection.code, message: rejection.label[language] } : null,
    card: card
      ? {
          id: card.id,
          sbec_no: card.sbec_no,
          membership: card.membership,
          start_date: card.start_date,
          end_date: card.end_date,
        }
      : null,
    paid: upgradedCard?.paid ?? null,
    term_end: termEnd,
    allowed:
      memberId === null
        ? [SALE_TYPE.sale, SALE_TYPE.free]
        : [...allowedSales(day, lastCard), ...(upgradeError ? [] : [SALE_TYPE.upgrade])],
    // A membership without a price here cannot be sold here.
    offers: offers.flatMap(({ price, ...offer }) => (price === null ? [] : [{ ...offer, price }])),
  };
}

/** The decision about a card at the end of its term. */
async function readTermEnd({ db }: WorkflowServices, cardId: number): Promise<Offers['term_end']> {
  const [termEndRow] = await db.read<NonNullable<Offers['term_end']> & Record<string, unknown>>(
    sql`
    select e.decision, case when e.decision = 'grace' then (c.end_date + e.grace_days)::text end as until, e.note
    from term_end e join member_card c on c.id = e.member_card_id
    where e.member_card_id = ${cardId} and e.deleted_at is null`.compile(db.kysely),
  );
  return termEndRow ?? null;
}

async function isServed(
  { db, hooksByResource }: WorkflowServices,
  actorContext: ActorContext,
  id: number,
): Promise<boolean> {
  const { from, where } = servableSql(actorContext, hooksByResource, id);
  return (await db.read(sql`select t.id from ${from} where ${where}`.compile(db.kysely))).length > 0;
}

/** The actor's only hotel. Throws a 422 if there is none or several. */
function getOnlyHotelId({ hotels }: Actor): number {
  const [onlyHotelId, ...otherHotelIds] = hotels ?? [];
  if (onlyHotelId === undefined || otherHotelIds.length > 0) throw validationError({ hotel_id: [message('required')] });
  return onlyHotelId;
}
