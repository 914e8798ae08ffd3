import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { SALE_TYPE, type SaleType, message, resources } from '@innkeeper/contract';
import { type Tx, deferStatement } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { WriteContext } from '../../engine/resources/resource-hooks.ts';
import { namedRecordSql } from '../../access/named-records.ts';
import { recordSql } from '../../engine/resources/record-json.ts';
import { checkReferences } from '../../engine/resources/references.ts';
import { constraintError } from '../../engine/resources/constraint-errors.ts';
import { insertRecord, writtenRecordSql } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { issueCard, issueUpgradeVouchers, issueVouchers } from '../../domain/issue-cards.ts';
import { servableSql } from '../../domain/servable-members.ts';
import { type ChosenOffer, findOffer } from './offers.ts';
import { type SaleRequest, prefixMemberErrors, assertSaleAge } from './sale-input.ts';
import { assertWithinLimits } from './sale-limits.ts';
import {
  type RunningCard,
  changedCardRejection,
  readRunningCard,
  upgradeRejection,
} from '../../domain/upgrade-eligibility.ts';
import { confirmReceiptNumber } from './receipt-no.ts';
import {
  type DeskHotel,
  type LastCard,
  endsFreeTerm,
  readDeskHotel,
  readLastCard,
  saleRejection,
} from '../../domain/sale-eligibility.ts';
import { saleTexts } from '../../texts/sales.ts';

/**
 * Sells, renews, upgrades or gives a membership, all in the caller's transaction: the member if new, the transaction
 * with its line, the card, its vouchers and the mail. Returns `data` as JSON text.
 *
 * Throws a 422 at the field for a rejected choice, and a 409 if the member's cards do not allow the sale.
 * See docs/decisions/0030-one-idempotency-key-per-sale-draft.md.
 */
export async function sell(
  context: WriteContext,
  services: WorkflowServices,
  timeZone: string,
  saleRequest: SaleRequest,
): Promise<string> {
  const { tx } = context;
  const { deskHotel, paymentTypeId } = await getDeskHotel(context, services, saleRequest);
  const isElsewhere =
    saleRequest.memberId !== null && (await lockMember(context, services, saleRequest.memberId)).is_elsewhere;
  const { card, upgradedCard, offer } = await getSaleTerms(context, saleRequest, deskHotel);
  await assertWithinLimits(context, saleRequest, deskHotel, offer.price);
  await confirmReceiptNumber(context, saleRequest.hotelId, saleRequest.values.reference_no);

  const createWrite = (key: 'member' | 'transaction' | 'member_card'): Write => ({
    context,
    services,
    d: resources[key],
    timeZone,
  });
  const memberId = saleRequest.memberId ?? (await createMember(createWrite('member'), saleRequest));
  const saleParts = { memberId, isElsewhere, deskHotel, offer, upgradedCard };
  const transactionId = await writeTransaction(context, saleRequest, paymentTypeId, saleParts);
  try {
    const cardId = await issueCard(tx, {
      memberId,
      membershipId: offer.membership.id,
      hotelId: deskHotel.id,
      startDate: offer.start_date,
      endDate: offer.end_date,
      transactionId,
      endsFreeTerm: endsFreeTerm(saleRequest.type, deskHotel.day, card),
      ...(upgradedCard && { upgradedFromId: upgradedCard.id }),
    });
    await (upgradedCard ? issueUpgradeVouchers(tx, cardId) : issueVouchers(tx, cardId));
    if (saleRequest.type === SALE_TYPE.renewal && card) await closeTermEnd(tx, card, transactionId);
    const isRepeatSale =
      saleRequest.type === SALE_TYPE.renewal || (saleRequest.type === SALE_TYPE.free && card?.is_free === true);
    const mailType = upgradedCard ? 'upgrade' : isRepeatSale ? 'renewal' : 'welcome';
    const about = { memberCardId: cardId, ...(upgradedCard && { fromMembershipId: upgradedCard.membership.id }) };
    await services.outbox(tx, { mailType, memberId, about });
    const { rows } = await sql<Record<'transaction' | 'member' | 'member_card' | 'member_vouchers', string>>`
      select ${writtenRecordSql(createWrite('transaction'), transactionId)} as transaction,
        ${isElsewhere ? guestSql(memberId) : writtenRecordSql(createWrite('member'), memberId)} as member,
        ${writtenRecordSql(createWrite('member_card'), cardId)} as member_card,
        ${vouchersSql(services, cardId)} as member_vouchers`.execute(tx);
    return `{${Object.entries(rows[0] ?? {})
      .map(([key, data]) => `"${key}":${data}`)
      .join(',')}}`;
  } catch (error) {
    throw constraintError(resources.member_card, error) ?? error;
  }
}

interface SaleTerms {
  /** The card with the latest end. */
  readonly card: LastCard | undefined;
  /** For an upgrade: the active card. */
  readonly upgradedCard?: RunningCard;
  readonly offer: ChosenOffer & { readonly price: string };
}

/**
 * The offer that is sold, and the card that the sale follows or upgrades. Throws a 409 if the member's cards do not
 * allow the sale, and a 422 if another membership has to be chosen.
 */
async function getSaleTerms(context: WriteContext, saleRequest: SaleRequest, deskHotel: DeskHotel): Promise<SaleTerms> {
  const { tx } = context;
  const { type, memberId } = saleRequest;
  if (type === SALE_TYPE.upgrade) {
    const runningCard = memberId === null ? undefined : await readRunningCard(tx, memberId, deskHotel);
    const rejection =
      changedCardRejection(saleRequest, runningCard) ??
      upgradeRejection(deskHotel.day, runningCard, deskHotel.currency);
    if (rejection || !runningCard) throw rejection ?? validationError({ member_id: [message('required')] });
    return {
      card: undefined,
      upgradedCard: runningCard,
      offer: await getOffer(context, saleRequest, deskHotel, { upgradedCard: runningCard }),
    };
  }
  const card = memberId === null ? undefined : await readLastCard(tx, memberId);
  // An unavailable choice is rejected first, since the choice has to change.
  const offer = await getOffer(context, saleRequest, deskHotel, { card });
  const rejection = saleRejection(type, deskHotel.day, card);
  if (rejection) throw rejection;
  return { card, offer };
}

/** Checks that the actor may see the hotel and the payment type; returns the payment type, and the hotel on its day. */
async function getDeskHotel(context: WriteContext, services: WorkflowServices, { hotelId, values, at }: SaleRequest) {
  const paymentTypeId = values.type_payment_id ?? null;
  await checkReferences(context, services.hooksByResource, resources.transaction, {
    hotel_id: hotelId,
    ...(paymentTypeId !== null && { type_payment_id: paymentTypeId }),
  });
  const deskHotel = await readDeskHotel(context.tx, hotelId, at, context.now);
  if (!deskHotel) throw validationError({ hotel_id: [message('reference')] });
  assertSaleAge(deskHotel.days_ago);
  return { deskHotel, paymentTypeId };
}

/**
 * Locks a member whom the actor may see or has found, until the transaction ends: of two concurrent sales, the second
 * sees the card of the first.
 */
async function lockMember(context: WriteContext, { hooksByResource }: WorkflowServices, id: number) {
  const { from, here, where } = servableSql(context, hooksByResource, id);
  const { rows } = await sql<{ is_active: boolean; is_elsewhere: boolean }>`
    select t.is_active, not ${here} as is_elsewhere from ${from} where ${where} for no key update of t`.execute(
    context.tx,
  );
  const [member] = rows;
  if (!member) throw validationError({ member_id: [message('reference')] });
  if (!member.is_active) throw apiError('conflict', { message: saleTexts.memberInactive });
  return member;
}

async function getOffer(
  { tx }: WriteContext,
  { type, membershipId }: SaleRequest,
  deskHotel: DeskHotel,
  { card, upgradedCard }: { card?: LastCard | undefined; upgradedCard?: RunningCard },
): Promise<ChosenOffer & { readonly price: string }> {
  const offer = await findOffer(tx, { deskHotel, type, card, upgradedCard }, membershipId);
  if (!offer && upgradedCard)
    throw validationError({ membership_id: [message('not_higher_here', upgradedCard.membership.name)] });
  if (!offer && type === SALE_TYPE.renewal && card && (await isLimitedToLowerTier(tx, card, deskHotel)))
    throw validationError({ membership_id: [message('lowered_at_term_end')] });
  if (!offer)
    throw validationError({ membership_id: [message(type === SALE_TYPE.free ? 'not_free_here' : 'not_offered_here')] });
  const { price } = offer;
  if (price === null) throw validationError({ membership_id: [message('no_rate', deskHotel.currency)] });
  return { ...offer, price };
}

const isLimitedToLowerTier = async (tx: Tx, { id }: LastCard, { day }: DeskHotel): Promise<boolean> =>
  (await sql<{ is_limited: boolean }>`select is_limited_to_lower_tier(${id}, ${day}::date) as is_limited`.execute(tx))
    .rows[0]?.is_limited ?? false;

/** Applies the term-end decision about the renewed card together with its renewal. */
const closeTermEnd = (tx: Tx, { id }: LastCard, transactionId: number) =>
  deferStatement(
    tx,
    sql`update term_end set transaction_id = ${transactionId} where member_card_id = ${id} and deleted_at is null`,
  );

async function createMember(write: Write, { member }: SaleRequest): Promise<number> {
  if (!member) throw validationError({ member_id: [message('required')] });
  try {
    return await insertRecord(write, member);
  } catch (error) {
    throw prefixMemberErrors(error);
  }
}

async function writeTransaction(
  { tx, now }: WriteContext,
  { type, values, at }: SaleRequest,
  paymentTypeId: unknown,
  {
    memberId,
    isElsewhere,
    deskHotel,
    offer,
    upgradedCard,
  }: { memberId: number; isElsewhere: boolean; deskHotel: DeskHotel } & Pick<SaleTerms, 'offer' | 'upgradedCard'>,
): Promise<number> {
  const { rows } = await sql<{ id: number; currency: string }>`
    insert into transaction (transaction_type_id, hotel_id, member_id, membership_id, phone_no, transaction_date,
                             reference_no,
                             type_payment_id, discount, marketing_name, remark, sub_total, tier_before_id, term_start,
                             term_months)
    select d.id, ${deskHotel.id}, m.id, ${offer.membership.id}, ${isElsewhere ? null : sql`m.phone_no`},
           ${at > now ? now : at}, ${values.reference_no ?? null},
           ${paymentTypeId}, ${values.discount ?? 0}, ${values.marketing_name ?? null}, ${values.remark ?? null},
           ${offer.price}, m.membership_id,
           ${offer.start_date}::date, months_of_term(${offer.start_date}::date, ${offer.end_date}::date)
    from member m, option_detail d join option o on o.id = d.option_id and o.slug = 'transaction-type'
    where m.id = ${memberId} and d.code = ${String(type)} and d.deleted_at is null
    returning id, currency`.execute(tx);
  const { id = 0, currency = deskHotel.currency } = rows[0] ?? {};
  // The hotel moved to another country after the price was read.
  if (currency !== deskHotel.currency) throw apiError('conflict', { message: saleTexts.currencyChanged });
  const description = upgradedCard ? describeUpgrade(upgradedCard, offer) : describeSale(type, offer.membership.name);
  await deferStatement(
    tx,
    sql`insert into transaction_detail (transaction_id, description, quantity, unit_price)
      values (${id}, ${description}, 1, ${offer.price})`,
  );
  return id;
}

const describeUpgrade = ({ membership }: RunningCard, offer: ChosenOffer): string =>
  `Upgrade from ${membership.name} to ${offer.membership.name}: difference`;

const describeSale = (type: SaleType, membership: string): string =>
  type === SALE_TYPE.renewal
    ? `${membership} membership, renewal`
    : `${membership} membership${type === SALE_TYPE.free ? ', free of charge' : ''}`;

/** SQL: a guest of another hotel as shown at the front desk, as JSON text. */
const guestSql = (id: number): RawBuilder<unknown> => sql`(
    select json_build_object('id', m.id, 'version', m.version, 'first_name', m.first_name, 'last_name', m.last_name,
      'hotel_id', m.hotel_id, 'hotel', (select ${namedRecordSql('h')} from hotel h where h.id = m.hotel_id),
      'membership_id', m.membership_id, 'membership', (select ${namedRecordSql('l')} from membership l
          where l.id = m.membership_id),
      'standing', (select s.standing from member_standing s where s.member_id = m.id),
      'renew_date', m.renew_date, 'valid_until_date', m.valid_until_date)::text
    from member m where m.id = ${id})`;

/** SQL: the vouchers of a card as returned by their own call, as a JSON list. */
function vouchersSql({ hooksByResource }: WorkflowServices, cardId: number): RawBuilder<unknown> {
  const { columns, table, joins } = recordSql(resources.member_voucher, hooksByResource);
  return sql`(
    select coalesce(json_agg(r), '[]')::text
    from (select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)} where t.member_card_id = ${cardId}
        order by t.id) r)`;
}
