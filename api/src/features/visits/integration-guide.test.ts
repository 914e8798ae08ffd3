import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { resources } from '@innkeeper/contract';
import { type CallDefinition, EXAMPLE_CARD_NUMBER, integrationCalls } from '@innkeeper/contract/calls';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { parseRoute } from '../../engine/calls/call-paths.ts';
import type { Method } from '../../testing/call.ts';
import { readDocument } from '../../testing/openapi-document.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** The examples of the document and of docs/integrating.md work for an outsider exactly as written. */

const ROOT = resolve(import.meta.dirname, '../../../..');
const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { card, voucher } = createProgramme(api, admin, inputs, baseRecords.hotel);
const guest = await inputs.create(resources.member, {
  first_name: 'Sri',
  last_name: 'Lestari',
  email: 'sri.lestari@example.test',
  hotel_id: baseRecords.hotel,
  register_hotel_id: baseRecords.hotel,
});
const guestCard = await card({ member_id: guest.id, sbec_no: EXAMPLE_CARD_NUMBER });
const dinner = await inputs.create(resources.voucher, { name: 'Dinner for two', name_id: 'Makan malam berdua' });
const benefit = await voucher({ member_card_id: guestCard.id, voucher_id: dinner.id });
const createBuyer = () =>
  inputs.create(resources.member, {
    hotel_id: baseRecords.hotel,
    register_hotel_id: baseRecords.hotel,
    is_active: 1,
  });
const buyer = await createBuyer();
const system = await createSystem(
  api,
  baseRecords.hotel,
  {},
  { codes: ['VIEW_MEMBER', 'VIEW_SALES_REPORT', 'STORE_MEMBER', 'STORE_TRANSACTION'] },
);
/** The records of this test in place of those that the examples name by id. */
const exampleIds: Readonly<Record<string, number>> = {
  membership_id: baseRecords.membership,
  member_id: buyer.id,
  type_gender_id: await inputs.findOptionDetail('type-gender', 'female'),
  type_payment_id: await inputs.findOptionDetail('type-payment', 'cash'),
  origin_country_id: baseRecords.country,
};

/** The server's address; the first call starts listening. */
let guidePromise: Promise<string> | undefined;
const listenOnce = () => (guidePromise ??= app.listen({ host: '127.0.0.1', port: 0 }));

const runCommand = async (command: string, args: readonly string[], cwd: string, env = {}) => {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exitPromise = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await exitPromise, output: output.join('') };
};

/** Replaces curl and uuidgen, which not every machine has, so that the shell can run the page's lines. */
const CURL = `#!${process.execPath}
const args = process.argv.slice(2);
const headers = [];
let [url, body] = [];
while (args.length > 0) {
  const arg = args.shift();
  if (arg === '-s') continue;
  else if (arg === '-H') headers.push(args.shift().split(': '));
  else if (arg === '-d') body = args.shift();
  else if (arg.startsWith('-') || url) throw new Error('curl has nothing for ' + arg);
  else url = arg;
}
const reply = await fetch(url, { method: body === undefined ? 'GET' : 'POST', headers, body });
console.log(reply.status + ' ' + (await reply.text()));
`;
const UUIDGEN = `#!${process.execPath}
console.log(crypto.randomUUID());
`;

test('the shell commands of docs/integrating.md do what the page describes', async () => {
  const page = await readFile(join(ROOT, 'docs/integrating.md'), 'utf8');
  const lines = [...page.matchAll(/^ *```sh\n(.*?)```/gms)]
    .map(([, script = '']) => script)
    .filter((script) => script.includes('curl '))
    .join('')
    .replace(/^ *export API=\S+ TOKEN=\S+$/m, '')
    .replaceAll('/members/7/', `/members/${guest.id}/`)
    .replace(/"(\w+_id)":\d+/g, (text, name: string) =>
      Object.hasOwn(exampleIds, name) ? `"${name}":${exampleIds[name]}` : text,
    );
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-shell-'));
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    for (const [name, script] of [
      ['curl', CURL],
      ['uuidgen', UUIDGEN],
    ] as const) {
      await writeFile(join(folder, name), script);
      await chmod(join(folder, name), 0o755);
    }
    const env = { PATH: `${folder}:/usr/bin:/bin`, API: `${await listenOnce()}/integration/v1`, TOKEN: system.token };
    const { output } = await runCommand('/bin/sh', ['-ec', lines], folder, env);
    const responses = output.trim().split(/\n(?=\d{3} )/);
    expect(
      responses.map((response) => response.slice(0, 3)),
      output,
    ).toEqual(['200', '200', '200', '201', '202', '200', '200', '200', '201', '201', '200', '200']);
    expect(responses[0]).toContain(system.name);
    expect(responses[1]).toContain(`"id":${guest.id}`);
    expect(responses[2]).toContain(String(benefit.voucher_no));
    expect(responses[3]).toContain('"reference_no":"POS3-20117"');
    expect(responses[4]).toContain('"reason":"unknown_card"');
    expect(responses[5]).toContain('"offers":[{');
    expect(responses[8]).toContain('"first_name":"Putu"');
    expect(responses[9]).toContain('"transaction_no":"T');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the client of docs/integrating.md, generated from the document, type-checks and works', async () => {
  const page = await readFile(join(ROOT, 'docs/integrating.md'), 'utf8');
  const script = /```ts\n(.*?)```/s.exec(page)?.[1] ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-stranger-'));
  try {
    const address = await listenOnce();
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const declarations = await openapiTS(new URL(`${address}/openapi/hotels.json`));
    await writeFile(join(folder, 'innkeeper.d.ts'), astToString(declarations));
    await writeFile(join(folder, 'errand.ts'), script);
    const options =
      '--noEmit --strict --skipLibCheck --module nodenext --target esnext --types node --allowImportingTsExtensions';
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const evaluated = await runCommand(process.execPath, [tsc, ...options.split(' '), 'errand.ts'], folder);
    expect(evaluated.output).toBe('');
    const env = { ADDRESS: address, TOKEN: system.token, CARD: EXAMPLE_CARD_NUMBER };
    const exitCode = await runCommand(process.execPath, ['errand.ts'], folder, env);
    expect(exitCode.output).toMatch(/: V\d{8,}\n$/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);

test('the example of each call of the document works', async () => {
  const { paths } = await readDocument(app);
  const ids: Readonly<Record<string, number>> = { members: guest.id };
  const knownIds = new Map(Object.entries(ids));
  for (const [name, described] of Object.entries<CallDefinition>(integrationCalls)) {
    const { method, path } = parseRoute(name);
    const short = path.replace('/integration/v1/', '');
    const [kind = ''] = short.split('/');
    // An example with an id uses the record that another example created.
    if (short.includes('{id}') && !knownIds.has(kind)) await createSample(kind);
    const { query = {}, body } = described.example ?? {};
    expect(described.body !== undefined, `${name} has an example`).toBe(body !== undefined);
    const url = `${short.replace('{id}', String(knownIds.get(kind)))}?${new URLSearchParams(query).toString()}`;
    const ids: Readonly<Record<string, number>> =
      kind === 'sales' ? { ...exampleIds, member_id: (await createBuyer()).id } : exampleIds;
    const ownBody =
      body && Object.fromEntries(Object.entries(body).map(([field, value]) => [field, ids[field] ?? value]));
    const requestBody =
      ownBody && Object.hasOwn(ownBody, 'voucher_no') ? { ...ownBody, voucher_no: benefit.voucher_no } : ownBody;
    const reply = await system.request(method as Method, url, requestBody); // a method that the calls use
    expect(reply.status, `${name}: ${reply.text}`).toBeLessThan(300);
    const documentedCall = paths[path]?.[method.toLowerCase()];
    expect(documentedCall?.requestBody?.content['application/json']?.example, name).toEqual(body);
    for (const [key, value] of Object.entries(query))
      expect(String(documentedCall?.parameters?.find((item) => item.name === key)?.example), `${name}: ${key}`).toBe(
        value,
      );
    if (method === 'POST' && short === kind) knownIds.set(kind, reply.body.data.id);
    if (method === 'DELETE') knownIds.delete(kind);
  }

  async function createSample(kind: string): Promise<void> {
    if (kind === 'held-postings') {
      const { body } = integrationCalls['POST /integration/v1/visits'].example;
      const reply = await system.request('POST', 'visits?hold=1', {
        ...body,
        card_no: '4000',
        reference_no: 'POS3-20119',
      });
      knownIds.set(kind, reply.body.data.id);
      return;
    }
    // These calls are POST requests.
    const body = integrationCalls[`POST /integration/v1/${kind}` as 'POST /integration/v1/visits'].example.body;
    const reply = await system.request('POST', kind, {
      ...body,
      ...(kind === 'redemptions' && { voucher_no: benefit.voucher_no }),
    });
    knownIds.set(kind, reply.body.data.id);
    if (kind === 'redemptions')
      await system.request('DELETE', `redemptions/${reply.body.data.id}`, { reason: 'The guest changed their mind' });
  }
});
