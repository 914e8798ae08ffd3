import { getResource } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createMergeHelpers } from './merge-helpers.ts';

const RACERS = 20;

const NOW = new Date('2026-05-22T03:00:00Z');
const api = await startTestApp({ connections: RACERS });
const { db } = api;
const { baseRecords, inputs, createFullMember, findReferences, merge, mergeNow, createMember, post, redeem, undo } =
  await createMergeHelpers(api, NOW);

describe('concurrent merges', () => {
  test('succeed only once for one member', async () => {
    const absorbed = await createFullMember();
    const otherMembers = await Promise.all(Array.from({ length: RACERS }, () => createMember()));
    // Half of the requests absorb this member, half merge another into it.
    const replies = await Promise.all(
      otherMembers.map(({ id }, i) => (i % 2 ? merge(id, absorbed.id) : merge(absorbed.id, id))),
    );
    const won = replies.filter(({ status }) => status === 200);
    const lostReplies = replies.filter(({ status }) => status !== 200);
    for (const reply of lostReplies) expect([404, 409, 422], reply.text).toContain(reply.status);
    const { rows } = await sql<{ retained: number; absorbed: number }>`
      select count(*) filter (where retained_id = ${absorbed.id}) as retained,
        count(*) filter (where absorbed_id = ${absorbed.id}) as absorbed
      from member_merge`.execute(db.kysely);
    expect(won).toHaveLength((rows[0]?.retained ?? 0) + (rows[0]?.absorbed ?? 0));
    expect(rows[0]?.absorbed).toBeLessThanOrEqual(1);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('leave one member if two members are merged into each other', async () => {
    const [a, b] = [await createFullMember(), await createFullMember()];
    const replies = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('leave no sales, visits or redemptions with the absorbed member', async () => {
    const [retained, absorbed] = [await createFullMember(), await createFullMember()];
    const sale = await inputs.createFull(getResource('transaction'), {
      member_id: absorbed.id,
      hotel_id: baseRecords.hotel,
    });
    const bills = await Promise.all(
      Array.from({ length: 8 }, () =>
        inputs.createRequired(getResource('visit'), {
          member_id: absorbed.id,
          hotel_id: baseRecords.hotel,
          remark: 'Entered late',
        }),
      ),
    );
    const [mergeReply, redeemReply, saleReply, ...visitReplies] = await Promise.all([
      merge(retained.id, absorbed.id),
      redeem(absorbed.open, { redeem_date: '2026-05-22 02:00:00' }),
      post('transaction', sale),
      ...bills.map((bill) => post('visit', bill)),
    ]);
    expect(mergeReply.status, mergeReply.text).toBe(200);
    for (const reply of [redeemReply, saleReply, ...visitReplies])
      expect([201, 409, 422], reply.text).toContain(reply.status);
    expect(await findReferences(absorbed.id)).toEqual([
      'member.merged_from_id',
      'member_card.merged_from_id',
      'member_merge.absorbed_id',
      'member_standing.member_id',
    ]);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('are undone only once by concurrent requests', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
    const id = await mergeNow(retained.id, absorbed.id);
    const replies = await Promise.all(Array.from({ length: 5 }, () => undo(retained.id, id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 409, 'conflict');
  });
});
