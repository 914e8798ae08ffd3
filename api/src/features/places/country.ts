import { type Label, decimalPlaces, decimalUnits, message, withoutZeros } from '@innkeeper/contract';
import { sql } from 'kysely';
import { canSeeRegion } from '../../access/scope.ts';
import { invalid } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  confirmationRequired,
  canConfirm,
} from '../../engine/resources/resource-hooks.ts';
import { evaluateDue } from '../../domain/tier-changes.ts';
import { confirmMove, requireMovePermission } from './region-move.ts';
import { placeTexts } from '../../texts/places.ts';

/** Whether a name is an IANA time zone. See docs/decisions/0032-leave-the-dollar-rate-empty-until-staff-set-it.md. */
export function isTimeZone(name: unknown): boolean {
  try {
    if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return false;
    new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return true;
  } catch {
    return false;
  }
}

/**
 * Countries. Moving a country to another region moves its hotels too, so it requires a user who sees both regions as a
 * whole and may assign users.
 */
export const country = (outbox: Outbox): ResourceHooks => ({
  // The visit minimum and the first rate affect tiers. The database determines the affected members.
  afterUpdate: async (context) => {
    await evaluateDue(context, outbox);
  },
  rowRule: (context, values, before) => {
    const { actor } = context;
    if (values.time_zone !== undefined && !isTimeZone(values.time_zone))
      throw invalid({ time_zone: [message('time_zone')] });
    const move = moveOf(values, before);
    if (move) {
      if (![move.from, move.to].every((id) => canSeeRegion(actor, id)))
        throw invalid({ region_id: [message('reference')] });
      requireMovePermission(context, 'region_id');
    }
    const [previousRate, newRate] = [toMillionths(before?.usd_rate), toMillionths(values.usd_rate)];
    checkMoney(values, before);
    if (isOtherCurrency(values, before)) return values;
    if (previousRate !== null && newRate !== null && isFar(previousRate, newRate) && canConfirm(context))
      throw confirmationRequired('usd_rate', rateConfirmation(before?.usd_rate, values.usd_rate));
    return values;
  },
  beforeWrite: (context, values, before) => {
    const [move, fewer] = [moveOf(values, before), fewerDecimals(values, before)];
    const needsConfirmation = move !== undefined && canConfirm(context);
    if (!needsConfirmation && fewer === undefined) return undefined;
    return (async () => {
      if (fewer) await assertDecimalsFit(context, fewer);
      const hotels = sql`select id from hotel where country_id = ${move?.id}`;
      if (needsConfirmation) await confirmMove(context, { field: 'region_id', hotels, ...move });
      return values;
    })();
  },
});

const isOtherCurrency = ({ currency }: Values, before: Row | null): boolean =>
  before !== null && currency !== undefined && currency !== before.currency;

/**
 * Throws a 422 if a new currency would keep the old currency's rate, or if an amount has more decimals than the
 * currency.
 */
function checkMoney(values: Values, before: Row | null): void {
  const { usd_rate, decimals, ...rest }: Values = { ...before, ...values };
  const rate = toMillionths(usd_rate);
  if (isOtherCurrency(values, before) && rate !== null && rate === toMillionths(before?.usd_rate))
    throw invalid({ usd_rate: [message('rate_of_currency')] });
  const finer = BILL_AMOUNTS.filter((name) => {
    const isTouched = values[name] !== undefined || values.decimals !== undefined;
    const amount = rest[name];
    return isTouched && typeof amount === 'string' && decimalPlaces(withoutZeros(amount)) > Number(decimals);
  });
  if (finer.length > 0)
    throw invalid(Object.fromEntries(finer.map((name) => [name, [message('currency_scale', Number(decimals))]])));
}

const BILL_AMOUNTS = ['visit_limit', 'visit_minimum'] as const;

/** The country whose currency loses decimals, and the new number. */
function fewerDecimals({ decimals }: Values, before: Row | null) {
  const hasFewer = typeof decimals === 'number' && before !== null && decimals < Number(before.decimals);
  return hasFewer ? { id: before.id, decimals } : undefined;
}

/**
 * Throws a 422 if an amount at one of the country's hotels, including deleted records, has more decimals than the
 * currency would have.
 */
async function assertDecimalsFit(
  { tx }: WriteContext,
  { id, decimals }: { readonly id: number; readonly decimals: number },
): Promise<void> {
  const finer = (amount: string) => sql`has_excess_decimals(${sql.ref(amount)}, ${decimals})`;
  const { rows } = await sql`
    select from hotel h
    where h.country_id = ${id} and (
      exists (
        select from visit v
        where v.hotel_id = h.id and (${finer('v.total_fb')} or ${finer('v.total_room')} or ${finer('v.total_others')}))
      or exists (
        select from transaction t left join transaction_detail d on d.transaction_id = t.id
        where t.hotel_id = h.id and (${finer('t.discount')} or ${finer('d.unit_price')})))
    limit 1`.execute(tx);
  if (rows.length > 0) throw invalid({ decimals: [message('decimals_recorded', decimals)] });
}

/** The regions between which a country moves; undefined if it does not move. */
function moveOf({ region_id: to }: Values, before: Row | null) {
  const from = before?.region_id;
  return before && typeof from === 'number' && typeof to === 'number' && to !== from
    ? { id: before.id, name: before.name, from, to }
    : undefined;
}

/**
 * A rate that differs from the previous one by more than this percentage needs a confirmation: usually a digit is
 * missing or extra.
 */
const FAR_FACTOR = 10n;
const isFar = (previousRate: bigint, newRate: bigint): boolean => {
  const change = newRate > previousRate ? newRate - previousRate : previousRate - newRate;
  return change * 100n > previousRate * FAR_FACTOR;
};

/** Converts a rate to millionths. Rates are text, so no digit passes through a float. Null if there is none. */
function toMillionths(rate: unknown): bigint | null {
  return (typeof rate === 'string' ? decimalUnits(rate, SCALE) : undefined) ?? null;
}
const SCALE = 6;

const format = new Intl.NumberFormat('en', { minimumFractionDigits: SCALE });
const formatRate = (rate: unknown): string => withoutZeros(format.format(String(rate) as `${number}`));
const rateConfirmation = (previousRate: unknown, newRate: unknown): Label =>
  placeTexts.implausibleRate({ from: formatRate(previousRate), to: formatRate(newRate) });
