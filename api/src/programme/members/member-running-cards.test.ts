import { resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

const api = await startTestApp();
const admin = await createUser(api.db, { level: 'group' });
const world = await createWorld(api.db);
const inputs = createInputs(api, admin, world);
const { card } = createProgramme(api, admin, inputs, world.hotel);

/** A member with a card that ends on a day, or without one. */
async function member(end_date?: string): Promise<number> {
  const { id } = await inputs.create(resources.member);
  if (end_date !== undefined) await card({ member_id: id, start_date: '2020-01-01', end_date });
  return id;
}

test('a dry run of deleting many members tells how many have a card that runs', async () => {
  const ids = [await member('2099-12-31'), await member('2020-12-31'), await member(), await member('2099-12-31')];
  const ask = async (of: readonly number[], dry_run: 0 | 1 = 1) =>
    (await call(api.app, admin.token, 'POST', '/api/member/destroyBulk', { body: { ids: of, dry_run } })).body;
  expect(await ask(ids)).toEqual({
    data: { matched: 4, deleted: 4, in_use: [], refused: [], reasons: [], running_cards: 2 },
  });
  expect(await ask(ids.slice(1, 3))).toMatchObject({ data: { running_cards: 0 } });
  expect(await ask(ids, 0)).toEqual({ data: { deleted: 4 } });
});
