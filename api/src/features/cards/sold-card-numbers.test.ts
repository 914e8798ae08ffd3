import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** The number of a sold card can only be changed by replacing the card. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post, card } = createProgramme(api, admin, inputs, fixtures.h1);

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
const ENTRY_POINTS: Readonly<Record<string, (id: number, sbec_no: string) => Promise<Reply<unknown>>>> = {
  'the form': (id, sbec_no) => post(`member_card/${id}`, { sbec_no }),
  'an import': (id, sbec_no) => importNumber(id, sbec_no),
  'the dry run of an import': (id, sbec_no) => importNumber(id, sbec_no, { dry_run: '1' }),
};

test.each(Object.entries(ENTRY_POINTS))('the number of a sold card cannot be changed by %s', async (_, write) => {
  const { member_card } = (await fixtures.sell()).body.data;
  expect((await write(member_card.id, nextNumber())).text).toContain('a sold or upgraded card');
  expect(await get('member_card', member_card.id)).toMatchObject({ sbec_no: member_card.sbec_no });
});

test('the number of a sold card can be replaced by a preprinted one, and the old one remains rejected', async () => {
  const { member_card } = (await fixtures.sell()).body.data;
  const printedNumber = nextNumber();
  expect(
    (await post(`member_card/${member_card.id}/replace`, { reason: 'Lost card', sbec_no: printedNumber })).status,
  ).toBe(200);
  const { member_card: otherCard } = (await fixtures.sell()).body.data;
  const takenReply = await post(`member_card/${otherCard.id}/replace`, {
    reason: 'Lost card',
    sbec_no: member_card.sbec_no,
  });
  expect(takenReply.status).toBe(422);
  const searchReply = await call(
    app,
    admin.token,
    'GET',
    `/api/voucher_redeem/counter?q=${String(member_card.sbec_no)}&hotel_id=${fixtures.h1}`,
  );
  expect(searchReply.text).toContain('card_replaced');
});

test('undoing the correction of a number is rejected once its card was upgraded', async () => {
  const { id, sbec_no, member_id, membership_id, hotel_id } = await card();
  const corrected = nextNumber();
  const correction = await importNumber(id, corrected);
  expect(correction.status, correction.text).toBe(201);
  await sql`insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active,
      upgraded_from_id)
    select ${member_id}, ${membership_id}, ${hotel_id}, start_date, end_date, true, id
    from member_card where id = ${id}`.execute(db.kysely);
  const { rows } = await sql<{ id: number }>`select max(id) as id from import_run`.execute(db.kysely);
  const undo = await post(`import/${rows[0]?.id}/undo`, {});
  expect(undo.text).toContain('sbec_no');
  expect(sbec_no).not.toBe(corrected);
  expect(await get('member_card', id)).toMatchObject({ sbec_no: corrected });
});

test('the number of a manually created card can be corrected', async () => {
  const { id } = await card();
  const sbec_no = nextNumber();
  expect((await post(`member_card/${id}`, { sbec_no })).status).toBe(200);
  expect(await get('member_card', id)).toMatchObject({ sbec_no });
});
