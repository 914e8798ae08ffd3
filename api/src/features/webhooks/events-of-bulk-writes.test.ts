import { type ResourceDefinition, WEBHOOK_EVENTS, getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { REASON } from '../../testing/call.ts';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { startWebhooks } from './webhook-helpers.ts';

/** A bulk change enters one event per record, in order, in the transaction of the change. */

const { app, db, admin, inputs, fixtures, createWebhook, readMessages, request } = await startWebhooks();
const { id: allHookId } = await createWebhook();

/** Events of a record that is created, changed, deleted and restored. Sales are only created by the wizard. */
const EXPECTED_EVENTS: Readonly<
  Record<string, { created: string; changed?: string; deleted?: string; restored: string }>
> = {
  member: {
    created: 'member.created',
    changed: 'member.updated',
    deleted: 'member.updated',
    restored: 'member.updated',
  },
  member_card: { created: 'card.issued', restored: 'card.issued' },
  visit: { created: 'visit.posted', deleted: 'visit.deleted', restored: 'visit.posted' },
  voucher_redeem: { created: 'voucher.redeemed', deleted: 'voucher.voided', restored: 'voucher.redeemed' },
};
const cellOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : '');
const SETS: Readonly<Record<string, object>> = { member: { is_active: 0 }, member_card: { is_active: 0 } };

test('every resource with events is tested here except sales, which no bulk call creates', () => {
  const resources = new Set(Object.values(WEBHOOK_EVENTS).map(({ resource }) => resource));
  expect([...resources].sort()).toEqual([...Object.keys(EXPECTED_EVENTS), 'transaction'].sort());
});

describe.each(Object.keys(EXPECTED_EVENTS))('bulk changes of %s', (key) => {
  const d: ResourceDefinition = getResource(key);
  const { created, changed, deleted, restored } = EXPECTED_EVENTS[key] ?? { created: '', restored: '' };

  /**
   * Events of this resource's records since the last call: by record, in order. Each event must have been written in
   * the transaction of a logged change.
   */
  async function readNewEvents(): Promise<Readonly<Record<number, readonly string[]>>> {
    const { rows: separateRows } = await sql`
      select e.event, e.record_id from webhook_event e
      where not exists (select from audit_log o where o.xmin = e.xmin) and e.event <> 'member.lapsed'`.execute(
      db.kysely,
    );
    expect(separateRows).toEqual([]);
    const namesById: Record<number, string[]> = {};
    for (const { type, data } of await readMessages(allHookId))
      if (WEBHOOK_EVENTS[type].resource === key) (namesById[data.id] ??= []).push(type);
    return namesById;
  }
  const toEvents = (ids: readonly number[], ...types: readonly (string | undefined)[]) => {
    const knownTypes = types.filter((type) => type !== undefined);
    return knownTypes.length === 0 ? {} : Object.fromEntries(ids.map((id) => [id, knownTypes]));
  };
  const postBulk = async (path: string, body: object): Promise<string> => {
    const reply = await request('POST', `${key}/${path}`, body);
    expect(reply.status, reply.text).toBeLessThan(300);
    return String(reply.headers['x-request-id']);
  };
  const undoBulk = (request_id: string) => postBulk('undoBulk', { request_id });
  const create = async (): Promise<readonly number[]> => {
    const ids = [(await inputs.create(d)).id, (await inputs.create(d)).id];
    await readMessages(allHookId);
    return ids;
  };

  test('send events for imported records, and when the import is undone', async () => {
    const rows = [await inputs.createRequired(d), await inputs.createRequired(d)];
    const names = [...new Set(rows.flatMap(Object.keys))];
    await readMessages(allHookId);
    const file = csvFile([names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]);
    const dryRunReply = await upload(app, admin.token, key, file, { dry_run: '1' });
    expect(dryRunReply.status, dryRunReply.text).toBe(200);
    expect(await readNewEvents()).toEqual({});
    const importReply = await upload<{ data: { id: number } }>(app, admin.token, key, file);
    expect(importReply.status, importReply.text).toBe(201);
    const first = await readNewEvents();
    const ids = Object.keys(first).map(Number);
    expect(ids).toHaveLength(2);
    expect(first).toEqual(toEvents(ids, created));
    const undoReply = await request('POST', `import/${importReply.body.data.id}/undo`);
    expect(undoReply.status, undoReply.text).toBe(200);
    expect(await readNewEvents()).toEqual(toEvents(ids, deleted));
  });

  test('send events for edits of disclosed fields, and when the edit is undone', async () => {
    const ids = await create();
    const edit = await postBulk('updateBulk', { ids, set: SETS[key] ?? (await inputs.createShared(d)) });
    expect(await readNewEvents()).toEqual(toEvents(ids, changed));
    await undoBulk(edit);
    expect(await readNewEvents()).toEqual(toEvents(ids, changed));
  });

  test('send events for deletes and restores, and when either is undone', async () => {
    const ids = await create();
    const deletion = await postBulk('destroyBulk', { ids, ...REASON.body });
    expect(await readNewEvents()).toEqual(toEvents(ids, deleted));
    await undoBulk(deletion);
    expect(await readNewEvents()).toEqual(toEvents(ids, restored));
    await postBulk('destroyBulk', { ids, ...REASON.body });
    const restoring = await postBulk('restoreBulk', { ids });
    expect(await readNewEvents()).toEqual(
      key === 'member' ? toEvents(ids, restored) : toEvents(ids, deleted, restored),
    );
    await undoBulk(restoring);
    expect(await readNewEvents()).toEqual(toEvents(ids, deleted));
  });

  test('send no events if one record is rejected', async () => {
    const [first = 0] = await create();
    const reply = await request('POST', `${key}/destroyBulk`, { ids: [first, 999_999_999], ...REASON.body });
    expect(reply.status).toBe(404);
    expect(await readNewEvents()).toEqual({});
  });
});

test('bulk cancelling and restoring of sales sends events, and so does undoing either', async () => {
  const ids = [(await fixtures.sell()).body.data.transaction.id, (await fixtures.sell()).body.data.transaction.id];
  await readMessages(allHookId);
  const postBulk = async (path: string, body: object): Promise<string> => {
    const reply = await request('POST', `transaction/${path}`, body);
    expect(reply.status, reply.text).toBe(200);
    return String(reply.headers['x-request-id']);
  };
  const readNewEvents = async () =>
    (await readMessages(allHookId))
      .flatMap(({ type, data }) => (type.startsWith('sale') ? [`${type} ${data.id}`] : []))
      .sort();
  const toEvents = (type: string) => ids.map((id) => `${type} ${id}`).sort();
  const requestId = await postBulk('destroyBulk', { ids, ...REASON.body });
  expect(await readNewEvents()).toEqual(toEvents('sale.cancelled'));
  await postBulk('undoBulk', { request_id: requestId });
  expect(await readNewEvents()).toEqual(toEvents('sale.made'));
  await postBulk('destroyBulk', { ids, ...REASON.body });
  await readMessages(allHookId);
  const restoring = await postBulk('restoreBulk', { ids });
  expect(await readNewEvents()).toEqual(toEvents('sale.made'));
  await postBulk('undoBulk', { request_id: restoring });
  expect(await readNewEvents()).toEqual(toEvents('sale.cancelled'));
});
