import type { BatchLine, PostedLine } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createPlace } from '../../testing/places.ts';
import { createSystem } from '../../testing/system.ts';
import { createUser } from '../../testing/user.ts';
import { startBills } from './test-bills.ts';

/** Bills that hotels' own systems could not post and asked to keep: none is lost, and none is counted twice. */

const { api, app, db, admin, region, here, there, card, memberOf, member, held, system } = await startBills(20);
const { ask } = system;

let bills = 0;
const bill = (over: object = {}) => ({
  card_no: `4000 1000 ${(bills += 1)}`,
  reference_no: `H-${bills}`,
  total_fb: '120000',
  staff_name: 'POS 3',
  visit_date: '2026-05-22 09:30:00',
  ...over,
});
type Held = Readonly<Record<string, unknown>> & { readonly id: number };
const hold = (body: object, headers?: Record<string, string>) => ask('POST', 'visits?hold=1', body, headers);
const holdOne = async (body: object): Promise<Held> => {
  const reply = await hold(body);
  expect(reply.status, reply.text).toBe(202);
  return reply.body.data;
};
const staff = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, token = admin.token) =>
  call<T>(app, token, method, `/api/${path}`, body ? { body } : {});
const read = async (id: number) => (await ask('GET', `held-postings/${id}`)).body.data;
const post = async (body: object, token?: string): Promise<readonly PostedLine[]> => {
  const reply = await staff<{ data: readonly PostedLine[] }>('POST', 'held_posting/post', body, token);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const visitsOf = async (reference_no: unknown): Promise<number> => {
  const { rows } = await db.pool.query<{ n: number }>(
    'select count(*)::int as n from visit where hotel_id = $1 and reference_no = $2 and deleted_at is null',
    [here, reference_no],
  );
  return rows[0]?.n ?? 0;
};

describe('a bill that cannot be posted', () => {
  test('is refused where nobody asked to hold it, and otherwise held with the reason', async () => {
    const body = bill();
    expectInvalid(await ask('POST', 'visits', body), 'card_no');
    const reply = await hold(body);
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
    expect(await visitsOf(body.reference_no)).toBe(0);
  });

  test('is held where the card of its member does not run on its day, and names the member', async () => {
    const guest = await memberOf(here);
    const old = await card({ member_id: guest.id, hotel_id: here, start_date: '2024-01-01', end_date: '2024-12-31' });
    const made = await holdOne(bill({ card_no: old.sbec_no }));
    expect(made).toMatchObject({ reason: 'no_running_card', member_id: guest.id, card_no: old.sbec_no });
    expect(await holdOne(bill({ card_no: undefined, member_id: guest.id }))).toMatchObject({
      reason: 'no_running_card',
      card_no: null,
    });
    // An old card of a member who has a running one is no reason.
    await card({ member_id: guest.id, hotel_id: here, start_date: '2026-01-01' });
    expect((await hold(bill({ card_no: old.sbec_no }))).status).toBe(201);
  });

  test('is held where its member was merged, for the one who was kept', async () => {
    const [kept, absorbed] = [await memberOf(here), await memberOf(here)];
    await card({ member_id: kept.id, hotel_id: here });
    const merged = await staff('POST', `member/${kept.id}/merge`, { member_id: absorbed.id });
    expect(merged.status, merged.text).toBe(200);
    const body = bill({ card_no: undefined, member_id: absorbed.id });
    expectInvalid(await ask('POST', 'visits', body), 'member_id');
    const made = await holdOne(body);
    expect(made).toMatchObject({ reason: 'merged_member', member_id: kept.id });
    expect(await post({ ids: [made.id] })).toMatchObject([{ outcome: 'posted' }]);
    const visit = await ask('GET', `visits/${String((await read(made.id)).visit_id)}`);
    expect(visit.body.data).toMatchObject({ member_id: kept.id });
  });

  test('is refused all the same for anything else that is wrong with it', async () => {
    expectInvalid(await hold(bill({ total_fb: 'x' })), 'total_fb');
    expectInvalid(await hold(bill({ total_fb: '0' })), 'total_fb');
    expectInvalid(await hold(bill({ visit_date: '2026-05-23 09:30:00' })), 'visit_date');
    expectInvalid(await hold(bill({ visit_date: '2026-05-01 09:30:00' })), 'remark');
    expectInvalid(await hold(bill({ hotel_id: there })), 'hotel_id');
    expectInvalid(await hold(bill({ nonsense: 1 })), 'nonsense');
    expectInvalid(await hold(bill({ card_no: '9'.repeat(200) })), 'card_no');
    expectInvalid(await hold(bill({ card_no: 'a\u0000' })), 'card_no');
    expectInvalid(await hold(bill({ card_no: undefined, member_id: (await memberOf(there)).id })), 'member_id');
    expectInvalid(await ask('POST', 'visits?hold=2', bill()), 'hold');
  });

  test('is held once, under one key or under twenty at once', async () => {
    for (const key of ['held-storm', undefined]) {
      const body = bill();
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => hold(body, key === undefined ? {} : { 'idempotency-key': key })),
      );
      for (const { status, text } of replies) expect(status, text).toBe(202);
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    }
  });

  test('with other content than the one that waits is a 409 that tells the difference', async () => {
    const body = bill();
    await holdOne(body);
    const { errors } = expectError(await hold({ ...body, total_fb: '5', card_no: '4000 9999' }), 409, 'conflict');
    expect(Object.keys(errors ?? {}).toSorted()).toEqual(['card_no', 'total_fb']);
  });
});

describe('a held posting', () => {
  test('is posted by staff to another member on another day, as their own visit, once', async () => {
    const made = await holdOne(bill());
    const right = { member_id: member.id, visit_date: '2026-05-21 20:00:00', remark: 'The guest came again' };
    const both = await Promise.all([post({ ids: [made.id], ...right }), post({ ids: [made.id], ...right })]);
    expect(
      both
        .flat()
        .map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(['posted', 'refused']);
    const visitId = both.flat().find(({ visit }) => visit)?.visit?.id ?? 0;
    const visit = (await ask('GET', `visits/${visitId}`)).body.data;
    expect(visit).toMatchObject({
      member_id: member.id,
      visit_date: '2026-05-21 20:00:00',
      total_fb: '120000.000',
      reference_no: made.reference_no,
      staff_name: 'POS 3',
      created_by: { id: admin.id },
    });
    expect(await read(made.id)).toMatchObject({ state: 'posted', visit_id: visitId });
    expect(await visitsOf(made.reference_no)).toBe(1);
    const history = await staff<{ data: { by: { id: number }; action: string }[] }>(
      'GET',
      `held_posting/${made.id}/history`,
    );
    expect(history.body.data.map(({ by, action }) => [by.id, action])).toEqual([
      [admin.id, 'update'],
      [system.id, 'create'],
    ]);
  });

  test('of which no amount was told is posted as a visit without one', async () => {
    const body = bill({ total_fb: undefined });
    const made = await holdOne(body);
    expect((await holdOne(body)).id).toBe(made.id);
    expect(await post({ ids: [made.id], member_id: member.id })).toMatchObject([{ outcome: 'posted' }]);
    const { visit_id } = await read(made.id);
    expect((await ask('GET', `visits/${String(visit_id)}`)).body.data).toMatchObject({
      total_fb: null,
      grand_total: null,
    });
  });

  test('that was posted answers its bill with the visit, however much staff put right', async () => {
    const body = bill();
    const made = await holdOne(body);
    await post({ ids: [made.id], member_id: member.id, visit_date: '2026-05-21 20:00:00' });
    const again = await hold(body);
    expect([again.status, again.body.data.member_id]).toEqual([200, member.id]);
    expect(await visitsOf(body.reference_no)).toBe(1);
  });

  test('is refused as a visit is, stays held, and leaves nothing behind', async () => {
    const [one, two] = [await holdOne(bill()), await holdOne(bill())];
    const lines = await post({ ids: [one.id, two.id] });
    expect(lines.map(({ outcome, error }) => [outcome, Object.keys(error?.errors ?? {})])).toEqual([
      ['refused', ['member_id']],
      ['refused', ['member_id']],
    ]);
    const [late] = await post({ ids: [one.id], member_id: member.id, visit_date: '2026-05-10 20:00:00' });
    expect(Object.keys(late?.error?.errors ?? {})).toEqual(['remark']);
    expect(await read(one.id)).toMatchObject({ state: 'waiting', visit_id: null });
    const some = await post({ ids: [one.id, two.id], member_id: member.id });
    expect(some.map(({ outcome }) => outcome)).toEqual(['posted', 'posted']);
  });

  test('goes to the member who got its card meanwhile, without anybody saying so', async () => {
    const body = bill();
    const made = await holdOne(body);
    const guest = await memberOf(here);
    await card({ member_id: guest.id, hotel_id: here, sbec_no: body.card_no });
    expect(await post({ ids: [made.id] })).toMatchObject([{ outcome: 'posted' }]);
    expect((await ask('GET', `visits/${String((await read(made.id)).visit_id)}`)).body.data.member_id).toBe(guest.id);
  });

  test('is settled by whoever posts its bill, and waits again when that visit is deleted', async () => {
    const body = bill();
    const made = await holdOne(body);
    const posted = await staff<{ data: { id: number } }>('POST', 'visit', {
      hotel_id: here,
      member_id: member.id,
      reference_no: ` ${body.reference_no.toLowerCase()} `,
      total_fb: '120000',
      staff_name: 'By hand',
    });
    expect(posted.status, posted.text).toBe(201);
    expect(await read(made.id)).toMatchObject({ state: 'posted', visit_id: posted.body.data.id });
    expectError(
      await staff('POST', 'held_posting/dismiss', { ids: [made.id], reason: 'No such guest' }),
      409,
      'conflict',
    );
    await staff('DELETE', `visit/${posted.body.data.id}`, { reason: 'Wrong' });
    expect(await read(made.id)).toMatchObject({ state: 'waiting', visit_id: null });
    await staff('POST', `visit/${posted.body.data.id}/restore`);
    expect(await read(made.id)).toMatchObject({ state: 'posted', visit_id: posted.body.data.id });
  });

  test('is dismissed with a reason that its system reads; the same bill again changes nothing', async () => {
    const body = bill();
    const made = await holdOne(body);
    expectInvalid(await staff('POST', 'held_posting/dismiss', { ids: [made.id] }), 'reason');
    const done = await staff('POST', 'held_posting/dismiss', { ids: [made.id], reason: 'Card of another programme' });
    expect(done.body).toEqual({ data: { dismissed: 1 } });
    expect(await read(made.id)).toMatchObject({ state: 'dismissed', dismiss_reason: 'Card of another programme' });
    expect(await holdOne(body)).toMatchObject({ id: made.id, state: 'dismissed' });
    // Another bill under the number waits anew.
    expect(await holdOne({ ...body, total_fb: '7' })).toMatchObject({
      id: made.id,
      state: 'waiting',
      total_fb: '7.000',
      dismiss_reason: null,
    });
  });

  test('that was dismissed can be posted after all', async () => {
    const made = await holdOne(bill());
    await staff('POST', 'held_posting/dismiss', { ids: [made.id], reason: 'Typed wrong' });
    expect(await post({ ids: [made.id], member_id: member.id })).toMatchObject([{ outcome: 'posted' }]);
    expect(await read(made.id)).toMatchObject({ state: 'posted', dismiss_reason: null });
  });

  test('is meant by the filter of a list, too, and no more than 500 at once', async () => {
    const marked = [bill({ staff_name: 'Spa 9' }), bill({ staff_name: 'Spa 9' }), bill({ staff_name: 'Spa 9' })];
    const [first] = [await holdOne(marked[0] ?? {}), await holdOne(marked[1] ?? {}), await holdOne(marked[2] ?? {})];
    const filter = { 'filter[staff_name][exact]': 'Spa 9' };
    const done = await staff('POST', 'held_posting/dismiss', { filter, except: [first?.id], reason: 'Not ours' });
    expect(done.body).toEqual({ data: { dismissed: 2 } });
    const ids = Array.from({ length: 501 }, (_, n) => n + 1);
    expectInvalid(await staff('POST', 'held_posting/post', { ids, member_id: member.id }), 'ids');
  });

  test('is in sight of its hotel alone, and decided about by users who post visits', async () => {
    const made = await holdOne(bill());
    const theirs = await createSystem(api, there);
    expectError(await theirs.ask('GET', `held-postings/${made.id}`), 404, 'record_not_found');
    expect((await theirs.ask('GET', 'held-postings?limit=500')).text).not.toContain(String(made.reference_no));
    const other = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: region, restrict_hotel_id: there }],
    });
    const line = { ids: [made.id], member_id: member.id };
    expectError(await staff('POST', 'held_posting/post', line, other.token), 404, 'record_not_found');
    expectError(
      await staff('POST', 'held_posting/dismiss', { ids: [made.id], reason: 'No such guest' }, other.token),
      404,
      'record_not_found',
    );
    const looking = await createUser(db, { level: 'group', codes: ['VIEW_VISIT'] });
    expectError(await staff('POST', 'held_posting/post', line, looking.token), 403, 'forbidden');
    expectError(
      await staff('POST', 'held_posting/dismiss', { ...line, reason: 'No such guest' }, looking.token),
      403,
      'forbidden',
    );
    expect((await staff('GET', `held_posting/${made.id}`, undefined, looking.token)).status).toBe(200);
  });
});

describe('a batch', () => {
  interface Batch {
    readonly data: readonly BatchLine[];
    readonly meta: Readonly<Record<string, number>>;
  }
  const postAll = async (visits: readonly object[], query = '?hold=1'): Promise<Batch> => {
    const reply = await ask('POST', `visits/batch${query}`, { visits });
    expect(reply.status, reply.text).toBe(200);
    return JSON.parse(reply.text) as Batch; // the call's own definition checks it
  };

  test('holds its lines one by one, and answers the same however often and in what order it comes', async () => {
    const guest = await memberOf(here);
    const old = await card({ member_id: guest.id, hotel_id: here, start_date: '2024-01-01', end_date: '2024-12-31' });
    const night = [bill({ card_no: held.sbec_no }), bill(), bill({ card_no: old.sbec_no }), bill({ total_fb: '-1' })];
    const first = await postAll(night);
    expect(first.data.map(({ outcome, held: one }) => [outcome, one?.reason])).toEqual([
      ['created', undefined],
      ['held', 'unknown_card'],
      ['held', 'no_running_card'],
      ['refused', undefined],
    ]);
    expect(first.meta).toEqual({ created: 1, exists: 0, held: 2, refused: 1 });
    const again = await postAll(night.toReversed());
    expect(again.meta).toEqual({ created: 0, exists: 1, held: 2, refused: 1 });
    const heldIn = ({ data }: Batch) => new Set(data.flatMap(({ held: one }) => one?.id ?? []));
    expect(heldIn(again)).toEqual(heldIn(first));
    const [posted] = await post({ ids: [first.data[1]?.held?.id], member_id: member.id });
    const third = await postAll(night);
    expect(third.meta).toEqual({ created: 0, exists: 2, held: 1, refused: 1 });
    expect(third.data[1]?.visit).toMatchObject({ id: posted?.visit?.id });
    // Nobody asked: the bill without a running card is posted and does not count.
    expect((await postAll(night, '')).meta).toEqual({ created: 1, exists: 1, held: 0, refused: 2 });
  });

  test('holds a bill that stands in it twice once, and tells where the second says something else', async () => {
    const one = bill();
    const { data } = await postAll([one, { ...one, reference_no: ` ${one.reference_no} ` }, { ...one, total_fb: '9' }]);
    expect(data.map(({ outcome }) => outcome)).toEqual(['held', 'held', 'refused']);
    expect(data[1]?.held).toEqual(data[0]?.held);
    expect(data[2]?.error?.error).toBe('conflict');
  });

  test('posts what was held before, once its card is known', async () => {
    const body = bill();
    const made = await holdOne(body);
    await card({ member_id: (await memberOf(here)).id, hotel_id: here, sbec_no: body.card_no });
    const { data } = await postAll([body]);
    expect(data[0]?.outcome).toBe('created');
    expect(await read(made.id)).toMatchObject({ state: 'posted', visit_id: data[0]?.visit?.id });
  });
});

test('a system on trial is answered as if its bill were held, and nothing is', async () => {
  const trial = await createSystem(api, here, { is_test: true });
  const body = bill();
  const reply = await trial.ask('POST', 'visits?hold=1', body);
  expect([reply.status, reply.body.data.state]).toEqual([202, 'waiting']);
  const { rowCount } = await db.pool.query('select from held_posting where reference_no = $1', [body.reference_no]);
  expect(rowCount).toBe(0);
});

test('the list tells what became of held postings since a moment, the newest first', async () => {
  const own = await createSystem(api, (await createPlace(db, 1)).hotels[0] ?? 0);
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) ids.unshift((await own.ask('POST', 'visits?hold=1', bill())).body.data.id);
  const list = async (query: string) =>
    JSON.parse((await own.ask('GET', `held-postings?${query}`)).text) as {
      data: Held[];
      meta: { next_cursor: string | null };
    };
  const first = await list('limit=2');
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect((await list(`limit=2&cursor=${first.meta.next_cursor}`)).data.map(({ id }) => id)).toEqual(ids.slice(2));
  expect((await list('updated_since=2999-01-01T00:00:00Z')).data).toEqual([]);
  expect((await list('updated_since=2000-01-01T00:00:00Z')).data).toHaveLength(3);
});
