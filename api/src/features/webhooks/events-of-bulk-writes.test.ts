import { type ResourceDefinition, WEBHOOK_EVENTS, getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { REASON } from '../../testing/call.ts';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { startWebhooks } from './webhook-helpers.ts';

/** A bulk change enters one event per record, in order, in the transaction of the change. */

const { app, db, admin, inputs, fixtures, hook, messagesTo, request } = await startWebhooks();
const { id: all } = await hook();

/** Events of a record that is created, changed, deleted and restored. Sales are only created by the wizard. */
const EXPECTED_EVENTS: Readonly<Record<string, { made: string; changed?: string; deleted?: string; back: string }>> = {
  member: { made: 'member.created', changed: 'member.updated', deleted: 'member.updated', back: 'member.updated' },
  member_card: { made: 'card.issued', back: 'card.issued' },
  visit: { made: 'visit.posted', deleted: 'visit.deleted', back: 'visit.posted' },
  voucher_redeem: { made: 'voucher.redeemed', deleted: 'voucher.voided', back: 'voucher.redeemed' },
};
const cellOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : '');
const SETS: Readonly<Record<string, object>> = { member: { is_active: 0 }, member_card: { is_active: 0 } };

test('every resource with events is tested here except sales, which no bulk call creates', () => {
  const resources = new Set(Object.values(WEBHOOK_EVENTS).map(({ resource }) => resource));
  expect([...resources].sort()).toEqual([...Object.keys(EXPECTED_EVENTS), 'transaction'].sort());
});

describe.each(Object.keys(EXPECTED_EVENTS))('bulk changes of %s', (key) => {
  const d: ResourceDefinition = getResource(key);
  const { made, changed, deleted, back } = EXPECTED_EVENTS[key] ?? { made: '', back: '' };

  /**
   * Events of this resource's records since the last call: by record, in order. Each event must have been written in
   * the transaction of a logged change.
   */
  async function since(): Promise<Readonly<Record<number, readonly string[]>>> {
    const { rows: separateRows } = await sql`
      select e.event, e.record_id from webhook_event e
      where not exists (select from audit_log o where o.xmin = e.xmin) and e.event <> 'member.lapsed'`.execute(
      db.kysely,
    );
    expect(separateRows).toEqual([]);
    const by: Record<number, string[]> = {};
    for (const { type, data } of await messagesTo(all))
      if (WEBHOOK_EVENTS[type].resource === key) (by[data.id] ??= []).push(type);
    return by;
  }
  const each = (ids: readonly number[], ...types: readonly (string | undefined)[]) => {
    const known = types.filter((type) => type !== undefined);
    return known.length === 0 ? {} : Object.fromEntries(ids.map((id) => [id, known]));
  };
  const bulk = async (path: string, body: object): Promise<string> => {
    const reply = await request('POST', `${key}/${path}`, body);
    expect(reply.status, reply.text).toBeLessThan(300);
    return String(reply.headers['x-request-id']);
  };
  const undo = (request_id: string) => bulk('undoBulk', { request_id });
  const create = async (): Promise<readonly number[]> => {
    const ids = [(await inputs.create(d)).id, (await inputs.create(d)).id];
    await messagesTo(all);
    return ids;
  };

  test('send events for imported records, and when the import is undone', async () => {
    const rows = [await inputs.required(d), await inputs.required(d)];
    const names = [...new Set(rows.flatMap(Object.keys))];
    await messagesTo(all);
    const file = csvFile([names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]);
    const tried = await upload(app, admin.token, key, file, { dry_run: '1' });
    expect(tried.status, tried.text).toBe(200);
    expect(await since()).toEqual({});
    const imported = await upload<{ data: { id: number } }>(app, admin.token, key, file);
    expect(imported.status, imported.text).toBe(201);
    const first = await since();
    const ids = Object.keys(first).map(Number);
    expect(ids).toHaveLength(2);
    expect(first).toEqual(each(ids, made));
    const undone = await request('POST', `import/${imported.body.data.id}/undo`);
    expect(undone.status, undone.text).toBe(200);
    expect(await since()).toEqual(each(ids, deleted));
  });

  test('send events for edits of disclosed fields, and when the edit is undone', async () => {
    const ids = await create();
    const edit = await bulk('updateBulk', { ids, set: SETS[key] ?? (await inputs.share(d)) });
    expect(await since()).toEqual(each(ids, changed));
    await undo(edit);
    expect(await since()).toEqual(each(ids, changed));
  });

  test('send events for deletes and restores, and when either is undone', async () => {
    const ids = await create();
    const deletion = await bulk('destroyBulk', { ids, ...REASON.body });
    expect(await since()).toEqual(each(ids, deleted));
    await undo(deletion);
    expect(await since()).toEqual(each(ids, back));
    await bulk('destroyBulk', { ids, ...REASON.body });
    const restoring = await bulk('restoreBulk', { ids });
    expect(await since()).toEqual(key === 'member' ? each(ids, back) : each(ids, deleted, back));
    await undo(restoring);
    expect(await since()).toEqual(each(ids, deleted));
  });

  test('send no events if one record is rejected', async () => {
    const [first = 0] = await create();
    const reply = await request('POST', `${key}/destroyBulk`, { ids: [first, 999_999_999], ...REASON.body });
    expect(reply.status).toBe(404);
    expect(await since()).toEqual({});
  });
});

test('bulk cancelling and restoring of sales sends events, and so does undoing either', async () => {
  const ids = [(await fixtures.sell()).body.data.transaction.id, (await fixtures.sell()).body.data.transaction.id];
  await messagesTo(all);
  const bulk = async (path: string, body: object): Promise<string> => {
    const reply = await request('POST', `transaction/${path}`, body);
    expect(reply.status, reply.text).toBe(200);
    return String(reply.headers['x-request-id']);
  };
  const since = async () =>
    (await messagesTo(all)).flatMap(({ type, data }) => (type.startsWith('sale') ? [`${type} ${data.id}`] : [])).sort();
  const each = (type: string) => ids.map((id) => `${type} ${id}`).sort();
  const cancelling = await bulk('destroyBulk', { ids, ...REASON.body });
  expect(await since()).toEqual(each('sale.cancelled'));
  await bulk('undoBulk', { request_id: cancelling });
  expect(await since()).toEqual(each('sale.made'));
  await bulk('destroyBulk', { ids, ...REASON.body });
  await messagesTo(all);
  const restoring = await bulk('restoreBulk', { ids });
  expect(await since()).toEqual(each('sale.made'));
  await bulk('undoBulk', { request_id: restoring });
  expect(await since()).toEqual(each('sale.cancelled'));
});
