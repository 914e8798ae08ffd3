import type { BatchLine, HeldPostingResult } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createPlace } from '../../testing/places.ts';
import { createSystem } from '../../testing/system.ts';
import { createUser } from '../../testing/user.ts';
import { startBillServer } from '../visits/bill-helpers.ts';

/** Bills that a hotel's own system could not post, sent with `hold`: none is lost, and none counts twice. */

const { api, app, db, admin, region, here, there, card, createMember, member, held, system } =
  await startBillServer(20);
const { request } = system;

let bills = 0;
const createBillInput = (overrides: object = {}) => ({
  card_no: `4000 1000 ${(bills += 1)}`,
  reference_no: `H-${bills}`,
  total_fb: '120000',
  staff_name: 'POS 3',
  visit_date: '2026-05-22 09:30:00',
  ...overrides,
});
type HeldPosting = Readonly<Record<string, unknown>> & { readonly id: number };
const postOnHold = (body: object, headers?: Record<string, string>) => request('POST', 'visits?hold=1', body, headers);
const holdBill = async (body: object): Promise<HeldPosting> => {
  const reply = await postOnHold(body);
  expect(reply.status, reply.text).toBe(202);
  return reply.body.data;
};
const callAsStaff = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, token = admin.token) =>
  call<T>(app, token, method, `/api/${path}`, body ? { body } : {});
const read = async (id: number) => (await request('GET', `held-postings/${id}`)).body.data;
const post = async (body: object, token?: string): Promise<readonly HeldPostingResult[]> => {
  const reply = await callAsStaff<{ data: readonly HeldPostingResult[] }>('POST', 'held_posting/post', body, token);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const countVisits = async (reference_no: unknown): Promise<number> => {
  const { rows } = await db.pool.query<{ n: number }>(
    'select count(*)::int as n from visit where hotel_id = $1 and reference_no = $2 and deleted_at is null',
    [here, reference_no],
  );
  return rows[0]?.n ?? 0;
};

describe('a bill that cannot be posted', () => {
  test('is rejected unless the request says to hold it, and is otherwise put on hold with the reason', async () => {
    const body = createBillInput();
    expectInvalid(await request('POST', 'visits', body), 'card_no');
    const reply = await postOnHold(body);
    expect(reply.status, reply.text).toBe(202);
    expect(reply.body.data).toMatchObject({
      state: 'waiting',
      reason: 'unknown_card',
      card_no: body.card_no,
      reference_no: body.reference_no,
      hotel_id: here,
      member_id: null,
      visit_date: '2026-05-22 02:30:00',
      grand_total: '120000.000',
      currency: 'IDR',
      visit_id: null,
      integration: { id: system.id, name: system.name },
    });
    expect(await read(reply.body.data.id)).toEqual(reply.body.data);
    expect(await countVisits(body.reference_no)).toBe(0);
  });

  test('is put on hold with its member if the member’s card is not running on its day', async () => {
    const guest = await createMember(here);
    const oldCard = await card({
      member_id: guest.id,
      hotel_id: here,
      start_date: '2024-01-01',
      end_date: '2024-12-31',
    });
    const posting = await holdBill(createBillInput({ card_no: oldCard.sbec_no }));
    expect(posting).toMatchObject({ reason: 'no_running_card', member_id: guest.id, card_no: oldCard.sbec_no });
    expect(await holdBill(createBillInput({ card_no: undefined, member_id: guest.id }))).toMatchObject({
      reason: 'no_running_card',
      card_no: null,
    });
    // The old card of a member with a running one does not put a bill on hold.
    await card({ member_id: guest.id, hotel_id: here, start_date: '2026-01-01' });
    expect((await postOnHold(createBillInput({ card_no: oldCard.sbec_no }))).status).toBe(201);
  });

  test('is put on hold for the surviving member if its member was merged', async () => {
    const [retained, absorbed] = [await createMember(here), await createMember(here)];
    await card({ member_id: retained.id, hotel_id: here });
    const mergeReply = await callAsStaff('POST', `member/${retained.id}/merge`, { member_id: absorbed.id });
    expect(mergeReply.status, mergeReply.text).toBe(200);
    const body = createBillInput({ card_no: undefined, member_id: absorbed.id });
    expectInvalid(await request('POST', 'visits', body), 'member_id');
    const posting = await holdBill(body);
    expect(posting).toMatchObject({ reason: 'merged_member', member_id: retained.id });
    expect(await post({ ids: [posting.id] })).toMatchObject([{ outcome: 'posted' }]);
    const visit = await request('GET', `visits/${String((await read(posting.id)).visit_id)}`);
    expect(visit.body.data).toMatchObject({ member_id: retained.id });
  });

  test('is still rejected for any other error', async () => {
    expectInvalid(await postOnHold(createBillInput({ total_fb: 'x' })), 'total_fb');
    expectInvalid(await postOnHold(createBillInput({ total_fb: '0' })), 'total_fb');
    expectInvalid(await postOnHold(createBillInput({ visit_date: '2026-05-23 09:30:00' })), 'visit_date');
    expectInvalid(await postOnHold(createBillInput({ visit_date: '2026-05-01 09:30:00' })), 'remark');
    expectInvalid(await postOnHold(createBillInput({ hotel_id: there })), 'hotel_id');
    expectInvalid(await postOnHold(createBillInput({ nonsense: 1 })), 'nonsense');
    expectInvalid(await postOnHold(createBillInput({ card_no: '9'.repeat(200) })), 'card_no');
    expectInvalid(await postOnHold(createBillInput({ card_no: 'a\u0000' })), 'card_no');
    expectInvalid(
      await postOnHold(createBillInput({ card_no: undefined, member_id: (await createMember(there)).id })),
      'member_id',
    );
    expectInvalid(await request('POST', 'visits?hold=2', createBillInput()), 'hold');
  });

  test('is put on hold once, whether sent with one key or with twenty concurrent ones', async () => {
    for (const key of ['held-storm', undefined]) {
      const body = createBillInput();
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => postOnHold(body, key === undefined ? {} : { 'idempotency-key': key })),
      );
      for (const { status, text } of replies) expect(status, text).toBe(202);
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    }
  });

  test('returns 409 and the differences if its content differs from the bill on hold', async () => {
    const body = createBillInput();
    await holdBill(body);
    const { errors } = expectError(await postOnHold({ ...body, total_fb: '5', card_no: '4000 9999' }), 409, 'conflict');
    expect(Object.keys(errors ?? {}).toSorted()).toEqual(['card_no', 'total_fb']);
  });
});

describe('a posting on hold', () => {
  test('is posted once by staff to another member on another day, as their own visit', async () => {
    const posting = await holdBill(createBillInput());
    const correction = { member_id: member.id, visit_date: '2026-05-21 20:00:00', remark: 'The guest came again' };
    const replies = await Promise.all([
      post({ ids: [posting.id], ...correction }),
      post({ ids: [posting.id], ...correction }),
    ]);
    expect(
      replies
        .flat()
        .map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(['posted', 'rejected']);
    const visitId = replies.flat().find(({ visit }) => visit)?.visit?.id ?? 0;
    const visit = (await request('GET', `visits/${visitId}`)).body.data;
    expect(visit).toMatchObject({
      member_id: member.id,
      visit_date: '2026-05-21 20:00:00',
      total_fb: '120000.000',
      reference_no: posting.reference_no,
      staff_name: 'POS 3',
      created_by: { id: admin.id },
    });
    expect(await read(posting.id)).toMatchObject({ state: 'posted', visit_id: visitId });
    expect(await countVisits(posting.reference_no)).toBe(1);
    const history = await callAsStaff<{ data: { by: { id: number }; action: string }[] }>(
      'GET',
      `held_posting/${posting.id}/history`,
    );
    expect(history.body.data.map(({ by, action }) => [by.id, action])).toEqual([
      [admin.id, 'update'],
      [system.id, 'create'],
    ]);
  });

  test('is posted as a visit without an amount if it has none', async () => {
    const body = createBillInput({ total_fb: undefined });
    const posting = await holdBill(body);
    expect((await holdBill(body)).id).toBe(posting.id);
    expect(await post({ ids: [posting.id], member_id: member.id })).toMatchObject([{ outcome: 'posted' }]);
    const { visit_id } = await read(posting.id);
    expect((await request('GET', `visits/${String(visit_id)}`)).body.data).toMatchObject({
      total_fb: null,
      grand_total: null,
    });
  });

  test('returns its visit when the bill is resent after posting, whatever staff corrected', async () => {
    const body = createBillInput();
    const posting = await holdBill(body);
    await post({ ids: [posting.id], member_id: member.id, visit_date: '2026-05-21 20:00:00' });
    const secondReply = await postOnHold(body);
    expect([secondReply.status, secondReply.body.data.member_id]).toEqual([200, member.id]);
    expect(await countVisits(body.reference_no)).toBe(1);
  });

  test('is rejected like a visit, and then remains on hold without side effects', async () => {
    const [firstPosting, secondPosting] = [await holdBill(createBillInput()), await holdBill(createBillInput())];
    const lines = await post({ ids: [firstPosting.id, secondPosting.id] });
    expect(lines.map(({ outcome, error }) => [outcome, Object.keys(error?.errors ?? {})])).toEqual([
      ['rejected', ['member_id']],
      ['rejected', ['member_id']],
    ]);
    const [latePosting] = await post({
      ids: [firstPosting.id],
      member_id: member.id,
      visit_date: '2026-05-10 20:00:00',
    });
    expect(Object.keys(latePosting?.error?.errors ?? {})).toEqual(['remark']);
    expect(await read(firstPosting.id)).toMatchObject({ state: 'waiting', visit_id: null });
    const reply = await post({ ids: [firstPosting.id, secondPosting.id], member_id: member.id });
    expect(reply.map(({ outcome }) => outcome)).toEqual(['posted', 'posted']);
  });

  test('is posted to the member who got its card meanwhile, without further input', async () => {
    const body = createBillInput();
    const posting = await holdBill(body);
    const guest = await createMember(here);
    await card({ member_id: guest.id, hotel_id: here, sbec_no: body.card_no });
    expect(await post({ ids: [posting.id] })).toMatchObject([{ outcome: 'posted' }]);
    expect((await request('GET', `visits/${String((await read(posting.id)).visit_id)}`)).body.data.member_id).toBe(
      guest.id,
    );
  });

  test('is closed when its bill is posted, and waits again when that visit is deleted', async () => {
    const body = createBillInput();
    const posting = await holdBill(body);
    const postReply = await callAsStaff<{ data: { id: number } }>('POST', 'visit', {
      hotel_id: here,
      member_id: member.id,
      reference_no: ` ${body.reference_no.toLowerCase()} `,
      total_fb: '120000',
      staff_name: 'By hand',
    });
    expect(postReply.status, postReply.text).toBe(201);
    expect(await read(posting.id)).toMatchObject({ state: 'posted', visit_id: postReply.body.data.id });
    expectError(
      await callAsStaff('POST', 'held_posting/dismiss', { ids: [posting.id], reason: 'No such guest' }),
      409,
      'conflict',
    );
    await callAsStaff('DELETE', `visit/${postReply.body.data.id}`, { reason: 'Wrong' });
    expect(await read(posting.id)).toMatchObject({ state: 'waiting', visit_id: null });
    await callAsStaff('POST', `visit/${postReply.body.data.id}/restore`);
    expect(await read(posting.id)).toMatchObject({ state: 'posted', visit_id: postReply.body.data.id });
  });

  test('is dismissed with a reason that its system can read; resending the bill changes nothing', async () => {
    const body = createBillInput();
    const posting = await holdBill(body);
    expectInvalid(await callAsStaff('POST', 'held_posting/dismiss', { ids: [posting.id] }), 'reason');
    const reply = await callAsStaff('POST', 'held_posting/dismiss', {
      ids: [posting.id],
      reason: 'Card of another programme',
    });
    expect(reply.body).toEqual({ data: { dismissed: 1 } });
    expect(await read(posting.id)).toMatchObject({ state: 'dismissed', dismiss_reason: 'Card of another programme' });
    expect(await holdBill(body)).toMatchObject({ id: posting.id, state: 'dismissed' });
    // Another bill with the same number is put on hold again.
    expect(await holdBill({ ...body, total_fb: '7' })).toMatchObject({
      id: posting.id,
      state: 'waiting',
      total_fb: '7.000',
      dismiss_reason: null,
    });
  });

  test('can still be posted after it was dismissed', async () => {
    const posting = await holdBill(createBillInput());
    await callAsStaff('POST', 'held_posting/dismiss', { ids: [posting.id], reason: 'Typed wrong' });
    expect(await post({ ids: [posting.id], member_id: member.id })).toMatchObject([{ outcome: 'posted' }]);
    expect(await read(posting.id)).toMatchObject({ state: 'posted', dismiss_reason: null });
  });

  test('can also be selected by the filter of a list, at most 500 at a time', async () => {
    const marked = [
      createBillInput({ staff_name: 'Spa 9' }),
      createBillInput({ staff_name: 'Spa 9' }),
      createBillInput({ staff_name: 'Spa 9' }),
    ];
    const [first] = [await holdBill(marked[0] ?? {}), await holdBill(marked[1] ?? {}), await holdBill(marked[2] ?? {})];
    const filter = { 'filter[staff_name][exact]': 'Spa 9' };
    const reply = await callAsStaff('POST', 'held_posting/dismiss', {
      filter,
      except: [first?.id],
      reason: 'Not ours',
    });
    expect(reply.body).toEqual({ data: { dismissed: 2 } });
    const ids = Array.from({ length: 501 }, (_, n) => n + 1);
    expectInvalid(await callAsStaff('POST', 'held_posting/post', { ids, member_id: member.id }), 'ids');
  });

  test('is visible to its hotel only, and decided by users who may post visits', async () => {
    const posting = await holdBill(createBillInput());
    const foreignSystem = await createSystem(api, there);
    expectError(await foreignSystem.request('GET', `held-postings/${posting.id}`), 404, 'record_not_found');
    expect((await foreignSystem.request('GET', 'held-postings?limit=500')).text).not.toContain(
      String(posting.reference_no),
    );
    const otherUser = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: region, restrict_hotel_id: there }],
    });
    const line = { ids: [posting.id], member_id: member.id };
    expectError(await callAsStaff('POST', 'held_posting/post', line, otherUser.token), 404, 'record_not_found');
    expectError(
      await callAsStaff(
        'POST',
        'held_posting/dismiss',
        { ids: [posting.id], reason: 'No such guest' },
        otherUser.token,
      ),
      404,
      'record_not_found',
    );
    const viewer = await createUser(db, { level: 'group', codes: ['VIEW_VISIT'] });
    expectError(await callAsStaff('POST', 'held_posting/post', line, viewer.token), 403, 'forbidden');
    expectError(
      await callAsStaff('POST', 'held_posting/dismiss', { ...line, reason: 'No such guest' }, viewer.token),
      403,
      'forbidden',
    );
    expect((await callAsStaff('GET', `held_posting/${posting.id}`, undefined, viewer.token)).status).toBe(200);
  });
});

describe('a batch', () => {
  interface Batch {
    readonly data: readonly BatchLine[];
    readonly meta: Readonly<Record<string, number>>;
  }
  const postAll = async (visits: readonly object[], query = '?hold=1'): Promise<Batch> => {
    const reply = await request('POST', `visits/batch${query}`, { visits });
    expect(reply.status, reply.text).toBe(200);
    return JSON.parse(reply.text) as Batch; // checked against the call's definition
  };

  test('puts its lines on hold individually, and returns the same result when resent in any order', async () => {
    const guest = await createMember(here);
    const oldCard = await card({
      member_id: guest.id,
      hotel_id: here,
      start_date: '2024-01-01',
      end_date: '2024-12-31',
    });
    const night = [
      createBillInput({ card_no: held.sbec_no }),
      createBillInput(),
      createBillInput({ card_no: oldCard.sbec_no }),
      createBillInput({ total_fb: '-1' }),
    ];
    const first = await postAll(night);
    expect(first.data.map(({ outcome, held: item }) => [outcome, item?.reason])).toEqual([
      ['created', undefined],
      ['held', 'unknown_card'],
      ['held', 'no_running_card'],
      ['rejected', undefined],
    ]);
    expect(first.meta).toEqual({ created: 1, exists: 0, held: 2, rejected: 1 });
    const secondBatch = await postAll(night.toReversed());
    expect(secondBatch.meta).toEqual({ created: 0, exists: 1, held: 2, rejected: 1 });
    const heldIdsOf = ({ data }: Batch) => new Set(data.flatMap(({ held: item }) => item?.id ?? []));
    expect(heldIdsOf(secondBatch)).toEqual(heldIdsOf(first));
    const [posting] = await post({ ids: [first.data[1]?.held?.id], member_id: member.id });
    const thirdBatch = await postAll(night);
    expect(thirdBatch.meta).toEqual({ created: 0, exists: 2, held: 1, rejected: 1 });
    expect(thirdBatch.data[1]?.visit).toMatchObject({ id: posting?.visit?.id });
    // Without `hold`, the bill without a running card is posted and does not count.
    expect((await postAll(night, '')).meta).toEqual({ created: 1, exists: 1, held: 0, rejected: 2 });
  });

  test('puts a repeated bill on hold once, and returns the differences of the second one', async () => {
    const firstBill = createBillInput();
    const { data } = await postAll([
      firstBill,
      { ...firstBill, reference_no: ` ${firstBill.reference_no} ` },
      { ...firstBill, total_fb: '9' },
    ]);
    expect(data.map(({ outcome }) => outcome)).toEqual(['held', 'held', 'rejected']);
    expect(data[1]?.held).toEqual(data[0]?.held);
    expect(data[2]?.error?.error).toBe('conflict');
  });

  test('posts bills that were on hold before, once their card is known', async () => {
    const body = createBillInput();
    const posting = await holdBill(body);
    await card({ member_id: (await createMember(here)).id, hotel_id: here, sbec_no: body.card_no });
    const { data } = await postAll([body]);
    expect(data[0]?.outcome).toBe('created');
    expect(await read(posting.id)).toMatchObject({ state: 'posted', visit_id: data[0]?.visit?.id });
  });
});

test('a system in test mode gets the response of a bill on hold, but nothing is stored', async () => {
  const testIntegration = await createSystem(api, here, { is_test: true });
  const body = createBillInput();
  const reply = await testIntegration.request('POST', 'visits?hold=1', body);
  expect([reply.status, reply.body.data.state]).toEqual([202, 'waiting']);
  const { rowCount } = await db.pool.query('select from held_posting where reference_no = $1', [body.reference_no]);
  expect(rowCount).toBe(0);
});

test('the list returns the outcome of postings on hold since a given time, newest first', async () => {
  const ownSystem = await createSystem(api, (await createPlace(db, 1)).hotels[0] ?? 0);
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1)
    ids.unshift((await ownSystem.request('POST', 'visits?hold=1', createBillInput())).body.data.id);
  const list = async (query: string) =>
    JSON.parse((await ownSystem.request('GET', `held-postings?${query}`)).text) as {
      data: HeldPosting[];
      meta: { next_cursor: string | null };
    };
  const first = await list('limit=2');
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect((await list(`limit=2&cursor=${first.meta.next_cursor}`)).data.map(({ id }) => id)).toEqual(ids.slice(2));
  expect((await list('updated_since=2999-01-01T00:00:00Z')).data).toEqual([]);
  expect((await list('updated_since=2000-01-01T00:00:00Z')).data).toHaveLength(3);
});
