import type { Standing } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { startStatusServer } from './member-status-helpers.ts';

const { app, db, admin, post, remove, visits, standing, member, cardsOf } = await startStatusServer();
const WITHOUT_AMOUNT = { total_fb: null };

describe('a visit without an amount', () => {
  test('does not count, and shows the reason in both languages', async () => {
    const { member: guest } = await member();
    const [counted] = await visits(guest.id, 1);
    const [untold] = await visits(guest.id, 1, WITHOUT_AMOUNT);
    const shown = await standing(guest.id);
    expect(shown).toMatchObject({ visits: { counted: 1, total: 1 }, maintain: { missing: 3 } });
    expect(shown.counted).toMatchObject([{ id: counted?.id, grand_total: '100000.000' }]);
    expect(shown.not_counted).toMatchObject([
      { id: untold?.id, grand_total: null, why: 'no_amount', reason: 'The bill has no amount yet.' },
    ]);
    const headers = { 'accept-language': 'id' };
    const path = `/api/member/${guest.id}/standing`;
    const { body } = await call<{ data: Standing }>(app, admin.token, 'GET', path, { headers });
    expect(body.data.not_counted[0]?.reason).toBe('Tagihan belum memiliki jumlah.');
  });

  test('upgrades its guest once it has an amount, until that is reverted', async () => {
    const { member: guest } = await member();
    await visits(guest.id, 7);
    const [last] = await visits(guest.id, 1, WITHOUT_AMOUNT);
    expect(await cardsOf(guest.id)).toHaveLength(1);
    expect((await post(`visit/${last?.id}`, { total_room: '100000' })).status).toBe(200);
    expect(await cardsOf(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 1 }]);
    const untold = { total_fb: null, total_room: null, total_others: null };
    expect((await post(`visit/${last?.id}`, untold)).status).toBe(200);
    expect(await cardsOf(guest.id)).toMatchObject([{ is_active: 1 }, { is_active: 0 }]);
    expect(await standing(guest.id)).toMatchObject({ visits: { total: 7 } });
  });

  test('does not count after a move, merge, delete or restore either', async () => {
    const [{ member: guest }, { member: other }] = [await member(), await member()];
    await visits(guest.id, 1);
    const [untold] = await visits(other.id, 1, WITHOUT_AMOUNT);
    const moved = await post(`visit/${untold?.id}/move`, { member_id: guest.id, remark: 'Another table' });
    expect(moved.status, moved.text).toBe(200);
    expect(await standing(guest.id)).toMatchObject({ visits: { total: 1 } });
    await remove('visit', untold?.id ?? 0);
    await post(`visit/${untold?.id}/restore`);
    expect(await standing(guest.id)).toMatchObject({ visits: { total: 1 } });
    const merged = await post(`member/${other.id}/merge`, { member_id: guest.id });
    expect(merged.status, merged.text).toBe(200);
    expect(await standing(other.id)).toMatchObject({ visits: { total: 1 }, not_counted: [{ why: 'no_amount' }] });
  });

  test('does not take the place of another bill of its day if days are counted', async () => {
    const { member: guest } = await member();
    const [untold] = await visits(guest.id, 1, WITHOUT_AMOUNT);
    await visits(guest.id, 2);
    const set = async (value: string) => {
      await sql`update option_detail d set value = ${value} from option o where o.id = d.option_id
          and o.slug = 'visit-counting' and d.code = 'per-day'`.execute(db.kysely);
      await sql`select recompute_due_standing(100000)`.execute(db.kysely);
    };
    await set('1');
    const shown = await standing(guest.id);
    await set('0');
    expect(shown.visits).toMatchObject({ counting: 'per-day', counted: 1 });
    expect(shown.not_counted.map(({ why }) => why)).toEqual(['same_day', 'no_amount']);
    expect(shown.not_counted[1]).toMatchObject({ id: untold?.id });
  });
});
