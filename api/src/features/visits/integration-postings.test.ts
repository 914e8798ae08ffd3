import { expect, describe, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createPlace } from '../../testing/places.ts';
import { createSystem } from '../../testing/system.ts';
import { startBillServer } from './bill-helpers.ts';

/** Visits posted by a hotel's own system: each bill once, however often it is sent, and nothing of another hotel. */

const RACERS = 20;
const { api, app, db, admin, here, there, card, createMember, member, held, system } = await startBillServer(RACERS);
const foreignMember = await createMember(there);
const foreignCard = await card({ member_id: foreignMember.id, hotel_id: there });
const { request } = system;

let bills = 0;
const createBillInput = (overrides: object = {}) => ({
  member_id: member.id,
  reference_no: `B-${(bills += 1)}`,
  total_fb: '120000',
  staff_name: 'POS 3',
  visit_date: '2026-05-22 09:30:00',
  ...overrides,
});
const post = (body: object, headers?: Record<string, string>) => request('POST', 'visits', body, headers);
const countVisits = async (reference_no: string): Promise<number> => {
  const { rows } = await db.pool.query<{ n: number }>('select count(*)::int as n from visit where reference_no = $1', [
    reference_no,
  ]);
  return rows[0]?.n ?? 0;
};

describe('a visit', () => {
  test('is posted at the system’s hotel in its zone, with the same response as in the console', async () => {
    const reply = await post(createBillInput({ total_room: '1000.5' }));
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body.data).toMatchObject({
      hotel_id: here,
      member_id: member.id,
      visit_date: '2026-05-22 02:30:00',
      grand_total: '121000.500',
      currency: 'IDR',
    });
    const readReply = await request('GET', `visits/${reply.body.data.id}`);
    expect(readReply.body).toEqual(reply.body);
    const otherReply = await post(createBillInput(), { 'x-time-zone': 'UTC' });
    expectInvalid(otherReply, 'visit_date');
  });

  test('accepts the number of any card of the programme, but no member id of another hotel', async () => {
    expect((await post(createBillInput({ member_id: undefined, card_no: held.sbec_no }))).body.data.member_id).toBe(
      member.id,
    );
    expectInvalid(await post(createBillInput({ member_id: foreignMember.id })), 'member_id');
    const reply = await post(createBillInput({ member_id: undefined, card_no: foreignCard.sbec_no }));
    expect(reply.body.data.member_id).toBe(foreignMember.id);
    expectInvalid(await post(createBillInput({ member_id: undefined, card_no: '9999 9999 9999 9999' })), 'card_no');
    expectInvalid(await post(createBillInput({ member_id: member.id, card_no: foreignCard.sbec_no })), 'card_no');
  });

  test('is rejected for another hotel, without disclosing anything about it', async () => {
    expectInvalid(await post(createBillInput({ hotel_id: there })), 'hotel_id');
    const foreignSystem = await createSystem(api, there);
    const reply = await foreignSystem.request('POST', 'visits', createBillInput({ member_id: foreignMember.id }));
    expect(reply.status, reply.text).toBe(201);
    expectError(await request('GET', `visits/${reply.body.data.id}`), 404, 'record_not_found');
    expect((await request('GET', 'visits?limit=500')).text).not.toContain(String(reply.body.data.visit_no));
  });

  test('follows the rules of the console', async () => {
    expectInvalid(await post(createBillInput({ visit_date: '2026-05-23 09:30:00' })), 'visit_date');
    expectInvalid(await post(createBillInput({ visit_date: '2026-05-01 09:30:00' })), 'remark');
    expectInvalid(await post({ reference_no: 'X', nonsense: 1 }), 'nonsense');
    expectInvalid(await post(createBillInput({ total_fb: '1.2345', staff_name: '' })), 'staff_name', 'total_fb');
  });

  test('shows the system that posted it in its history', async () => {
    const { body } = await post(createBillInput());
    const history = await call<{ data: { by: unknown }[] }>(
      app,
      admin.token,
      'GET',
      `/api/visit/${body.data.id}/history`,
    );
    expect(history.body.data[0]?.by).toEqual({ id: system.id, name: system.name, kind: 'integration' });
  });
});

describe('a resent bill', () => {
  test('returns the first response under the same key for seven days, and a 422 for another body', async () => {
    const body = createBillInput();
    const key = { 'idempotency-key': 'night-1' };
    const first = await post(body, key);
    const secondReply = await post(body, key);
    expect([secondReply.status, secondReply.text]).toEqual([201, first.text]);
    expectInvalid(await post({ ...body, total_fb: '1' }, key), 'Idempotency-Key');
    await db.pool.query(`update idempotency_key set created_at = now() - interval '6 days' where key = 'night-1'`);
    expect((await post(body, key)).text).toBe(first.text);
    await db.pool.query(`update idempotency_key set created_at = now() - interval '8 days' where key = 'night-1'`);
    // The key can be used again, but the bill already exists.
    expectError(await post({ ...body, total_fb: '1' }, key), 409, 'conflict');
    expect(await countVisits(body.reference_no)).toBe(1);
  });

  test('returns the existing visit under another key, in any notation of its number', async () => {
    const body = createBillInput({ reference_no: 'Bill-77' });
    const first = await post(body);
    const secondReply = await post({ ...body, reference_no: ' BILL - 77', total_fb: '120000.000' });
    expect([secondReply.status, secondReply.text]).toEqual([200, first.text]);
    expect(await countVisits('Bill-77')).toBe(1);
  });

  test('returns 409 with the differences if its content differs', async () => {
    const body = createBillInput();
    await post(body);
    const { errors } = expectError(await post({ ...body, total_fb: '5', staff_name: 'POS 4' }), 409, 'conflict');
    expect(Object.keys(errors ?? {}).sort()).toEqual(['staff_name', 'total_fb']);
    expect(errors?.total_fb?.[0]).toContain('120000.000');
    expect(await countVisits(body.reference_no)).toBe(1);
  });

  test('becomes one visit when sent twenty times concurrently, under one key or twenty', async () => {
    for (const key of ['storm', undefined]) {
      const body = createBillInput();
      const replies = await Promise.all(
        Array.from({ length: RACERS }, () => post(body, key === undefined ? {} : { 'idempotency-key': key })),
      );
      for (const { status, text } of replies) expect([200, 201], text).toContain(status);
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(await countVisits(body.reference_no)).toBe(1);
    }
  });
});

interface Batch {
  readonly data: readonly {
    readonly line: number;
    readonly outcome: string;
    readonly visit: { readonly id: number } | null;
    readonly error: { readonly error: string; readonly errors?: Readonly<Record<string, readonly string[]>> } | null;
  }[];
  readonly meta: Readonly<Record<string, number>>;
}
const postAll = async (visits: readonly unknown[], headers?: Record<string, string>): Promise<Batch> => {
  const reply = await request('POST', 'visits/batch', { visits }, headers);
  expect(reply.status, reply.text).toBe(200);
  return JSON.parse(reply.text) as Batch; // checked against the call's definition
};

describe('a batch', () => {
  test('returns a result per bill: created, existing, or rejected with its error', async () => {
    const otherHotelBill = createBillInput();
    const unknownMember = await createMember(there);
    await post(otherHotelBill);
    const validBill = createBillInput({ member_id: undefined, card_no: held.sbec_no });
    const { data, meta } = await postAll([
      validBill,
      otherHotelBill,
      { ...otherHotelBill, total_fb: '7' },
      createBillInput({ member_id: unknownMember.id }),
      createBillInput({ card_no: 'nobody 0000 0000', member_id: undefined }),
      createBillInput({ visit_date: '2026-06-01 00:00:00' }),
      createBillInput({ hotel_id: there }),
      createBillInput({ nonsense: 1 }),
      'no bill',
      { ...validBill, reference_no: ` ${validBill.reference_no.toLowerCase()} ` },
      createBillInput(),
      createBillInput({ total_fb: '0', total_room: '0.000', total_others: undefined }),
    ]);
    expect(
      data.map(({ line, outcome, error }) => [line, outcome, error?.error, ...Object.keys(error?.errors ?? {})]),
    ).toEqual([
      [1, 'created', undefined],
      [2, 'exists', undefined],
      [3, 'rejected', 'conflict', 'total_fb'],
      [4, 'rejected', 'validation_failed', 'member_id'],
      [5, 'rejected', 'validation_failed', 'card_no'],
      [6, 'rejected', 'validation_failed', 'visit_date'],
      [7, 'rejected', 'validation_failed', 'hotel_id'],
      [8, 'rejected', 'validation_failed', 'nonsense'],
      [9, 'rejected', 'validation_failed', 'visits'],
      [10, 'exists', undefined],
      [11, 'created', undefined],
      [12, 'rejected', 'validation_failed', 'total_fb'],
    ]);
    expect(meta).toEqual({ created: 2, exists: 2, held: 0, rejected: 8 });
    expect((await request('GET', `visits/${data[0]?.visit?.id}`)).body.data).toMatchObject({ member_id: member.id });
    expectInvalid(await request('POST', 'visits/batch', { visits: [] }), 'visits');
    expectInvalid(await request('POST', 'visits/batch', { visits: Array.from({ length: 1001 }, () => 1) }), 'visits');
  });

  test('accepts a bill without an amount, recognizes it, and reports an amount sent later', async () => {
    const { total_fb, ...emptyBill } = createBillInput();
    expect((await postAll([emptyBill])).data).toMatchObject([{ outcome: 'created' }]);
    const secondBatch = await postAll([emptyBill, { ...emptyBill, total_fb }]);
    expect(secondBatch.data).toMatchObject([
      { outcome: 'exists' },
      { outcome: 'rejected', error: { error: 'conflict', errors: { total_fb: [expect.stringContaining('0.000')] } } },
    ]);
    const [line] = secondBatch.data;
    expect((await request('GET', `visits/${line?.visit?.id}`)).body.data).toMatchObject({
      total_fb: null,
      grand_total: null,
    });
  });
});

test('a system in test mode gets the response of a posted bill, but nothing is written', async () => {
  const testIntegration = await createSystem(api, here, { is_test: true });
  const readState = async () =>
    (
      await db.pool.query(
        `select (select count(*) from visit) as visits, (select count(*) from audit_log) as done,
            (select count(*) from idempotency_key) as keys`,
      )
    ).rows[0];
  const before = await readState();
  const body = createBillInput();
  const reply = await testIntegration.request('POST', 'visits', body);
  expect(reply.status, reply.text).toBe(201);
  expect(reply.body.data).toMatchObject({ visit_no: expect.stringMatching(/^V\d{8,}$/), grand_total: '120000.000' });
  expect((await testIntegration.request('POST', 'visits', body)).status).toBe(201);
  expectInvalid(await testIntegration.request('POST', 'visits', createBillInput({ total_fb: '-1' })), 'total_fb');
  const batch = await testIntegration.request('POST', 'visits/batch', {
    visits: [createBillInput(), createBillInput()],
  });
  expect(JSON.parse(batch.text)).toMatchObject({ meta: { created: 2, exists: 0, held: 0, rejected: 0 } });
  expect(await readState()).toEqual(before);
});

test('the list is paged by cursor, newest first, and returns changes and deletions since a time', async () => {
  const { request: ownRequest } = await createSystem(api, (await createPlace(db, 1)).hotels[0] ?? 0);
  const ids: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const reply = await ownRequest('POST', 'visits', createBillInput({ member_id: undefined, card_no: held.sbec_no }));
    expect(reply.status, reply.text).toBe(201);
    ids.unshift(reply.body.data.id);
  }
  interface VisitPage {
    readonly data: readonly { readonly id: number; readonly deleted_at: string | null }[];
    readonly meta: { readonly next_cursor: string | null };
  }
  // Checked against the call's definition.
  const read = async (query: string) => JSON.parse((await ownRequest('GET', `visits?${query}`)).text) as VisitPage;
  const first = await read('limit=3');
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  const second = await read(`limit=3&cursor=${first.meta.next_cursor}`);
  expect(second.data.map(({ id }) => id)).toEqual(ids.slice(3));
  expect(second.meta.next_cursor).toBeNull();
  await call(app, admin.token, 'DELETE', `/api/visit/${ids[0]}`, { body: { reason: 'A test' } });
  expect((await read('')).data.map(({ id }) => id)).toEqual(ids.slice(1));
  const changes = await read('updated_since=2000-01-01T00:00:00Z');
  expect(changes.data.map(({ id, deleted_at }) => [id, deleted_at !== null])).toEqual(
    ids.map((id, i) => [id, i === 0]),
  );
  expect((await read('updated_since=2999-01-01T00:00:00Z')).data).toEqual([]);
});
