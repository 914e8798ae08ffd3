import type { FlowServices } from '../../engine/resources/workflow.ts';
import { SALE_TYPE, type SaleType, message, resources } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { fail, invalid } from '../../platform/http/fail.ts';
import type { WriteContext } from '../../engine/resources/behaviour.ts';
import { namedSql } from '../../access/named.ts';
import { recordSql } from '../../engine/resources/record-json.ts';
import { checkReferences } from '../../engine/resources/references.ts';
import { constraintError } from '../../engine/resources/refusals.ts';
import { createRecord, readWritten } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { issueCard, issueUpgradeVouchers, issueVouchers } from '../cards/issue.ts';
import { servableSql } from '../people/served.ts';
import { type ChosenOffer, findOffer } from './offers.ts';
import { type AskedSale, aboutMember, refuseOldSale } from './sale-input.ts';
import { checkLimits } from './limits.ts';
import { type RunningCard, changedRefusal, readRunningCard, upgradeRefusal } from '../cards/upgrade.ts';
import { askAboutReceipt } from './receipt-no.ts';
import { MEMBER_SWITCHED_OFF } from './sold.ts';
import {
  type Counter,
  type HeldCard,
  endsFreeTerm,
  readCounter,
  readLastCard,
  saleRefusal,
} from '../cards/situation.ts';

/**
 * Sells, renews, upgrades or gives a membership, all in the caller's transaction: the member if new, the transaction with its line, the
 * card, its vouchers and the mail. Returns `data` as JSON text.
 *
 * Throws a 422 at the field for a choice that is refused, a 409 for a member whose cards do not allow it.
 * See docs/decisions/0030-sold-once.md.
 */
export async function sell(
  context: WriteContext,
  services: FlowServices,
  timeZone: string,
  asked: AskedSale,
): Promise<string> {
  const { tx } = context;
  const { counter, payment } = await checkPlace(context, services, asked);
  const isElsewhere = asked.memberId !== null && (await holdMember(context, services, asked.memberId)).is_elsewhere;
  const { card, upgraded, offer } = await getSaleTerms(context, asked, counter);
  await checkLimits(context, asked, counter, offer.price);
  await askAboutReceipt(context, asked.hotelId, asked.values.reference_no);

  const scene = (key: 'member' | 'transaction' | 'member_card'): Write => ({
    context,
    services,
    d: resources[key],
    timeZone,
  });
  const memberId = asked.memberId ?? (await createMember(scene('member'), asked));
  const parties = { memberId, isElsewhere, counter, offer, upgraded };
  const transactionId = await writeTransaction(context, asked, payment, parties);
  try {
    const cardId = await issueCard(tx, {
      memberId,
      membershipId: offer.membership.id,
      hotelId: counter.id,
      startDate: offer.start_date,
      endDate: offer.end_date,
      transactionId,
      endsFreeTerm: endsFreeTerm(asked.type, counter.day, card),
      ...(upgraded && { upgradedFromId: upgraded.id }),
    });
    await (upgraded ? issueUpgradeVouchers(tx, cardId) : issueVouchers(tx, cardId));
    if (asked.type === SALE_TYPE.renewal && card) await settleTermEnd(tx, card, transactionId);
    const isAgain = asked.type === SALE_TYPE.renewal || (asked.type === SALE_TYPE.free && card?.is_free === true);
    const mailType = upgraded ? 'upgrade' : isAgain ? 'renewal' : 'welcome';
    const about = { memberCardId: cardId, ...(upgraded && { fromMembershipId: upgraded.membership.id }) };
    await services.outbox(tx, { mailType, memberId, about });
    const parts = [
      `"transaction":${await readWritten(scene('transaction'), transactionId)}`,
      `"member":${isElsewhere ? await readGuest(tx, memberId) : await readWritten(scene('member'), memberId)}`,
      `"member_card":${await readWritten(scene('member_card'), cardId)}`,
      `"member_vouchers":${await readVouchers(context, services, cardId)}`,
    ];
    return `{${parts.join(',')}}`;
  } catch (error) {
    throw constraintError(resources.member_card, error) ?? error;
  }
}

interface SaleTerms {
  /** The card that ends last. */
  readonly card: HeldCard | undefined;
  /** Of an upgrade the card that runs. */
  readonly upgraded?: RunningCard;
  readonly offer: ChosenOffer & { readonly price: string };
}

/**
 * The offer that is sold, and the card that the sale follows or upgrades. Throws a 409 where the member's cards do not allow the sale, a 422
 * where another membership has to be chosen.
 */
async function getSaleTerms(context: WriteContext, asked: AskedSale, counter: Counter): Promise<SaleTerms> {
  const { tx } = context;
  const { type, memberId } = asked;
  if (type === SALE_TYPE.upgrade) {
    const running = memberId === null ? undefined : await readRunningCard(tx, memberId, counter);
    const refusal = changedRefusal(asked, running) ?? upgradeRefusal(counter.day, running, counter.currency);
    if (refusal || !running) throw refusal ?? invalid({ member_id: [message('required')] });
    return {
      card: undefined,
      upgraded: running,
      offer: await getOffer(context, asked, counter, { upgraded: running }),
    };
  }
  const card = memberId === null ? undefined : await readLastCard(tx, memberId);
  // A choice that is not open here is refused first: it is the choice that has to change.
  const offer = await getOffer(context, asked, counter, { card });
  const refusal = saleRefusal(type, counter.day, card);
  if (refusal) throw refusal;
  return { card, offer };
}

/** The hotel and payment in the actor's sight, and the day there. */
async function checkPlace(context: WriteContext, services: FlowServices, { hotelId, values, at }: AskedSale) {
  const payment = values.type_payment_id ?? null;
  await checkReferences(context, services.behaviours, resources.transaction, {
    hotel_id: hotelId,
    ...(payment !== null && { type_payment_id: payment }),
  });
  const counter = await readCounter(context.tx, hotelId, at, context.now);
  if (!counter) throw invalid({ hotel_id: [message('reference')] });
  refuseOldSale(counter.days_ago);
  return { counter, payment };
}

/**
 * Locks a member who is in the actor's sight, or whom they have found, until the transaction ends: of two users who sell at once, the other
 * sees the first's card.
 */
async function holdMember(context: WriteContext, { behaviours }: FlowServices, id: number) {
  const { from, here, where } = servableSql(context, behaviours, id);
  const { rows } = await sql<{ is_active: boolean; is_elsewhere: boolean }>`
    select t.is_active, not ${here} as is_elsewhere from ${from} where ${where} for no key update of t`.execute(
    context.tx,
  );
  const [member] = rows;
  if (!member) throw invalid({ member_id: [message('reference')] });
  if (!member.is_active) throw fail('conflict', { message: MEMBER_SWITCHED_OFF });
  return member;
}

async function getOffer(
  { tx }: WriteContext,
  { type, membershipId }: AskedSale,
  counter: Counter,
  { card, upgraded }: { card?: HeldCard | undefined; upgraded?: RunningCard },
): Promise<ChosenOffer & { readonly price: string }> {
  const offer = await findOffer(tx, { counter, type, card, upgraded }, membershipId);
  if (!offer && upgraded) throw invalid({ membership_id: [message('not_higher_here', upgraded.membership.name)] });
  if (!offer && type === SALE_TYPE.renewal && card && (await isLowered(tx, card, counter)))
    throw invalid({ membership_id: [message('lowered_at_term_end')] });
  if (!offer)
    throw invalid({ membership_id: [message(type === SALE_TYPE.free ? 'not_free_here' : 'not_offered_here')] });
  const { price } = offer;
  if (price === null) throw invalid({ membership_id: [message('no_rate', counter.currency)] });
  return { ...offer, price };
}

const isLowered = async (tx: Tx, { id }: HeldCard, { day }: Counter): Promise<boolean> =>
  (await sql<{ is: boolean }>`select is_lowered(${id}, ${day}::date) as is`.execute(tx)).rows[0]?.is ?? false;

/** The decision about the card that is renewed is applied with its renewal. */
const settleTermEnd = (tx: Tx, { id }: HeldCard, transactionId: number) =>
  sql`update term_end set transaction_id = ${transactionId} where member_card_id = ${id} and deleted_at is null`.execute(
    tx,
  );

async function createMember(write: Write, { member }: AskedSale): Promise<number> {
  if (!member) throw invalid({ member_id: [message('required')] });
  try {
    const { data } = await createRecord(write, member);
    return idIn(data);
  } catch (error) {
    throw aboutMember(error);
  }
}

/** The id of a record that was just written. */
function idIn(data: string): number {
  const record: unknown = JSON.parse(data);
  return typeof record === 'object' && record !== null && 'id' in record ? Number(record.id) : 0;
}

async function writeTransaction(
  { tx, now }: WriteContext,
  { type, values, at }: AskedSale,
  payment: unknown,
  {
    memberId,
    isElsewhere,
    counter,
    offer,
    upgraded,
  }: { memberId: number; isElsewhere: boolean; counter: Counter } & Pick<SaleTerms, 'offer' | 'upgraded'>,
): Promise<number> {
  const { rows } = await sql<{ id: number; currency: string }>`
    insert into transaction (transaction_type_id, hotel_id, member_id, membership_id, phone_no, transaction_date, reference_no,
                             type_payment_id, discount, marketing_name, remark, sub_total, level_before_id, term_start, term_months)
    select d.id, ${counter.id}, m.id, ${offer.membership.id}, ${isElsewhere ? null : sql`m.phone_no`}, ${at > now ? now : at}, ${values.reference_no ?? null},
           ${payment}, ${values.discount ?? 0}, ${values.marketing_name ?? null}, ${values.remark ?? null}, ${offer.price}, m.membership_id,
           ${offer.start_date}::date, months_of_term(${offer.start_date}::date, ${offer.end_date}::date)
    from member m, option_detail d join option o on o.id = d.option_id and o.slug = 'transaction-type'
    where m.id = ${memberId} and d.code = ${String(type)} and d.deleted_at is null
    returning id, currency`.execute(tx);
  const { id = 0, currency = counter.currency } = rows[0] ?? {};
  // The hotel went to another country after the price was read.
  if (currency !== counter.currency) throw fail('conflict', { message: OTHER_MONEY });
  await sql`insert into transaction_detail (transaction_id, description, quantity, unit_price)
    values (${id}, ${upgraded ? upgradeOf(upgraded, offer) : descriptionOf(type, offer.membership.name)}, 1, ${offer.price})`.execute(
    tx,
  );
  return id;
}

const OTHER_MONEY = {
  en: 'The hotel has just been given another currency: look at the price again.',
  id: 'Mata uang hotel ini baru saja berubah: periksa kembali harganya.',
};

const upgradeOf = ({ membership }: RunningCard, offer: ChosenOffer): string =>
  `Upgrade from ${membership.name} to ${offer.membership.name}: difference`;

const descriptionOf = (type: SaleType, membership: string): string =>
  type === SALE_TYPE.renewal
    ? `${membership} membership, renewal`
    : `${membership} membership${type === SALE_TYPE.free ? ', free of charge' : ''}`;

/** A guest of another hotel as a counter tells of them, as JSON text. */
async function readGuest(tx: Tx, id: number): Promise<string> {
  const { rows } = await sql<{ data: string }>`
    select json_build_object('id', m.id, 'version', m.version, 'first_name', m.first_name, 'last_name', m.last_name,
      'hotel_id', m.hotel_id, 'hotel', (select ${namedSql('h')} from hotel h where h.id = m.hotel_id),
      'membership_id', m.membership_id, 'membership', (select ${namedSql('l')} from membership l where l.id = m.membership_id),
      'standing', (select s.standing from member_standing s where s.member_id = m.id),
      'renew_date', m.renew_date, 'valid_until_date', m.valid_until_date)::text as data
    from member m where m.id = ${id}`.execute(tx);
  return rows[0]?.data ?? '{}';
}

/** The vouchers of a card as their own call answers them, as a JSON list. */
async function readVouchers({ tx }: WriteContext, { behaviours }: FlowServices, cardId: number): Promise<string> {
  const { columns, table, joins } = recordSql(resources.member_voucher, behaviours);
  const { rows } = await sql<{ data: string }>`
    select coalesce(json_agg(r), '[]')::text as data
    from (select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)} where t.member_card_id = ${cardId} order by t.id) r`.execute(
    tx,
  );
  return rows[0]?.data ?? '[]';
}
