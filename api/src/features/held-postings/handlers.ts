import { type Language, message, resources } from '@innkeeper/contract';
import { MAX_HELD_POSTINGS, type HeldPostingResult, type heldPostingCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import type { Handlers, WriteCall } from '../../engine/calls/register.ts';
import { runInSavepoint } from '../../engine/resources/write-rows.ts';
import type { Row, Values } from '../../engine/resources/resource-hooks.ts';
import { findMatchingIds, parseBulkCall } from '../../engine/resources/bulk.ts';
import { findByNumber } from '../../engine/resources/number-lookups.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { createRecord, lockLiveRows } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { visitTexts } from '../../texts/visits.ts';

type Calls = typeof heldPostingCalls;
const { held_posting, visit } = resources;

/** Calls for held bills: staff post each as their own visit, or dismiss it with a reason. */
export const heldPostingHandlers = (services: WorkflowServices): Handlers<Calls> => ({
  'POST /api/held_posting/post': async (input) => {
    const { context, timeZone, body, rawBody, language, request } = input;
    const write = { context, services, d: visit, timeZone };
    const overrides = {
      ...(body.member_id && { member_id: body.member_id }),
      ...(body.visit_date && { visit_date: body.visit_date }),
      ...(body.remark !== null && { remark: body.remark }),
    };
    const { member_id: _, visit_date: __, remark: ___, ...selection } = rawBody.values;
    const rows = await lockSelectedPostings(services, input, selection);
    const values = await toVisitValues(write, rows, overrides);
    const data: HeldPostingResult[] = [];
    for (const [i, row] of rows.entries())
      data.push(await postHeldPosting(write, row, values[i] ?? {}, { language, requestId: request.id }));
    const posted = data.filter(({ outcome }) => outcome === 'posted').length;
    return { data, meta: { posted, rejected: data.length - posted } };
  },
  'POST /api/held_posting/dismiss': async (input) => {
    const { reason: _, ...selection } = input.rawBody.values;
    const rows = await lockSelectedPostings(services, input, selection);
    const postedIds = rows.filter(({ state }) => state === 'posted').map(({ id }) => String(id));
    if (postedIds.length > 0)
      throw apiError('conflict', { message: visitTexts.alreadyPosted, errors: { ids: postedIds.slice(0, 20) } });
    const ids = rows.flatMap(({ id, state }) => (state === 'waiting' ? [id] : []));
    await sql`update held_posting set state = 'dismissed', dismiss_reason = ${input.body.reason}
      where id = any(${ids}::bigint[])`.execute(input.context.tx);
    return { data: { dismissed: ids.length } };
  },
});

/** Locks the selected held postings. Throws a 404 that lists the missing ones, or a 422 if there are too many. */
async function lockSelectedPostings(
  services: WorkflowServices,
  { context, timeZone, rawBody }: WriteCall<Calls[keyof Calls]>,
  input: Values,
): Promise<Row[]> {
  const write = { context, services, d: held_posting, timeZone };
  const bulk = parseBulkCall({ ...rawBody, values: input });
  const ids = await findMatchingIds(services, context, held_posting, bulk, { deleted: false, timeZone });
  if (ids.length > MAX_HELD_POSTINGS) throw validationError({ ids: [message('list_length', MAX_HELD_POSTINGS)] });
  return ids.length === 0 ? [] : lockLiveRows(write, ids);
}

/**
 * Posts one held bill like the call for a visit, and rolls it back if it is rejected. If the overrides name no member,
 * it goes to the current holder of the card or to the member that the bill named. The database marks the held posting
 * as posted.
 */
async function postHeldPosting(
  write: Write,
  row: Row,
  values: Values,
  { language, requestId }: { readonly language: Language; readonly requestId: string },
): Promise<HeldPostingResult> {
  const rejection = await runInSavepoint(write, async () => {
    if (row.state === 'posted') throw apiError('conflict', { message: visitTexts.alreadyPosted });
    if (values.member_id === null) throw validationError({ member_id: [message('required')] });
    await createRecord(write, { isForm: false, files: {}, values });
  });
  const response = { id: row.id, reference_no: String(row.reference_no), visit: null, error: null };
  if (rejection) return { ...response, outcome: 'rejected', error: rejection.body(language, requestId) };
  const { rows } = await sql<{ id: number; visit_no: string }>`
    select v.id, v.visit_no from held_posting h join visit v on v.id = h.visit_id where h.id = ${row.id}`.execute(
    write.context.tx,
  );
  return { ...response, outcome: 'posted', visit: rows[0] ?? null };
}

/** The visit fields of each row, with the overrides applied to all of them. */
async function toVisitValues(write: Write, rows: readonly Row[], overrides: Values): Promise<Values[]> {
  const memberIdByCard = overrides.member_id ? new Map<string, number>() : await findMemberIdByCard(write, rows);
  return rows.map((row) => ({
    hotel_id: row.hotel_id,
    reference_no: row.reference_no,
    member_id: memberIdByCard.get(String(row.card_no)) ?? row.member_id,
    visit_date: row.visit_date instanceof Date ? row.visit_date.toISOString() : row.visit_date,
    // A total of 0 means that the bill had no amount. Omit it, because an explicit 0 is rejected.
    ...(Number(row.grand_total) > 0 && {
      total_fb: row.total_fb,
      total_room: row.total_room,
      total_others: row.total_others,
    }),
    staff_name: row.staff_name,
    remark: row.remark,
    ...overrides,
  }));
}

/**
 * Current members of the cards. Only existing cards are looked up, so that unknown ones do not count as failed
 * attempts.
 */
async function findMemberIdByCard(
  { context, services }: Write,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, number>> {
  const unpostedIds = rows.flatMap(({ id, state }) => (state === 'posted' ? [] : [id]));
  const { rows: existing } = await sql<{ card_no: string }>`
    select h.card_no from held_posting h
    where h.id = any(${unpostedIds}::bigint[]) and exists (
      select from member_card c where translate(lower(c.sbec_no), ' -', '') = translate(lower(h.card_no), ' -', '')
        and c.deleted_at is null)`.execute(context.tx);
  const cardNumbers = existing.map(({ card_no }) => card_no);
  return findByNumber(context, services.hooksByResource, resources.member, cardNumbers, 'number');
}
