import { type HistoryEntry, type ListMeta, type ResourceDefinition, isStored } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { parseBody, parseWritten } from '../../../testing/responses.ts';
import { REASON, call } from '../../../testing/call.ts';
import { toReadForm, expectError, expectInvalid } from '../../../testing/expectations.ts';
import { type Input, createInputs } from '../../../testing/inputs.ts';
import { everyResource, everyWritable, findWritableFields } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const clerk = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

type History = { readonly data: readonly HistoryEntry[]; readonly meta: ListMeta };
const readHistory = async (key: string, id: number, query = '') => {
  const reply = await call(app, admin.token, 'GET', `/api/${key}/${id}/history${query}`);
  expect(reply.status, reply.text).toBe(200);
  return parseBody(reply) as History; // the fields that the tests below read
};
const post = (token: string, path: string, body: object = {}) => call(app, token, 'POST', `/api/${path}`, { body });

/** Fields whose history shows the value as it was sent. */
const isDescribed = (d: ResourceDefinition, name: string): boolean => {
  const f = d.fields[name];
  return f !== undefined && (isStored(f) || f.kind === 'references') && f.kind !== 'secret';
};
const describedFields = (d: ResourceDefinition, input: Input): Input =>
  Object.fromEntries(Object.entries(toReadForm(d, input)).filter(([name]) => isDescribed(d, name)));

describe.each(everyWritable)('the history of %s', (key, d) => {
  test('shows who created, changed, deleted and restored a record, newest first', async () => {
    const input = await inputs.createFull(d);
    const { id } = parseWritten(await post(admin.token, key, input));
    const change = await inputs.createChange(d);
    const [field = ''] = Object.keys(change);
    await post(clerk.token, `${key}/${id}`, change);
    await call(app, admin.token, 'DELETE', `/api/${key}/${id}`, REASON);
    await post(clerk.token, `${key}/${id}/restore`);

    const { data, meta } = await readHistory(key, id);
    const authorOf = ({ id, username }: { id: number; username: string }) =>
      expect.objectContaining({ id, name: expect.any(String), username });
    expect(data.map(({ action }) => action)).toEqual(['restore', 'delete', 'update', 'create']);
    expect(data.map((entry) => entry.by)).toEqual([authorOf(clerk), authorOf(admin), authorOf(clerk), authorOf(admin)]);
    expect(meta).toEqual({ page: 1, per_page: 50, total: 4, total_is_estimate: false });
    for (const { at } of data) expect(at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

    const [restore, deletion, update, create] = data;
    const reasonChange = ([before, after]: readonly unknown[]) =>
      d.deleteReason === undefined ? {} : { [d.deleteReason]: [before, after] };
    const { reason } = REASON.body;
    expect([restore?.changes, deletion?.changes]).toEqual([reasonChange([reason, null]), reasonChange([null, reason])]);
    expect(update?.changes).toEqual({ [field]: [describedFields(d, input)[field], describedFields(d, change)[field]] });
    for (const [name, value] of Object.entries(describedFields(d, input)))
      expect(create?.changes[name], name).toEqual([Array.isArray(value) ? [] : null, value]);
    for (const name of Object.keys(create?.changes ?? {})) expect(d.fields[name], name).toBeDefined();
  });

  test('names the records that references point to, before and after', async () => {
    for (const [name, f] of findWritableFields(d)) {
      if (f.kind !== 'reference' && f.kind !== 'option') continue;
      const record = await inputs.create(d);
      const createEntry = (await readHistory(key, record.id)).data[0];
      // The form of every reference in a response.
      const nested = record[name.replace(/_id$/, '')] as { id: number; name: string } | null;
      expect(createEntry?.changes[name]).toEqual([null, nested?.id ?? null]);
      expect(createEntry?.labels[name]).toEqual([null, nested?.name ?? null]);
    }
  });

  test('shows that a secret changed, without its value', async () => {
    const secrets = findWritableFields(d).filter(([, f]) => f.kind === 'secret');
    const record = await inputs.create(d);
    for (const [name] of secrets) {
      const { [name]: secret } = await inputs.createFull(d);
      expect((await post(admin.token, `${key}/${record.id}`, { [name]: secret })).status).toBe(200);
      const reply = await call<History>(app, admin.token, 'GET', `/api/${key}/${record.id}/history`);
      expect(reply.text).not.toContain(String(secret));
      expect(reply.text).not.toMatch(/argon2/);
      expect(reply.body.data[0]?.changes).toEqual({ [name]: ['••••••', '••••••'] });
    }
  });

  test('is paged', async () => {
    const { id } = await inputs.create(d);
    for (let i = 0; i < 4; i += 1) await post(admin.token, `${key}/${id}`, await inputs.createChange(d));
    const fullHistory = (await readHistory(key, id)).data;
    expect(fullHistory.length).toBe(5);
    const pages: HistoryEntry[] = [];
    for (const page of [1, 2, 3]) {
      const { data, meta } = await readHistory(key, id, `?page=${page}&per_page=2`);
      expect(meta).toEqual({ page, per_page: 2, total: 5, total_is_estimate: false });
      pages.push(...data);
    }
    expect(pages).toEqual(fullHistory);
    expect((await readHistory(key, id, '?page=9')).meta.total).toBe(5);
    for (const query of ['page=0', 'per_page=501', 'per_page=x', 'nonsense=1']) {
      expectInvalid(
        await call(app, admin.token, 'GET', `/api/${key}/${id}/history?${query}`),
        query.split('=')[0] ?? '',
      );
    }
  });
});

test.each(everyResource)('the history of a missing %s returns 404', async (key) => {
  for (const id of ['999999999', '0', 'x'])
    expectError(await call(app, admin.token, 'GET', `/api/${key}/${id}/history`), 404, 'record_not_found');
});

test('the history shows no user for changes made by the server itself', async () => {
  const reply = await call<{ data: { data: { id: number }[] } }>(
    app,
    admin.token,
    'GET',
    '/api/option?filter[slug][exact]=type-gender',
  );
  const { data } = await readHistory('option', reply.body.data.data[0]?.id ?? 0);
  expect(data).toEqual([expect.objectContaining({ by: null, action: 'create' })]);
});
