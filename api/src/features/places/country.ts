import {
  LANGUAGES,
  type Label,
  decimalPlaces,
  normalizeWords,
  parseDecimalUnits,
  message,
  trimTrailingZeros,
} from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { canSeeRegion } from '../../access/scope.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  checkEach,
  confirmationRequired,
  ofAction,
  shouldConfirm,
} from '../../engine/resources/resource-hooks.ts';
import { evaluateDueMembers } from '../../domain/tier-changes.ts';
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
  references: { codesByWord: ({ tx }) => readCountryWords(tx) },
  check: checkEach(async (context, { action, before, values }) => {
    if (action === 'delete') return;
    if (values.time_zone !== undefined && !isTimeZone(values.time_zone))
      throw validationError({ time_zone: [message('time_zone')] });
    const move = findRegionMove(values, before);
    if (move) {
      if (![move.from, move.to].every((id) => canSeeRegion(context.actor, id)))
        throw validationError({ region_id: [message('reference')] });
      requireMovePermission(context, 'region_id');
    }
    assertValidMoney(values, before);
    const [previousRate, newRate] = [toMillionths(before?.usd_rate), toMillionths(values.usd_rate)];
    const isRateImplausible = previousRate !== null && newRate !== null && isImplausible(previousRate, newRate);
    if (isRateImplausible && !isCurrencyChanged(values, before) && shouldConfirm(context))
      throw confirmationRequired('usd_rate', createRateConfirmation(before?.usd_rate, values.usd_rate));
    const reduction = findDecimalsReduction(values, before);
    if (reduction) await assertDecimalsFit(context, reduction);
    if (move && shouldConfirm(context)) {
      const hotels = sql`select id from hotel where country_id = ${move.id}`;
      await confirmMove(context, { field: 'region_id', hotels, ...move });
    }
  }),
  // The visit minimum and the first rate affect tiers. The database determines the affected members.
  after: async (context, changes) => {
    if (ofAction(changes, 'update').length > 0) await evaluateDueMembers(context, outbox);
  },
});

const isCurrencyChanged = ({ currency }: Values, before: Row | null): boolean =>
  before !== null && currency !== undefined && currency !== before.currency;

/**
 * Throws a 422 if a new currency would keep the old currency's rate, or if an amount has more decimals than the
 * currency.
 */
function assertValidMoney(values: Values, before: Row | null): void {
  const { usd_rate, decimals, ...amounts }: Values = { ...before, ...values };
  const rate = toMillionths(usd_rate);
  if (isCurrencyChanged(values, before) && rate !== null && rate === toMillionths(before?.usd_rate))
    throw validationError({ usd_rate: [message('rate_of_currency')] });
  const excessFields = BILL_LIMIT_FIELDS.filter((name) => {
    const isChanged = values[name] !== undefined || values.decimals !== undefined;
    const amount = amounts[name];
    return isChanged && typeof amount === 'string' && decimalPlaces(trimTrailingZeros(amount)) > Number(decimals);
  });
  if (excessFields.length > 0)
    throw validationError(
      Object.fromEntries(excessFields.map((name) => [name, [message('currency_scale', Number(decimals))]])),
    );
}

const BILL_LIMIT_FIELDS = ['visit_limit', 'visit_minimum'] as const;

/** The country whose currency loses decimals, and the new number. */
function findDecimalsReduction({ decimals }: Values, before: Row | null) {
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
  const hasExcessSql = (amount: string) => sql`has_excess_decimals(${sql.ref(amount)}, ${decimals})`;
  const { rows } = await sql`
    select from hotel h
    where h.country_id = ${id} and (
      exists (
        select from visit v
        where v.hotel_id = h.id and (${hasExcessSql('v.total_fb')} or ${hasExcessSql('v.total_room')} or ${hasExcessSql('v.total_others')}))
      or exists (
        select from transaction t left join transaction_detail d on d.transaction_id = t.id
        where t.hotel_id = h.id and (${hasExcessSql('t.discount')} or ${hasExcessSql('d.unit_price')})))
    limit 1`.execute(tx);
  if (rows.length > 0) throw validationError({ decimals: [message('decimals_recorded', decimals)] });
}

/** The regions between which a country moves; undefined if it does not move. */
function findRegionMove({ region_id: to }: Values, before: Row | null) {
  const from = before?.region_id;
  return before && typeof from === 'number' && typeof to === 'number' && to !== from
    ? { id: before.id, name: before.name, from, to }
    : undefined;
}

/**
 * A rate that differs from the previous one by more than this percentage needs a confirmation: usually a digit is
 * missing or extra.
 */
const MAX_CHANGE_PERCENT = 10n;
const isImplausible = (previousRate: bigint, newRate: bigint): boolean => {
  const change = newRate > previousRate ? newRate - previousRate : previousRate - newRate;
  return change * 100n > previousRate * MAX_CHANGE_PERCENT;
};

/** Converts a rate to millionths. Rates are text, so no digit passes through a float. Null if there is none. */
function toMillionths(rate: unknown): bigint | null {
  return (typeof rate === 'string' ? parseDecimalUnits(rate, RATE_SCALE) : undefined) ?? null;
}
const RATE_SCALE = 6;

const rateFormat = new Intl.NumberFormat('en', { minimumFractionDigits: RATE_SCALE });
const formatRate = (rate: unknown): string => trimTrailingZeros(rateFormat.format(String(rate) as `${number}`));
const createRateConfirmation = (previousRate: unknown, newRate: unknown): Label =>
  placeTexts.implausibleRate({ from: formatRate(previousRate), to: formatRate(newRate) });

/** The codes of countries by the words for them in files: their other ISO code, and their names in each language. */
async function readCountryWords(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ cca2: string; cca3: string }>`
    select cca2, cca3 from country where deleted_at is null`.execute(tx);
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  return new Map(
    rows.flatMap(({ cca2, cca3 }) =>
      [cca3, ...names.map((name) => name.of(cca2) ?? cca2)].map((word) => [normalizeWords(word), cca2] as const),
    ),
  );
}
