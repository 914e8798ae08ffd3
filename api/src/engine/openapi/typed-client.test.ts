import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createSystem } from '../../testing/system.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A client that is generated from the document of the back office compiles without a cast, and its calls work. */

const ROOT = resolve(import.meta.dirname, '../../../..');
const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const { hotel } = baseRecords;

/** Twenty calls of one program. Each uses the type of a response without asking whether it is there. */
const PROGRAM = `
import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from './innkeeper.d.ts';

const { ADDRESS = '', TOKEN = '', HOTEL = '' } = process.env;
const client = createClient<paths>({ baseUrl: ADDRESS, headers: { Authorization: \`Bearer \${TOKEN}\` } });
const done: string[] = [];
/** The body of a call that must succeed. */
function succeed<T>(name: string, { data, error }: { data?: T; error?: components['schemas']['error'] }): T {
  if (data === undefined) throw new Error(\`\${name}: \${error?.message} \${JSON.stringify(error?.errors)}\`);
  done.push(name);
  return data;
}
const write = () => ({ header: { 'Idempotency-Key': randomUUID() } });
const path = (id: number) => ({ path: { id } });

const me = succeed('me', await client.GET('/api/user'));
const hotels = succeed('hotels', await client.GET('/api/hotel', { params: { query: { per_page: 5, sort: '-id' } } }));
const hotelName: string | null = hotels.data[0]?.name ?? null;
const created = succeed('create', await client.POST('/api/type_input', { params: write(), body: { name: 'Slider', code: 'slider' } }));
const { id, version } = created.data;
succeed('read', await client.GET('/api/type_input/{id}', { params: path(id) })).data.name.toUpperCase();
succeed('update', await client.POST('/api/type_input/{id}', { params: { ...path(id), ...write() }, body: { name: 'Sliders' } }));
const stale = await client.POST('/api/type_input/{id}', {
  params: { ...path(id), header: { 'If-Unmodified-Since-Version': String(version) } },
  body: { name: 'Late' },
});
if (stale.error?.error !== 'stale_record') throw new Error('the late change is not rejected');
done.push('stale');
succeed('history', await client.GET('/api/type_input/{id}/history', { params: path(id) })).data.map(({ action }) => action);
succeed('choices', await client.GET('/api/type_input/choices', { params: { query: { search: 'Sliders' } } })).data.map(({ name }) => name);
succeed('delete', await client.DELETE('/api/type_input/{id}', { params: path(id) }));
succeed('restore', await client.POST('/api/type_input/{id}/restore', { params: path(id) }));
succeed('filter', await client.GET('/api/type_input', { params: { query: { 'filter[code]': { exact: 'slider' } } } })).meta?.total.toFixed();
const dry = succeed('dry run', await client.POST('/api/type_input/destroyBulk', { params: write(), body: { ids: [id], dry_run: 1 } }));
if (dry.data.matched !== 1) throw new Error('one record matches');
succeed('region', await client.GET('/api/region'));
succeed('members', await client.GET('/api/member', { params: { query: { 'filter[hotel_id]': { includes: HOTEL } } } })).data.map(({ email }) => email);
succeed('search', await client.GET('/api/search', { params: { query: { q: 'Wijaya' } } }));
succeed('lists', await client.GET('/api/work_list')).data;
succeed('views', await client.GET('/api/saved_view', { params: { query: { resource: 'member' } } })).data;
succeed('schedules', await client.GET('/api/report_schedule')).data;
succeed('dashboard', await client.GET('/api/dashboard')).data;
succeed('sessions', await client.GET('/api/user/sessions'));
console.log(done.length, hotelName === null ? 'no hotel' : 'a hotel', Object.keys(me).length > 0);
`;

/** What a website does: it reads the offers, enrols a guest and sells to them. */
const WEBSITE = `
import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from './innkeeper.d.ts';

const { ADDRESS = '', TOKEN = '', GENDER = '', COUNTRY = '', PAYMENT = '' } = process.env;
const client = createClient<paths>({ baseUrl: ADDRESS, headers: { Authorization: \`Bearer \${TOKEN}\` } });
function succeed<T>(name: string, { data, error }: { data?: T; error?: components['schemas']['error'] }): T {
  if (data === undefined) throw new Error(\`\${name}: \${error?.message} \${JSON.stringify(error?.errors)}\`);
  return data;
}
const write = () => ({ header: { 'Idempotency-Key': randomUUID() } });

const { data: status } = succeed('status', await client.GET('/integration/v1/status'));
const { data: hotel } = succeed('offers', await client.GET('/integration/v1/memberships', { params: { query: { type: '1' } } }));
const [offer] = hotel.offers;
if (!offer) throw new Error('nothing is sold');
const guest = {
  reference_no: 'WEB-1', membership_id: offer.membership.id, first_name: 'Putu', last_name: 'Ariani',
  type_gender_id: Number(GENDER), origin_country_id: Number(COUNTRY), email: 'putu@example.test', phone_no: '+62 811 998 877',
};
const { data: member } = succeed('enrol', await client.POST('/integration/v1/members', { params: write(), body: guest }));
const again = await client.POST('/integration/v1/members', { params: write(), body: guest });
if (again.error?.error !== 'conflict') throw new Error('the guest is enrolled twice');
const { data: sold } = succeed('sell', await client.POST('/integration/v1/sales', {
  params: write(),
  body: { type: 1, membership_id: offer.membership.id, member_id: member.id, type_payment_id: Number(PAYMENT) },
}));
console.log(status.rights.join(' '), sold.transaction.transaction_no.length > 3, sold.member_card.sbec_no.length > 3);
`;

async function run(folder: string, args: readonly string[], environment = {}): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
}

let addressPromise: Promise<string> | undefined;
const listenOnce = () => (addressPromise ??= app.listen({ host: '127.0.0.1', port: 0 }));

/** Generates a client from a document, checks the types of a program, and runs it. Returns what it prints. */
async function runClient(document: string, program: string, environment: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-client-'));
  try {
    const address = await listenOnce();
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'innkeeper.d.ts'), astToString(await openapiTS(new URL(`${address}${document}`))));
    await writeFile(join(folder, 'program.ts'), program);
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options =
      '--noEmit --strict --skipLibCheck --module nodenext --target esnext --types node --allowImportingTsExtensions';
    expect(await run(folder, [tsc, ...options.split(' '), 'program.ts'])).toBe('');
    return await run(folder, ['program.ts'], { ADDRESS: address, ...environment });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a generated client does twenty calls', async () => {
  const environment = { TOKEN: admin.token, HOTEL: String(hotel) };
  expect(await runClient('/openapi/office.json', PROGRAM, environment)).toBe('20 a hotel true\n');
}, 600_000);

test('a client generated for a website enrols a guest and sells to them', async () => {
  const inputs = createInputs(api, admin, baseRecords);
  const { token } = await createSystem(api, hotel, {}, { codes: ['STORE_MEMBER', 'STORE_TRANSACTION'] });
  const environment = {
    TOKEN: token,
    GENDER: String(await inputs.findOptionDetail('type-gender', 'female')),
    PAYMENT: String(await inputs.findOptionDetail('type-payment', 'cash')),
    COUNTRY: String(baseRecords.country),
  };
  expect(await runClient('/openapi/hotels.json', WEBSITE, environment)).toBe(
    'STORE_MEMBER STORE_TRANSACTION true true\n',
  );
}, 600_000);

test('the documents of hotels’ systems and of the back office divide the calls', async () => {
  const read = async (path: string) =>
    (await app.inject(path)).json<{ paths: object; components: { schemas: object } }>();
  const [all, hotels, office] = await Promise.all(
    ['/openapi.json', '/openapi/hotels.json', '/openapi/office.json'].map(read),
  );
  const pathsOf = (document?: { paths: object }) => Object.keys(document?.paths ?? {});
  expect(pathsOf(hotels).every((path) => path.startsWith('/integration/'))).toBe(true);
  expect([...pathsOf(hotels), ...pathsOf(office)].toSorted()).toEqual(pathsOf(all).toSorted());
  for (const document of [hotels, office]) {
    const used = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name ?? '',
    );
    expect(used.filter((name) => !Object.hasOwn(document?.components.schemas ?? {}, name))).toEqual([]);
  }
  expect(pathsOf(hotels).length).toBeGreaterThan(5);
});
