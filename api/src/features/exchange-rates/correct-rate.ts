import { resources } from '@innkeeper/contract';
import { RATE_CORRECTION_LABEL, type RateCorrection } from '@innkeeper/contract/calls';
import { lockTimeoutSql } from '@innkeeper/db';
import { sql } from 'kysely';
import type { WriteContext } from '../../engine/resources/resource-hooks.ts';
import { constraintError } from '../../engine/resources/constraint-errors.ts';
import { apiError } from '../../platform/http/api-error.ts';
import {
  type Correction,
  type Executor,
  type AffectedRecord,
  assertValidCorrection,
  isCountryRate,
  affectedRecordsSql,
  readCorrections,
  readCountry,
} from './rates.ts';
import { exchangeRateTexts } from '../../texts/exchange-rates.ts';

/*
 * Corrects a wrong rate to the US dollar. One action revalues every record that used it, records the reason and the
 * affected records, and can be undone once as a whole, which restores the wrong rate. Records of closed months are
 * excluded.
 */

/**
 * Throws a 404 if the country is not visible as a whole, a 422 if both rates are equal, and a 409 if nothing uses the
 * wrong rate.
 */
export async function correctRate(
  context: WriteContext,
  id: number,
  input: Correction & { readonly reason: string },
): Promise<RateCorrection> {
  const { tx, actor, now } = context;
  assertValidCorrection(input);
  const country = await readCountry(tx, actor, id, true);
  await lockRecords(tx, id);
  const { rows } = await affectedRecordsSql(id, input).execute(tx);
  const openRecords = rows.filter(({ closed_in }) => closed_in === null);
  const isCurrentRate = isCountryRate(country, input);
  if (openRecords.length === 0 && !isCurrentRate)
    throw apiError('conflict', { message: exchangeRateTexts.nothingToCorrect });
  const transactions = filterRecordIds(openRecords, 'transaction');
  const visits = filterRecordIds(openRecords, 'visit');
  const inserted = await sql<{ id: number }>`
    insert into rate_correction (country_id, wrong_rate, right_rate, from_date, until_date, reason, transactions, lines,
                                 visits, left_closed, is_rate_of_country, corrected_at, corrected_by_id)
    select ${id}, ${input.wrong_rate}, ${input.usd_rate}, ${input.from_date}, ${input.until_date},
           ${input.reason}, ${transactions.length},
           (select count(*) from transaction_detail where transaction_id = any(${transactions}::bigint[])),
           ${visits.length}, ${rows.length - openRecords.length}, ${isCurrentRate}, ${now}, ${actor.userId}
    returning id`.execute(tx);
  const correctionId = inserted.rows[0]?.id ?? 0;
  await sql`
    insert into rate_correction_row (rate_correction_id, resource, record_id, sub_total_usd)
    select ${correctionId}::bigint, 'transaction', unnest(${transactions}::bigint[]), null::numeric
    union all select ${correctionId}::bigint, 'visit', unnest(${visits}::bigint[]), null::numeric
    union all select ${correctionId}::bigint, 'transaction_detail', d.id, d.sub_total_usd
    from transaction_detail d where d.transaction_id = any(${transactions}::bigint[])`.execute(tx);
  await updateUsdValues(tx, transactions, visits, input.usd_rate);
  if (isCurrentRate) await sql`update country set usd_rate = ${input.usd_rate} where id = ${id}`.execute(tx);
  return getCorrection(tx, id, correctionId);
}

/**
 * Throws a 404 if the correction is not visible, and a 409 if it was already undone, one of its rates was changed
 * since, or one of its months was closed.
 */
export async function undoCorrection({ tx, actor, now }: WriteContext, id: number): Promise<RateCorrection> {
  const { rows: correctionRows } = await sql<{
    country_id: number;
  }>`select country_id from rate_correction where id = ${id}`.execute(tx);
  const notFoundError = apiError('record_not_found', { params: { label: RATE_CORRECTION_LABEL, id } });
  const countryId = correctionRows[0]?.country_id;
  if (countryId === undefined) throw notFoundError;
  const country = await readCountry(tx, actor, countryId, true).catch(() => {
    throw notFoundError;
  });
  // Read after locking the country: of two concurrent undos, the second sees that it was undone.
  const correction = await getCorrection(tx, country.id, id);
  if (correction.undone_at !== null) throw apiError('conflict', { message: exchangeRateTexts.alreadyUndone });
  await lockRecords(tx, country.id);
  const { rows } = await sql<Pick<AffectedRecord, 'resource' | 'record_id'> & { readonly is_intact: boolean }>`
    select r.resource, r.record_id, coalesce(coalesce(t.usd_rate, v.usd_rate) = ${correction.right_rate}::numeric, false) as is_intact
    from rate_correction_row r
    left join transaction t on r.resource = 'transaction' and t.id = r.record_id
    left join visit v on r.resource = 'visit' and v.id = r.record_id
    where r.rate_correction_id = ${id} and r.resource <> 'transaction_detail'`.execute(tx);
  const isCountryIntact = !correction.is_rate_of_country || Number(country.usd_rate) === Number(correction.right_rate);
  if (!isCountryIntact || !rows.every(({ is_intact }) => is_intact))
    throw apiError('conflict', { message: exchangeRateTexts.changedSince });
  await updateUsdValues(
    tx,
    filterRecordIds(rows, 'transaction'),
    filterRecordIds(rows, 'visit'),
    correction.wrong_rate,
  );
  await sql`select restore_line_amounts(${id})`.execute(tx);
  if (correction.is_rate_of_country)
    await sql`update country set usd_rate = ${correction.wrong_rate} where id = ${country.id}`.execute(tx);
  await sql`update rate_correction set undone_at = ${now}, undone_by_id = ${actor.userId} where id = ${id}`.execute(tx);
  return getCorrection(tx, country.id, id);
}

/**
 * Blocks writes at the hotels of the country. Revaluing a country's year takes longer than the lock timeout of a user's
 * request, so this uses the background timeout.
 */
async function lockRecords(tx: Executor, countryId: number): Promise<void> {
  await sql`select ${sql.raw(lockTimeoutSql('background'))}, lock_for_revaluation(${countryId})`.execute(tx);
}

const filterRecordIds = (
  rows: readonly Pick<AffectedRecord, 'resource' | 'record_id'>[],
  requestedResource: AffectedRecord['resource'],
): number[] => rows.flatMap(({ resource, record_id }) => (resource === requestedResource ? [record_id] : []));

/** Throws the database's rejection: a month was closed since, or a value has too many digits. */
async function updateUsdValues(tx: Executor, transactions: number[], visits: number[], rate: string): Promise<void> {
  await sql`select revalue_records(${transactions}::bigint[], ${visits}::bigint[], ${rate}::numeric)`
    .execute(tx)
    .catch((error: unknown) => {
      throw constraintError(resources.transaction, error) ?? error;
    });
}

async function getCorrection(tx: Executor, countryId: number, id: number): Promise<RateCorrection> {
  const [correction] = await readCorrections(tx, countryId, id);
  if (!correction) throw apiError('record_not_found', { params: { label: RATE_CORRECTION_LABEL, id } });
  return correction;
}
