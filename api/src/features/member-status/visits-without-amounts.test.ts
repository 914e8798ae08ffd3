import type { Standing } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { startStatusServer } from './member-status-helpers.ts';

const { app, db, admin, post, remove, visits, standing, member, readCards } = await startStatusServer();
const WITHOUT_AMOUNT = { total_fb: null };

describe('a visit without an amount', () => {
  test('does not count, and shows the reason in both languages', async () => {
    const { member: guest } = await member();
    const [countedVisit] = await visits(guest.id, 1);
    const [emptyVisit] = await visits(guest.id, 1, WITHOUT_AMOUNT);
    const shownStanding = await standing(guest.id);
    expect(shownStanding).toMatchObject({ visits: { counted: 1, total: 1 }, maintain: { missing: 3 } });
    expect(shownStanding.counted).toMatchObject([{ id: countedVisit?.id, grand_total: '100000.000' }]);
    expect(shownStanding.not_counted).toMatchObject([
      { id: emptyVisit?.id, grand_total: null, why: 'no_amount', reason: 'The bill has no amount yet.' },
    ]);
    const headers = { 'accept-language': 'id' };
    const path = `/api/member/${guest.id}/standing`;
    const { body } = await call<{ data: Standing }>(app, admin.token, 'GET', path, { headers });
    expect(body.data.not_counted[0]?.reason).toBe('Tagihan belum memiliki jumlah.');
  });

  test('upgrades its guest once it has an amount, until that is reverted', async () => {
    const { member: guest } = await member();
    await visits(guest.id, 7);
    const [lastVisit] = await visits(guest.id, 1, WITHOUT_AMOUNT);
    expect(await readCards(guest.id)).toHaveLength(1);
    expect((await post(`visit/${lastVisit?.id}`, { total_room: '100000' })).status).toBe(200);
    expect(await readCards(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 1 }]);
    const emptyAmounts = { total_fb: null, total_room: null, total_others: null };
    expect((await post(`visit/${lastVisit?.id}`, emptyAmounts)).status).toBe(200);
    expect(await readCards(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 0 }]);
    expect(await standing(guest.id)).toMatchObject({ visits: { total: 7 } });
  });

  test('does not count after a move, merge, delete or restore either', async () => {
    const [{ member: guest }, { member: otherMember }] = [await member(), await member()];
    await visits(guest.id, 1);
    const [emptyVisit] = await visits(otherMember.id, 1, WITHOUT_AMOUNT);
    const moveReply = await post(`visit/${emptyVisit?.id}/move`, { member_id: guest.id, remark: 'Another table' });
    expect(moveReply.status, moveReply.text).toBe(200);
    expect(await standing(guest.id)).toMatchObject({ visits: { total: 1 } });
    await remove('visit', emptyVisit?.id ?? 0);
    await post(`visit/${emptyVisit?.id}/restore`);
    expect(await standing(guest.id)).toMatchObject({ visits: { total: 1 } });
    const mergeReply = await post(`member/${otherMember.id}/merge`, { member_id: guest.id });
    expect(mergeReply.status, mergeReply.text).toBe(200);
    expect(await standing(otherMember.id)).toMatchObject({ visits: { total: 1 }, not_counted: [{ why: 'no_amount' }] });
  });

  test('does not replace another bill of its day if days are counted', async () => {
    const { member: guest } = await member();
    const [emptyVisit] = await visits(guest.id, 1, WITHOUT_AMOUNT);
    await visits(guest.id, 2);
    const setPerDay = async (value: string) => {
      await sql`update option_detail d set value = ${value} from option o where o.id = d.option_id
          and o.slug = 'visit-counting' and d.code = 'per-day'`.execute(db.kysely);
      await sql`select recompute_due_standing(100000)`.execute(db.kysely);
    };
    await setPerDay('1');
    const shownStanding = await standing(guest.id);
    await setPerDay('0');
    expect(shownStanding.visits).toMatchObject({ counting: 'per-day', counted: 1 });
    expect(shownStanding.not_counted.map(({ why }) => why)).toEqual(['same_day', 'no_amount']);
    expect(shownStanding.not_counted[1]).toMatchObject({ id: emptyVisit?.id });
  });
});
