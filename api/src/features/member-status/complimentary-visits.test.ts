import { getResource } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { type ResponseRecord } from '../../testing/responses.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import type { Input } from '../../testing/inputs.ts';
import { createUser } from '../../testing/user.ts';
import { startStatusServer } from './member-status-helpers.ts';

/** Visits credited without a bill are limited per term and need a reason. Free members still need an approval. */

const { app, db, admin, inputs, fixtures, get, post, visits, member, readCards, standing } = await startStatusServer();
// Makes the visits of a free member take effect immediately.
await post(`option_detail/${await fixtures.findOptionDetail('free-upgrades', 'by-approval')}`, { value: '0' });
const clerk = await createUser(db, {
  level: 'property',
  assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
});
const postAs = (token: string, path: string, body: Input) => call(app, token, 'POST', `/api/${path}`, { body });
const importRow = (id: number, fields: Input, dryRun: 0 | 1): Promise<Reply<unknown>> =>
  upload(
    app,
    clerk.token,
    'member',
    csvFile([
      ['id', ...Object.keys(fields)],
      [id, ...Object.values(fields).map(String)],
    ]),
    {
      dry_run: String(dryRun),
    },
  );
/** Entry points where a clerk changes fields of a member. */
const ENTRY_POINTS: Readonly<Record<string, (id: number, set: Input) => Promise<Reply<unknown>>>> = {
  'the form': (id, set) => postAs(clerk.token, `member/${id}`, set),
  'a bulk edit': (id, set) => postAs(clerk.token, 'member/updateBulk', { ids: [id], set }),
  'the dry run of a bulk edit': (id, set) => postAs(clerk.token, 'member/updateBulk', { ids: [id], set, dry_run: 1 }),
  'an import': (id, set) => importRow(id, set, 0),
  'the dry run of an import': (id, set) => importRow(id, set, 1),
};
const changesOf = async (cardId: number): Promise<readonly ResponseRecord[]> => {
  const reply = await call<{ data: ResponseRecord[] }>(
    app,
    admin.token,
    'GET',
    `/api/manual_change?member_card_id=${cardId}`,
  );
  return reply.body.data.filter(({ kind }) => kind === 'visits_credited');
};
/** A free member whose membership leads to Gold with 4 visits. */
let rank = 0;
const createFreeMember = async () => {
  rank += 1;
  const { id } = await inputs.create(getResource('membership'), {
    is_free: 1,
    price: '0.000',
    restrict_region_id: null,
    rank,
    min_visit: 0,
    min_visit_to_upgrade: 4,
    is_regional: 0,
  });
  const freeMembership = await fixtures.giveMembership({ membership_id: id });
  expect(freeMembership.status, freeMembership.text).toBe(201);
  return { ...freeMembership.body.data, free: id };
};

test.each(Object.entries(ENTRY_POINTS))(
  'complimentary visits by %s are limited to the number of the option, and need a reason',
  async (_, write) => {
    const { member: guest } = await member(10);
    const expectRejected = async (set: Input, expectedMessage: string) => {
      expect((await write(guest.id, set)).text).toContain(expectedMessage);
      expect((await get('member', guest.id)).comp_visits_period ?? 0).toBe(0);
    };
    await expectRejected({ comp_visits_period: 6, comp_visits_reason: 'Power cut' }, 'At most 5');
    await expectRejected({ comp_visits_period: 1000, comp_visits_reason: 'Power cut' }, 'At most 5');
    await expectRejected({ comp_visits_period: 2 }, 'Add a new reason');
    expect(
      (await postAs(clerk.token, `member/${guest.id}`, { comp_visits_period: 2, comp_visits_reason: 'Power cut' }))
        .status,
    ).toBe(200);
    expect((await write(guest.id, { comp_visits_period: 3 })).text).toContain('Add a new reason');
    expect((await write(guest.id, { comp_visits_period: 0, comp_visits_reason: 'Power cut' })).text).toContain(
      'Add a new reason',
    );
  },
);

test('complimentary visits are listed as manual changes, and so is reverting them', async () => {
  const { member: guest, card } = await member(10);
  await postAs(clerk.token, `member/${guest.id}`, { comp_visits_period: 5, comp_visits_reason: 'Power cut' });
  await postAs(clerk.token, `member/${guest.id}`, { comp_visits_period: 0, comp_visits_reason: 'Entered twice' });
  expect(await changesOf(card.id)).toMatchObject([
    { value_before: '5', value_after: '0', reason: 'Entered twice', created_by: { id: clerk.id } },
    { value_before: '0', value_after: '5', reason: 'Power cut', created_by: { id: clerk.id } },
  ]);
});

test('complimentary visits are credited to a term, so a member without a card gets none', async () => {
  const guest = {
    ...(await fixtures.createGuestInput()),
    hotel_id: fixtures.h1,
    membership_id: fixtures.gold,
    is_active: 1,
  };
  const credit = { comp_visits_period: 1, comp_visits_reason: 'Power cut' };
  expectInvalid(await postAs(clerk.token, 'member', { ...guest, ...credit }), 'comp_visits_period');
  expectInvalid(
    await fixtures.sell({ member: { ...(await fixtures.createGuestInput()), ...credit } }),
    'member.comp_visits_period',
  );
  expect((await postAs(clerk.token, 'member', guest)).status).toBe(201);
});

test('complimentary visits upgrade a paying member, but not a free one, whose tier needs an approval', async () => {
  const toCredit = (n: number) => ({ comp_visits_period: n, comp_visits_reason: 'Power cut' });
  const { member: paidMember } = await member(10);
  await visits(paidMember.id, 3);
  expect((await postAs(clerk.token, `member/${paidMember.id}`, toCredit(5))).status).toBe(200);
  expect(await get('member', paidMember.id)).toMatchObject({ membership_id: fixtures.platinum });
  const { member: guest, member_card, free } = await createFreeMember();
  await visits(guest.id, 1);
  expect((await postAs(clerk.token, `member/${guest.id}`, toCredit(5))).status).toBe(200);
  expect(await readCards(guest.id)).toMatchObject([{ id: member_card.id }]);
  expect(await get('member', guest.id)).toMatchObject({ membership_id: free });
  expect(await standing(guest.id)).toMatchObject({
    visits: { counted: 1, complimentary: 5 },
    upgrade: { required: 4, missing: 3 },
  });
  // A lowered number applies to the same visits.
  await post(`membership/${free}`, { min_visit_to_upgrade: 2 });
  expect(await readCards(guest.id)).toHaveLength(1);
  expectError(
    await postAs(clerk.token, `member/${guest.id}/membership`, { membership_id: fixtures.gold, remark: 'Friend' }),
    409,
    'approval_needed',
  );
  await visits(guest.id, 1);
  expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.gold });
});

test('complimentary visits do not maintain an unpaid tier', async () => {
  const { member: guest, free } = await createFreeMember();
  const createdVisits = await visits(guest.id, 4);
  expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.gold });
  await postAs(clerk.token, `member/${guest.id}`, { comp_visits_period: 5, comp_visits_reason: 'Power cut' });
  expect((await call(app, admin.token, 'DELETE', `/api/visit/${createdVisits[0]?.id}`)).status).toBe(200);
  expect(await get('member', guest.id)).toMatchObject({ membership_id: free });
});

test.each(Object.entries(ENTRY_POINTS))(
  'the membership of a member with an active card cannot be set by %s',
  async (_, write) => {
    const { member: guest } = await member(10);
    expect((await write(guest.id, { membership_id: fixtures.platinum })).text).toContain('Set by the active card');
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.gold });
  },
);

test('a member’s membership can be set only without an active card, by every entry point', async () => {
  const { member: guest } = await member(400);
  expectInvalid(
    await postAs(clerk.token, `member/${(await member(10)).member.id}`, { membership_id: fixtures.platinum }),
    'membership_id',
  );
  expect((await postAs(clerk.token, `member/${guest.id}`, { membership_id: fixtures.platinum })).status).toBe(200);
  const { member: otherMember } = await member(10);
  const before = await get('member', otherMember.id);
  for (const write of Object.values(ENTRY_POINTS)) {
    expect((await write(otherMember.id, { membership_id: fixtures.platinum })).text).toContain('active card');
    expect((await write(otherMember.id, { comp_visits_period: 3 })).text).toContain('Add a new reason');
    expect((await write(otherMember.id, { comp_visits_period: 6, comp_visits_reason: 'Power cut' })).text).toContain(
      'At most 5',
    );
    expect(await get('member', otherMember.id)).toEqual(before);
  }
});
