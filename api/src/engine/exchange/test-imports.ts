import { type ImportCheck, type ImportDone, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { type Answered, listIn } from '../../testing/answers.ts';
import { call, queryString } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';
import { csvFile, upload } from './test-tables.ts';

/** Headings of a file of members, as `memberRow` fills them. */
export const HEADINGS = [
  'First name',
  'Membership',
  'Gender',
  'Origin country',
  'Hotel · Code',
  'Active',
  'Email',
  'Phone',
];

export const lines = (...rows: readonly (readonly (string | number)[])[]): string => csvFile(rows);

type Checked = { data: ImportCheck };

/** A server of its own for a test file, and an administrator who imports into it. */
export async function startImports() {
  const api = await startTestApp();
  const { app, db } = api;
  const admin = await createUser(db, { level: 'group' });
  const world = await createWorld(db);
  const inputs = createInputs(api, admin, world);
  const { rows } = await sql<{ membership: string; gender: string; country: string; hotel: string }>`
    select (select name from membership where id = ${world.membership}) as membership,
           (select d.name from option_detail d join option o on o.id = d.option_id where o.slug = 'type-gender' order by d.id limit 1) as gender,
           (select name from country where id = ${world.country}) as country,
           (select code from hotel where id = ${world.hotel}) as hotel`.execute(db.kysely);
  const names = rows[0] ?? { membership: '', gender: '', country: '', hotel: '' };
  let count = 0;
  return {
    api,
    app,
    db,
    admin,
    world,
    inputs,
    /** The names of the world's records. */
    names,
    newEmail: (): string => `guest.${(count += 1)}@example.test`,
    memberRow: (email: string, first = 'Ayu'): string[] => [
      first,
      names.membership,
      names.gender,
      names.country,
      names.hotel,
      '1',
      email,
      '+62 812 0000001',
    ],
    memberBy: async (email: string): Promise<Answered | undefined> =>
      listIn(
        resources.member,
        await call(app, admin.token, 'GET', `/api/member?${queryString({ 'filter[email][exact]': email })}`),
      )[0],
    /** Tries a file without writing. */
    check: (resource: string, file: string | Uint8Array, values: Record<string, unknown> = {}) =>
      upload<Checked>(app, admin.token, resource, file, { dry_run: '1', ...values }),
    /** Imports a file. */
    bring: (resource: string, file: string | Uint8Array, values: Record<string, unknown> = {}, token = admin.token) =>
      upload<{ data: ImportDone }>(app, token, resource, file, values),
  };
}
