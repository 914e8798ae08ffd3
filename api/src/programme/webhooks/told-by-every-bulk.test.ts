import { type ResourceDefinition, WEBHOOK_EVENTS, getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { REASON } from '../../testing/call.ts';
import { csvFile, upload } from '../../engine/exchange/test-tables.ts';
import { startWebhooks } from './test-webhooks.ts';

/** A change of many records at once is told of each of them once, in its order, in the transaction of the change. */

const { app, db, admin, inputs, house, hook, told, ask } = await startWebhooks();
const { id: all } = await hook();

/** The events of a record that comes, goes and comes back, and of its change; sales come by the wizard alone. */
const TOLD: Readonly<Record<string, { made: string; changed?: string; gone?: string; back: string }>> = {
  member: { made: 'member.created', changed: 'member.updated', gone: 'member.updated', back: 'member.updated' },
  member_card: { made: 'card.issued', back: 'card.issued' },
  visit: { made: 'visit.posted', gone: 'visit.deleted', back: 'visit.posted' },
  voucher_redeem: { made: 'voucher.redeemed', gone: 'voucher.voided', back: 'voucher.redeemed' },
};
const cellOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : '');
const SETS: Readonly<Record<string, object>> = { member: { is_active: 0 }, member_card: { is_active: 0 } };

test('every resource that is told of is tried here, but sales, which no bulk call makes', () => {
  const resources = new Set(Object.values(WEBHOOK_EVENTS).map(({ resource }) => resource));
  expect([...resources].sort()).toEqual([...Object.keys(TOLD), 'transaction'].sort());
});

describe.each(Object.keys(TOLD))('many records of %s', (key) => {
  const d: ResourceDefinition = getResource(key);
  const { made, changed, gone, back } = TOLD[key] ?? { made: '', back: '' };

  /** The events of records of this resource since they were asked for last: by record, in order. Nothing of it outlives its change. */
  async function since(): Promise<Readonly<Record<number, readonly string[]>>> {
    const { rows: apart } = await sql`
      select e.event, e.record_id from webhook_event e
      where not exists (select from operation o where o.xmin = e.xmin) and e.event <> 'member.lapsed'`.execute(
      db.kysely,
    );
    expect(apart).toEqual([]);
    const by: Record<number, string[]> = {};
    for (const { type, data } of await told(all))
      if (WEBHOOK_EVENTS[type].resource === key) (by[data.id] ??= []).push(type);
    return by;
  }
  const each = (ids: readonly number[], ...types: readonly (string | undefined)[]) => {
    const known = types.filter((type) => type !== undefined);
    return known.length === 0 ? {} : Object.fromEntries(ids.map((id) => [id, known]));
  };
  const bulk = async (path: string, body: object): Promise<string> => {
    const reply = await ask('POST', `${key}/${path}`, body);
    expect(reply.status, reply.text).toBeLessThan(300);
    return String(reply.headers['x-request-id']);
  };
  const undo = (request_id: string) => bulk('undoBulk', { request_id });
  const create = async (): Promise<readonly number[]> => {
    const ids = [(await inputs.create(d)).id, (await inputs.create(d)).id];
    await told(all);
    return ids;
  };

  test('that a file brings are told of, and those that are taken back', async () => {
    const rows = [await inputs.required(d), await inputs.required(d)];
    const names = [...new Set(rows.flatMap(Object.keys))];
    await told(all);
    const file = csvFile([names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]);
    const tried = await upload(app, admin.token, key, file, { dry_run: '1' });
    expect(tried.status, tried.text).toBe(200);
    expect(await since()).toEqual({});
    const brought = await upload<{ data: { id: number } }>(app, admin.token, key, file);
    expect(brought.status, brought.text).toBe(201);
    const first = await since();
    const ids = Object.keys(first).map(Number);
    expect(ids).toHaveLength(2);
    expect(first).toEqual(each(ids, made));
    const undone = await ask('POST', `import/${brought.body.data.id}/undo`);
    expect(undone.status, undone.text).toBe(200);
    expect(await since()).toEqual(each(ids, gone));
  });

  test('that are edited are told of where something of it is told, and when that is undone', async () => {
    const ids = await create();
    const edit = await bulk('updateBulk', { ids, set: SETS[key] ?? (await inputs.share(d)) });
    expect(await since()).toEqual(each(ids, changed));
    await undo(edit);
    expect(await since()).toEqual(each(ids, changed));
  });

  test('that are deleted and restored are told of, and when either is undone', async () => {
    const ids = await create();
    const deletion = await bulk('destroyBulk', { ids, ...REASON.body });
    expect(await since()).toEqual(each(ids, gone));
    await undo(deletion);
    expect(await since()).toEqual(each(ids, back));
    await bulk('destroyBulk', { ids, ...REASON.body });
    const restoring = await bulk('restoreBulk', { ids });
    expect(await since()).toEqual(key === 'member' ? each(ids, back) : each(ids, gone, back));
    await undo(restoring);
    expect(await since()).toEqual(each(ids, gone));
  });

  test('of which one is refused are told of not at all', async () => {
    const [first = 0] = await create();
    const reply = await ask('POST', `${key}/destroyBulk`, { ids: [first, 999_999_999], ...REASON.body });
    expect(reply.status).toBe(404);
    expect(await since()).toEqual({});
  });
});

test('many sales that are cancelled and come back are told of, and when either is undone', async () => {
  const ids = [(await house.sell()).body.data.transaction.id, (await house.sell()).body.data.transaction.id];
  await told(all);
  const bulk = async (path: string, body: object): Promise<string> => {
    const reply = await ask('POST', `transaction/${path}`, body);
    expect(reply.status, reply.text).toBe(200);
    return String(reply.headers['x-request-id']);
  };
  const since = async () =>
    (await told(all)).flatMap(({ type, data }) => (type.startsWith('sale') ? [`${type} ${data.id}`] : [])).sort();
  const each = (type: string) => ids.map((id) => `${type} ${id}`).sort();
  const cancelling = await bulk('destroyBulk', { ids, ...REASON.body });
  expect(await since()).toEqual(each('sale.cancelled'));
  await bulk('undoBulk', { request_id: cancelling });
  expect(await since()).toEqual(each('sale.made'));
  await bulk('destroyBulk', { ids, ...REASON.body });
  await told(all);
  const restoring = await bulk('restoreBulk', { ids });
  expect(await since()).toEqual(each('sale.made'));
  await bulk('undoBulk', { request_id: restoring });
  expect(await since()).toEqual(each('sale.cancelled'));
});
