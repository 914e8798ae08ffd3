import { isReason, message } from '@innkeeper/contract';
import type { MonthClosing, monthCloseCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import type { Handlers } from '../../engine/calls/register.ts';
import { type WriteContext, requireApproval } from '../../engine/resources/resource-hooks.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { monthSql, readChecks, readTotals } from './month-checks.ts';
import { getCountry, getClosing, lockCountry, readClosings, readCountries } from './closings.ts';
import { readComparison } from './comparison.ts';
import { readFees } from './fees.ts';
import { parseLiabilityQuery, readLiability } from './liability.ts';
import { monthCloseTexts } from '../../texts/month-close.ts';

/** Month close: the check list, closing a month, and comparing it with its closing. */
export const monthCloseHandlers = ({ db }: WorkflowServices): Handlers<typeof monthCloseCalls> => ({
  'GET /api/month_close': async ({ actor, now, query: { country_id, page, per_page } }) => {
    const where = sql`(${country_id}::bigint is null or m.country_id = ${country_id})`;
    const { data, total } = await readClosings(db.kysely, actor, where, { page, perPage: per_page });
    return { data, countries: await readCountries(db.kysely, actor, now), meta: { page, per_page, total } };
  },

  'GET /api/month_close/check': async ({ actor, now, query: { country_id, month } }) => {
    const country = await getCountry(db.kysely, actor, now, country_id);
    const { data } = await readClosings(
      db.kysely,
      actor,
      sql`m.country_id = ${country_id} and m.month = ${month} and m.reopened_at is null`,
    );
    return {
      data: {
        country: { id: country.id, name: country.name },
        month,
        is_over: month <= country.month,
        closing: data[0] ?? null,
        checks: await readChecks(db.kysely, country_id, month),
        amounts: await readTotals(db.kysely, monthSql(country_id, month)),
      },
    };
  },

  'GET /api/month_close/liability': async ({ actor, now, timeZone, query: parameters }) => {
    const query = parseLiabilityQuery(parameters, { now, timeZone });
    const rows = await readLiability(db.kysely, actor, query);
    return { data: { from: query.from, to: query.to, rows } };
  },

  'GET /api/month_close/fees': async ({ actor, query }) => ({
    data: { from: query.from, to: query.to, rows: await readFees(db.kysely, actor, query) },
  }),

  'POST /api/month_close': async ({ context, body: { country_id, month, remark } }) => ({
    data: await closeMonth(context, { country: country_id, month, remark }),
  }),

  'POST /api/month_close/{id}/reopen': async ({ context, path: { id }, body: { reason } }) => ({
    data: await reopenMonth(context, id, reason),
  }),

  'GET /api/month_close/{id}/comparison': async ({ actor, path: { id } }) => {
    const closing = await getClosing(db.kysely, actor, id);
    return { data: { closing, ...(await readComparison(db.kysely, closing)) } };
  },
});

/** Reopens a month after another user has approved it. Throws a 409 if it is open. */
async function reopenMonth(context: WriteContext, id: number, reason: string): Promise<MonthClosing> {
  const { tx, actor, now } = context;
  const closing = await getClosing(tx, actor, id);
  if (closing.reopened_at !== null) throw apiError('conflict', { message: monthCloseTexts.alreadyReopened });
  requireApproval(context, 'reopen_month', monthCloseTexts.secondApprover);
  const approverId = context.approved?.by ?? null;
  if (approverId === null) return closing;
  await lockCountry(tx, closing.country.id);
  await sql`update month_close set reopened_at = ${now}, reopened_by_id = ${actor.userId}, approved_by_id = ${approverId},
      reopen_reason = ${reason}
    where id = ${id}`.execute(tx);
  await sql`select unfreeze_liability(${closing.country.id})`.execute(tx);
  return getClosing(tx, actor, id);
}

/**
 * Freezes the sums and all records of a month. Throws a 422 for a country that is not visible, a month that has not
 * ended, or a missing remark despite open check-list items; a 409 for a closed month.
 */
async function closeMonth(
  { tx, actor, now }: WriteContext,
  { country: id, month, remark }: { country: number; month: string; remark: string | null },
): Promise<MonthClosing> {
  const country = await getCountry(tx, actor, now, id);
  if (month > country.month) throw validationError({ month: [message('month_not_over')] });
  await lockCountry(tx, id);
  const openClosing = sql`m.country_id = ${id} and m.month = ${month} and m.reopened_at is null`;
  if ((await readClosings(tx, actor, openClosing)).total > 0)
    throw apiError('month_closed', { params: { month: `${month} ${country.name}` } });
  const isClean = (await readChecks(tx, id, month)).every(({ number }) => number === 0);
  if (!isClean && !isReason(remark ?? '')) throw validationError({ remark: [message('month_remark')] });
  // The newest seal of the log is stored with the month.
  await sql`select seal_log()`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    insert into month_close (country_id, month, remark, closed_at, closed_by_id, seal_id, seal_hash)
    select ${id}, ${month}, ${remark}, ${now}, ${actor.userId}, s.id, s.hash
    from (select) one left join (select id, hash from log_seal order by id desc limit 1) s on true
    returning id`.execute(tx);
  const closingId = rows[0]?.id ?? 0;
  await sql`insert into month_close_row (month_close_id, resource, record_id, hotel_id, part, currency, amount,
        amount_usd)
    select ${closingId}, r.* from (${monthSql(id, month)}) r`.execute(tx);
  return getClosing(tx, actor, closingId);
}
