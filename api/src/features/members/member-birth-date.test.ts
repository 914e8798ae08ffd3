import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { MEMBER_HEADINGS, toCsv, startImportTest } from '../../engine/import-export/import-helpers.ts';
import { call, createFormBody } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';

const imports = await startImportTest();
const { app, db, api, admin, inputs } = imports;
const fixtures = await createFixtures(api, admin, inputs);

const dayFromNow = (days: number): string =>
  new Date(api.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const { id } = await inputs.create(resources.member, { birth_date: '1900-01-01' });

type ResponseBody = { errors?: Record<string, string[]>; data?: unknown };
const post = (path: string, body: object) => call<ResponseBody>(app, admin.token, 'POST', path, { body });
const rowOf = (birth: string) =>
  toCsv([...MEMBER_HEADINGS, 'Birth date'], [...imports.memberRow(imports.newEmail()), birth]);

/** Every entry point for a birth date; each returns the message that rejects an invalid one. */
const entryPoints: Record<string, (birth: string) => Promise<string>> = {
  create: async (birth_date) =>
    (await post('/api/member', await inputs.createFull(resources.member, { birth_date }))).text,
  update: async (birth_date) => (await post(`/api/member/${id}`, { birth_date })).text,
  'form with _method': async (birth_date) =>
    (await call(app, admin.token, 'POST', `/api/member/${id}`, createFormBody({ _method: 'PUT', birth_date }))).text,
  'bulk edit': async (birth_date) => (await post('/api/member/updateBulk', { ids: [id], set: { birth_date } })).text,
  'dry run': async (birth_date) => (await imports.check('member', rowOf(birth_date))).text,
  import: async (birth_date) => (await imports.importFile('member', rowOf(birth_date))).text,
  sale: async (birth_date) =>
    (await fixtures.sell({ member: { ...(await fixtures.createGuestInput()), birth_date } })).text,
};

describe.each(Object.entries(entryPoints))('%s', (_, send) => {
  test('accepts birth dates from 1900 until today', async () => {
    expect(await send('1899-12-31')).toContain('Must not be before 1900-01-01.');
    expect(await send(dayFromNow(1))).toContain('Must not be after today.');
    for (const birth of ['1900-01-01', dayFromNow(0)]) expect(await send(birth)).not.toMatch(/This must not be/);
  });
});

test('the zone of the request determines the current day', async () => {
  const [westZone, eastZone] = ['Etc/GMT+12', 'Etc/GMT-14'];
  const updateMember = (birth_date: string, zone: string) =>
    call(app, admin.token, 'POST', `/api/member/${id}`, { body: { birth_date }, headers: { 'x-time-zone': zone } });
  const dayIn = (zone: string) =>
    Temporal.Instant.fromEpochMilliseconds(api.clock().getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();
  expect((await updateMember(dayIn(eastZone), eastZone)).status).toBe(200);
  expect((await updateMember(dayIn(eastZone), westZone)).status).toBe(422);
});

test('the database rejects dates before 1900 on every path', async () => {
  await expect(sql`update member set birth_date = '1899-12-31' where id = ${id}`.execute(db.kysely)).rejects.toThrow(
    'member_birth_date_check',
  );
});
