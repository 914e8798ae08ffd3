import { type Label, decimalPlaces, decimalUnits, message, withoutZeros } from '@innkeeper/contract';
import { sql } from 'kysely';
import { seesRegion } from '../../access/scope.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import {
  type Behaviour,
  type Row,
  type Values,
  type WriteContext,
  askWhetherMeant,
  mayAsk,
} from '../../engine/resources/behaviour.ts';
import { judgeDue } from '../cards/levels.ts';
import { askWhetherMoved, requireToMove } from './moved-region.ts';

/** Whether a name is an IANA time zone. See docs/decisions/0032-usd-rate-set-by-staff.md. */
export function isTimeZone(name: unknown): boolean {
  try {
    if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return false;
    new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return true;
  } catch {
    return false;
  }
}

/** Countries. With a country its hotels move to another region, so that only a user who sees both as a whole and may assign users moves it. */
export const country = (outbox: Outbox): Behaviour => ({
  // Its visit minimum decides about levels, as its first rate may: the database knows whom a change concerns.
  afterUpdate: async (context) => {
    await judgeDue(context, outbox);
  },
  rowRule: (context, values, before) => {
    const { actor } = context;
    if (values.time_zone !== undefined && !isTimeZone(values.time_zone))
      throw invalid({ time_zone: [message('time_zone')] });
    const move = moveOf(values, before);
    if (move) {
      if (![move.from, move.to].every((id) => seesRegion(actor, id)))
        throw invalid({ region_id: [message('reference')] });
      requireToMove(context, 'region_id');
    }
    const [had, gets] = [millionths(before?.usd_rate), millionths(values.usd_rate)];
    checkMoney(values, before);
    if (isOtherCurrency(values, before)) return values;
    if (had !== null && gets !== null && isFar(had, gets) && mayAsk(context))
      throw askWhetherMeant('usd_rate', isRateMeant(before?.usd_rate, values.usd_rate));
    return values;
  },
  beforeWrite: (context, values, before) => {
    const [move, fewer] = [moveOf(values, before), fewerDecimals(values, before)];
    const isAsked = move !== undefined && mayAsk(context);
    if (!isAsked && fewer === undefined) return undefined;
    return (async () => {
      if (fewer) await refuseFewerDecimals(context, fewer);
      const hotels = sql`select id from hotel where country_id = ${move?.id}`;
      if (isAsked) await askWhetherMoved(context, { field: 'region_id', hotels, ...move });
      return values;
    })();
  },
});

const isOtherCurrency = ({ currency }: Values, before: Row | null): boolean =>
  before !== null && currency !== undefined && currency !== before.currency;

/**
 * Throws a 422 where another currency would keep the rate of the one before, or an amount has more decimals than the currency.
 */
function checkMoney(values: Values, before: Row | null): void {
  const { usd_rate, decimals, ...rest }: Values = { ...before, ...values };
  const rate = millionths(usd_rate);
  if (isOtherCurrency(values, before) && rate !== null && rate === millionths(before?.usd_rate))
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

/** The country whose currency gets fewer decimals, and how many. */
function fewerDecimals({ decimals }: Values, before: Row | null) {
  const isFewer = typeof decimals === 'number' && before !== null && decimals < Number(before.decimals);
  return isFewer ? { id: before.id, decimals } : undefined;
}

/** Throws a 422 where an amount at a hotel of the country, also of a deleted record, has more decimals than its currency would have. */
async function refuseFewerDecimals(
  { tx }: WriteContext,
  { id, decimals }: { readonly id: number; readonly decimals: number },
): Promise<void> {
  const finer = (amount: string) => sql`is_finer_than(${sql.ref(amount)}, ${decimals})`;
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

/** The regions between which a country moves; undefined where it stays. */
function moveOf({ region_id: to }: Values, before: Row | null) {
  const from = before?.region_id;
  return before && typeof from === 'number' && typeof to === 'number' && to !== from
    ? { id: before.id, name: before.name, from, to }
    : undefined;
}

/** A rate that is further from the one before, in percent, is asked about: mostly a digit is missing, or one too many. */
const FAR = 10n;
const isFar = (had: bigint, gets: bigint): boolean => {
  const away = gets > had ? gets - had : had - gets;
  return away * 100n > had * FAR;
};

/** A rate is text, so that no digit passes through a float; null where there is none. */
function millionths(rate: unknown): bigint | null {
  return (typeof rate === 'string' ? decimalUnits(rate, SCALE) : undefined) ?? null;
}
const SCALE = 6;

const format = new Intl.NumberFormat('en', { minimumFractionDigits: SCALE });
const shown = (rate: unknown): string => withoutZeros(format.format(String(rate) as `${number}`));
function isRateMeant(had: unknown, gets: unknown): Label {
  const [from, to] = [shown(had), shown(gets)];
  return {
    en: `A rate of ${to} for one US dollar? It was ${from}: that is more than 10 % away. From now on amounts are valued by the new rate; what was written down keeps the rate of its day.`,
    id: `Kurs ${to} untuk satu dolar AS? Sebelumnya ${from}: selisihnya lebih dari 10 %. Mulai sekarang jumlah dinilai dengan kurs baru; yang sudah dicatat tetap memakai kurs pada harinya.`,
  };
}
