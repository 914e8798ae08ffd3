import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/exchange/test-tables.ts';
import { type Reply, call } from '../../testing/call.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** A card that was sold gets another number by replacing it, and in no other way. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { get, post, card } = createProgramme(api, admin, inputs, house.h1);

let numbers = 0;
const nextNumber = () => `PRINTED ${(numbers += 1)}`;
const importNumber = (id: number, sbec_no: string, options = {}) =>
  upload(
    app,
    admin.token,
    'member_card',
    csvFile([
      ['id', 'sbec_no'],
      [id, sbec_no],
    ]),
    options,
  );
const WAYS: Readonly<Record<string, (id: number, sbec_no: string) => Promise<Reply<unknown>>>> = {
  'the form': (id, sbec_no) => post(`member_card/${id}`, { sbec_no }),
  'an import': (id, sbec_no) => importNumber(id, sbec_no),
  'the dry run of an import': (id, sbec_no) => importNumber(id, sbec_no, { dry_run: '1' }),
};

test.each(Object.entries(WAYS))('is not given another number by %s', async (_, by) => {
  const { member_card } = (await house.sell()).body.data;
  expect((await by(member_card.id, nextNumber())).text).toContain('by replacing it');
  expect(await get('member_card', member_card.id)).toMatchObject({ sbec_no: member_card.sbec_no });
});

test('is replaced by a printed one, and the number given up stays refused', async () => {
  const { member_card } = (await house.sell()).body.data;
  const printed = nextNumber();
  expect((await post(`member_card/${member_card.id}/replace`, { reason: 'Lost card', sbec_no: printed })).status).toBe(
    200,
  );
  const { member_card: other } = (await house.sell()).body.data;
  const taken = await post(`member_card/${other.id}/replace`, { reason: 'Lost card', sbec_no: member_card.sbec_no });
  expect(taken.status).toBe(422);
  const old = await call(
    app,
    admin.token,
    'GET',
    `/api/voucher_redeem/counter?q=${String(member_card.sbec_no)}&hotel_id=${house.h1}`,
  );
  expect(old.text).toContain('card_replaced');
});

test('by no other program that says who it acts for: the database refuses', async () => {
  const { member_card } = (await house.sell()).body.data;
  const change = db.kysely.transaction().execute(async (tx) => {
    await sql`select set_config('innkeeper.actor', ${String(admin.id)}, true)`.execute(tx);
    await sql`update member_card set sbec_no = ${nextNumber()} where id = ${member_card.id}`.execute(tx);
  });
  await expect(change).rejects.toThrow(/sbec_no/);
});

test('one that was made manually is put right where it was mistyped', async () => {
  const { id } = await card();
  const sbec_no = nextNumber();
  expect((await post(`member_card/${id}`, { sbec_no })).status).toBe(200);
  expect(await get('member_card', id)).toMatchObject({ sbec_no });
});
