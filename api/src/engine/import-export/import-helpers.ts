import { type ImportCheck, type ImportResult, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { type ResponseRecord, parseList } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { csvFile, upload } from './table-helpers.ts';

/** Headings of a file of members, matching `memberRow`. */
export const MEMBER_HEADINGS = [
  'First name',
  'Membership',
  'Gender',
  'Origin country',
  'Hotel · Code',
  'Active',
  'Email',
  'Phone',
];

export const toCsv = (...rows: readonly (readonly (string | number)[])[]): string => csvFile(rows);

type CheckResponse = { data: ImportCheck };

/** A server for one test file, and an administrator who imports into it. */
export async function startImportTest() {
  const api = await startTestApp();
  const { app, db } = api;
  const admin = await createUser(db, { level: 'group' });
  const baseRecords = await createBaseRecords(db);
  const inputs = createInputs(api, admin, baseRecords);
  const { rows } = await sql<{ membership: string; gender: string; country: string; hotel: string }>`
    select (select name from membership where id = ${baseRecords.membership}) as membership,
           (select d.name from option_detail d join option o on o.id = d.option_id where o.slug = 'type-gender'
               order by d.id limit 1) as gender,
           (select name from country where id = ${baseRecords.country}) as country,
           (select code from hotel where id = ${baseRecords.hotel}) as hotel`.execute(db.kysely);
  const names = rows[0] ?? { membership: '', gender: '', country: '', hotel: '' };
  let count = 0;
  return {
    api,
    app,
    db,
    admin,
    baseRecords,
    inputs,
    /** The names of the fixture's records. */
    names,
    newEmail: (): string => `guest.${(count += 1)}@example.test`,
    memberRow: (email: string, firstName = 'Ayu'): string[] => [
      firstName,
      names.membership,
      names.gender,
      names.country,
      names.hotel,
      '1',
      email,
      '+62 812 0000001',
    ],
    memberBy: async (email: string): Promise<ResponseRecord | undefined> =>
      parseList(
        resources.member,
        await call(app, admin.token, 'GET', `/api/member?${queryString({ 'filter[email][exact]': email })}`),
      )[0],
    /** Runs a dry run. */
    check: (resource: string, file: string | Uint8Array, values: Record<string, unknown> = {}) =>
      upload<CheckResponse>(app, admin.token, resource, file, { dry_run: '1', ...values }),
    /** Imports a file. */
    importFile: (
      resource: string,
      file: string | Uint8Array,
      values: Record<string, unknown> = {},
      token = admin.token,
    ) => upload<{ data: ImportResult }>(app, token, resource, file, values),
  };
}
