import { once } from 'node:events';
import { connect } from 'node:net';
import { resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createBaseRecords } from '../../testing/base-records.ts';

/** Connections break in the middle of a file or before its response. Each bill still counts once. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
await allowThousandths(db);
const { card } = createProgramme(api, admin, inputs, baseRecords.hotel);
const member = await inputs.create(resources.member, {
  hotel_id: baseRecords.hotel,
  register_hotel_id: baseRecords.hotel,
});
await card({ member_id: member.id, hotel_id: baseRecords.hotel });
const { id: systemId, token } = await createSystem(api, baseRecords.hotel);
const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));

const createBillInputs = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    member_id: member.id,
    reference_no: `${name}-${n}`,
    total_fb: `${1000 + n}.125`,
    staff_name: 'Night audit',
  }));
const readSums = async (name: string) =>
  (
    await db.pool.query(
      `select count(*)::int as n, sum(grand_total)::text as total from visit where reference_no ~ ('^' || $1 || '-')`,
      [name],
    )
  ).rows[0];

interface SentRequest {
  readonly path: string;
  readonly key: string;
  readonly body: object;
}
const encodeRequest = ({ path, key, body }: SentRequest): Buffer => {
  const text = JSON.stringify(body);
  const head = [
    `POST /integration/v1/${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
};

/** Sends this part of a request, then breaks the connection without reading a response. */
async function breakAfter(request: SentRequest, part: number): Promise<void> {
  const bytes = encodeRequest(request);
  const line = connect(Number(port), hostname);
  await once(line, 'connect');
  await new Promise<void>((resolve) => line.write(bytes.subarray(0, Math.ceil(bytes.length * part)), () => resolve()));
  line.destroy();
  await once(line, 'close');
}

async function post<ResponseBody>({ path, key, body }: SentRequest): Promise<ResponseBody> {
  const reply = await fetch(`http://${hostname}:${port}/integration/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  expect(reply.ok, text).toBe(true);
  return JSON.parse(text) as ResponseBody; // checked against the call's definition
}

/** Splits the bills of a file into requests of `size` bills. */
const partsOf = (name: string, visits: readonly object[], size: number): SentRequest[] =>
  Array.from({ length: Math.ceil(visits.length / size) }, (_, n) => ({
    path: 'visits/batch',
    key: `${name}-${n}`,
    body: { visits: visits.slice(n * size, (n + 1) * size) },
  }));
interface Outcome {
  readonly meta: Readonly<Record<string, number>>;
}

test('2,000 bills that are sent twice, shuffled and interrupted, become 2,000 visits with the same sum', async () => {
  const night = createBillInputs('night', 2000);
  for (const part of partsOf('first', night, 1000)) await post(part);
  const first = await readSums('night');
  expect(first).toEqual({ n: 2000, total: '3999250.000' });

  const shuffledBills = night.toSorted((a, b) => (a.total_fb.slice(-6) < b.total_fb.slice(-6) ? -1 : 1)).toReversed();
  const [complete, truncated, unanswered, unsent] = partsOf('second', shuffledBills, 500);
  if (!complete || !truncated || !unanswered || !unsent) throw new Error('A file has four parts');
  await post(complete);
  await breakAfter(truncated, 0.5);
  await breakAfter(unanswered, 1);
  expect(await readSums('night')).toEqual(first);
  for (const part of [truncated, unanswered, unsent])
    expect((await post<Outcome>(part)).meta).toEqual({ created: 0, exists: 500, held: 0, rejected: 0 });
  expect(await readSums('night')).toEqual(first);
});

test('a file whose connection breaks is stored once and completely after it is sent again', async () => {
  const [truncated, unanswered] = partsOf('torn', createBillInputs('torn', 600), 300);
  if (!truncated || !unanswered) throw new Error('A file has two parts');
  await breakAfter(truncated, 0.7);
  await breakAfter(unanswered, 1);
  for (const part of [unanswered, truncated])
    expect((await post<Outcome>(part)).meta).toMatchObject({ created: 300, exists: 0 });
  expect(await readSums('torn')).toEqual({ n: 600, total: '779775.000' });
});

test('bills whose connections break anywhere become one visit each when retried with their keys', async () => {
  const requests = createBillInputs('bill', 40).map((body) => ({ path: 'visits', key: body.reference_no, body }));
  await Promise.all(requests.map((item, n) => breakAfter(item, (n + 1) / requests.length)));
  const replies = await Promise.all(requests.map((item) => post<{ data: { id: number } }>(item)));
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(40);
  expect(await readSums('bill')).toEqual({ n: 40, total: '40785.000' });
  const secondReplies = await Promise.all(requests.map((item) => post<{ data: { id: number } }>(item)));
  expect(secondReplies).toEqual(replies);
  const { rows } = await db.pool.query(
    'select count(*)::int as n from idempotency_key where actor_id = $1 and key like $2',
    [-systemId, 'bill-%'],
  );
  expect(rows).toEqual([{ n: 40 }]);
});
