import { type Language, message, resources } from '@innkeeper/contract';
import { HELD_MAX, type PostedLine, type heldPostingCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import type { Handlers, Written } from '../../engine/calls/register.ts';
import { attempt } from '../../engine/exchange/import-write.ts';
import type { Row, Values } from '../../engine/resources/behaviour.ts';
import { meantIds, readBulk } from '../../engine/resources/bulk.ts';
import { findByNumber } from '../../engine/resources/look-ups.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import { createRecord, lockLiveRows } from '../../engine/resources/write.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { fail, invalid } from '../../platform/http/fail.ts';

type Calls = typeof heldPostingCalls;
const { held_posting, visit } = resources;

/** The calls for bills that were held: staff post each as a visit of theirs, or dismiss it with a reason. */
export const heldPostingHandlers = (services: FlowServices): Handlers<Calls> => ({
  'POST /api/held_posting/post': async (asked) => {
    const { context, timeZone, body, sent, language, request } = asked;
    const write = { context, services, d: visit, timeZone };
    const right = {
      ...(body.member_id && { member_id: body.member_id }),
      ...(body.visit_date && { visit_date: body.visit_date }),
      ...(body.remark !== null && { remark: body.remark }),
    };
    const { member_id: _, visit_date: __, remark: ___, ...which } = sent.values;
    const rows = await lockMeant(services, asked, which);
    const values = await valuesOf(write, rows, right);
    const data: PostedLine[] = [];
    for (const [i, row] of rows.entries())
      data.push(await postHeld(write, row, values[i] ?? {}, { language, requestId: request.id }));
    const posted = data.filter(({ outcome }) => outcome === 'posted').length;
    return { data, meta: { posted, refused: data.length - posted } };
  },
  'POST /api/held_posting/dismiss': async (asked) => {
    const { reason: _, ...which } = asked.sent.values;
    const rows = await lockMeant(services, asked, which);
    const posted = rows.filter(({ state }) => state === 'posted').map(({ id }) => String(id));
    if (posted.length > 0) throw fail('conflict', { message: POSTED, errors: { ids: posted.slice(0, 20) } });
    const ids = rows.flatMap(({ id, state }) => (state === 'waiting' ? [id] : []));
    await sql`update held_posting set state = 'dismissed', dismiss_reason = ${asked.body.reason} where id = any(${ids}::bigint[])`.execute(
      asked.context.tx,
    );
    return { data: { dismissed: ids.length } };
  },
});

const POSTED = { en: 'This bill is posted already.', id: 'Tagihan ini sudah dicatat.' };

/** The held postings that are meant, locked. Throws a 404 that lists those that are not there, a 422 where they are too many. */
async function lockMeant(
  services: FlowServices,
  { context, timeZone, sent }: Written<Calls[keyof Calls]>,
  which: Values,
): Promise<Row[]> {
  const write = { context, services, d: held_posting, timeZone };
  const bulk = readBulk({ ...sent, values: which });
  const ids = await meantIds(services, context, held_posting, bulk, { deleted: false, timeZone });
  if (ids.length > HELD_MAX) throw invalid({ ids: [message('list_length', HELD_MAX)] });
  return ids.length === 0 ? [] : lockLiveRows(write, ids);
}

/**
 * Posts one as the call for a visit does, and leaves nothing behind where that is refused. Without a right member it goes to the holder of the card
 * by now, or to the member whom the bill named. The database marks the held posting as posted.
 */
async function postHeld(
  write: Write,
  row: Row,
  values: Values,
  { language, requestId }: { readonly language: Language; readonly requestId: string },
): Promise<PostedLine> {
  const refusal = await attempt(write, async () => {
    if (row.state === 'posted') throw fail('conflict', { message: POSTED });
    if (values.member_id === null) throw invalid({ member_id: [message('required')] });
    await createRecord(write, { isForm: false, files: {}, values });
  });
  const answer = { id: row.id, reference_no: String(row.reference_no), visit: null, error: null };
  if (refusal) return { ...answer, outcome: 'refused', error: refusal.body(language, requestId) };
  const { rows } = await sql<{ id: number; visit_no: string }>`
    select v.id, v.visit_no from held_posting h join visit v on v.id = h.visit_id where h.id = ${row.id}`.execute(
    write.context.tx,
  );
  return { ...answer, outcome: 'posted', visit: rows[0] ?? null };
}

/** The fields of a visit for each of these; `right` holds values for all, which take the place of their own. */
async function valuesOf(write: Write, rows: readonly Row[], right: Values): Promise<Values[]> {
  const cards = right.member_id ? new Map<string, number>() : await findMembers(write, rows);
  return rows.map((row) => ({
    hotel_id: row.hotel_id,
    reference_no: row.reference_no,
    member_id: cards.get(String(row.card_no)) ?? row.member_id,
    visit_date: row.visit_date instanceof Date ? row.visit_date.toISOString() : row.visit_date,
    // A bill held with 0 in all told no amount: a 0 that was told was refused.
    ...(Number(row.grand_total) > 0 && {
      total_fb: row.total_fb,
      total_room: row.total_room,
      total_others: row.total_others,
    }),
    staff_name: row.staff_name,
    remark: row.remark,
    ...right,
  }));
}

/** The members of the cards by now. Only of those that are there: nobody has guessed the others. */
async function findMembers({ context, services }: Write, rows: readonly Row[]): Promise<ReadonlyMap<string, number>> {
  const waiting = rows.flatMap(({ id, state }) => (state === 'posted' ? [] : [id]));
  const { rows: there } = await sql<{ card_no: string }>`
    select h.card_no from held_posting h
    where h.id = any(${waiting}::bigint[]) and exists (
      select from member_card c where translate(lower(c.sbec_no), ' -', '') = translate(lower(h.card_no), ' -', '') and c.deleted_at is null)`.execute(
    context.tx,
  );
  const numbers = there.map(({ card_no }) => card_no);
  return findByNumber(context, services.behaviours, resources.member, numbers, 'number');
}
