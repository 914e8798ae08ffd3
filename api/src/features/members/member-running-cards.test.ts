import { resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const admin = await createUser(api.db, { level: 'group' });
const baseRecords = await createBaseRecords(api.db);
const inputs = createInputs(api, admin, baseRecords);
const { card } = createProgramme(api, admin, inputs, baseRecords.hotel);

/** Creates a member whose card ends on the given day, or a member without a card. */
async function createMember(end_date?: string): Promise<number> {
  const { id } = await inputs.create(resources.member);
  if (end_date !== undefined) await card({ member_id: id, start_date: '2020-01-01', end_date });
  return id;
}

test('a dry run of a bulk deletion returns the number of members with a running card', async () => {
  const ids = [
    await createMember('2099-12-31'),
    await createMember('2020-12-31'),
    await createMember(),
    await createMember('2099-12-31'),
  ];
  const request = async (memberIds: readonly number[], dry_run: 0 | 1 = 1) =>
    (await call(api.app, admin.token, 'POST', '/api/member/destroyBulk', { body: { ids: memberIds, dry_run } })).body;
  expect(await request(ids)).toEqual({
    data: { matched: 4, deleted: 4, in_use: [], rejected: [], reasons: [], running_cards: 2 },
  });
  expect(await request(ids.slice(1, 3))).toMatchObject({ data: { running_cards: 0 } });
  expect(await request(ids, 0)).toEqual({ data: { deleted: 4 } });
});
