import type { ImportCheck } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { csvFile, csvRows, download, upload } from '../../engine/import-export/table-helpers.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Card numbers in CSV files, before and after a spreadsheet has read and written them. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post, card } = createProgramme(api, admin, inputs, fixtures.h1);

const importCards = (rows: readonly (readonly (string | number)[])[]) =>
  upload(app, admin.token, 'member_card', csvFile(rows));
const exportCards = async (ids: readonly number[]) =>
  csvRows(
    await download(
      app,
      admin.token,
      `/api/member_card/export?format=csv&columns=id,sbec_no&sort=id&filter[id][gte]=${Math.min(...ids)}`,
    ),
  );
/** What spreadsheets make of a cell of digits: a number, whose zeros are dropped. */
const asNumber = (cell: string) => (/^\d{1,15}$/.test(cell) ? String(Number(cell)) : cell);

test('a spreadsheet changes no card number of an export, and the file is imported without changes', async () => {
  const { member_card } = (await fixtures.sell()).body.data;
  await post(`member_card/${member_card.id}/replace`, { reason: 'Printed before', sbec_no: '000012341234' });
  const manualCard = await card({ sbec_no: '0000777' });
  const [headings = [], ...rows] = await exportCards([member_card.id, manualCard.id]);
  expect(rows.map(([, number]) => number)).toEqual(['0000 1234 1234', '0000 777']);
  const saved = [headings, ...rows.map((cells) => cells.map(asNumber))];
  const reply = await importCards(saved);
  expect(reply.body, reply.text).toMatchObject({ data: { rows: 2, created: 0, updated: 0 } });
});

test('the number of a sold card without its zeros is no change, any other one is rejected', async () => {
  const { member_card } = (await fixtures.sell()).body.data;
  await post(`member_card/${member_card.id}/replace`, { reason: 'Printed before', sbec_no: '000056785678' });
  const remarked = await importCards([
    ['id', 'sbec_no', 'remark'],
    [member_card.id, '56785678', 'Seen at the desk'],
  ]);
  expect(remarked.body, remarked.text).toMatchObject({ data: { updated: 1 } });
  expect(await get('member_card', member_card.id)).toMatchObject({
    sbec_no: '000056785678',
    remark: 'Seen at the desk',
  });
  const rejected = await importCards([
    ['id', 'sbec_no'],
    [member_card.id, '56785679'],
  ]);
  expect(rejected.text).toContain('a sold or upgraded card');
});

test('a manual card can be given a number without zeros', async () => {
  const { id } = await card({ sbec_no: '0000888' });
  expect(
    (
      await importCards([
        ['id', 'sbec_no'],
        [id, '888'],
      ])
    ).status,
  ).toBe(201);
  expect(await get('member_card', id)).toMatchObject({ sbec_no: '888' });
});

test('a card is found by its grouped number', async () => {
  const { member_card } = (await fixtures.sell()).body.data;
  await post(`member_card/${member_card.id}/replace`, { reason: 'Printed before', sbec_no: '000098769876' });
  const checkCard = async (number: string) => {
    const file = csvFile([['member_card.name'], [number]]);
    const { data } = (await upload<{ data: ImportCheck }>(app, admin.token, 'member_voucher', file, { dry_run: '1' }))
      .body;
    return data.errors[0]?.errors.member_card_id;
  };
  expect(await checkCard('0000 9876 9876')).toBeUndefined();
  expect(await checkCard('0000 9876 9877')).toBeDefined();
});
