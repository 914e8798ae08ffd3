import { once } from 'node:events';
import { connect } from 'node:net';
import { resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createWorld } from '../../testing/world.ts';

/** Bills over lines that break: in the middle of a file, or before its answer. Each is counted once. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const inputs = createInputs(api, admin, world);
await allowThousandths(db);
const { card } = createProgramme(api, admin, inputs, world.hotel);
const member = await inputs.create(resources.member, { hotel_id: world.hotel, register_hotel_id: world.hotel });
await card({ member_id: member.id, hotel_id: world.hotel });
const { id: systemId, token } = await createSystem(api, world.hotel);
const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));

const billsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    member_id: member.id,
    reference_no: `${name}-${n}`,
    total_fb: `${1000 + n}.125`,
    staff_name: 'Night audit',
  }));
const sumsOf = async (name: string) =>
  (
    await db.pool.query(
      `select count(*)::int as n, sum(grand_total)::text as total from visit where reference_no ~ ('^' || $1 || '-')`,
      [name],
    )
  ).rows[0];

interface Sent {
  readonly path: string;
  readonly key: string;
  readonly body: object;
}
const bytesOf = ({ path, key, body }: Sent): Buffer => {
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

/** Sends so much of a request, and breaks the line without hearing an answer. */
async function breakAfter(sent: Sent, part: number): Promise<void> {
  const bytes = bytesOf(sent);
  const line = connect(Number(port), hostname);
  await once(line, 'connect');
  await new Promise<void>((written) => line.write(bytes.subarray(0, Math.ceil(bytes.length * part)), () => written()));
  line.destroy();
  await once(line, 'close');
}

async function post<Answer>({ path, key, body }: Sent): Promise<Answer> {
  const reply = await fetch(`http://${hostname}:${port}/integration/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  expect(reply.ok, text).toBe(true);
  return JSON.parse(text) as Answer; // the call's own definition checks it
}

/** Bills in the parts in which a file is sent. */
const partsOf = (name: string, visits: readonly object[], size: number): Sent[] =>
  Array.from({ length: Math.ceil(visits.length / size) }, (_, n) => ({
    path: 'visits/batch',
    key: `${name}-${n}`,
    body: { visits: visits.slice(n * size, (n + 1) * size) },
  }));
interface Outcome {
  readonly meta: Readonly<Record<string, number>>;
}

test('a night of 2,000 bills twice, shuffled and broken in the middle, is 2,000 visits and one sum', async () => {
  const night = billsOf('night', 2000);
  for (const part of partsOf('first', night, 1000)) await post(part);
  const first = await sumsOf('night');
  expect(first).toEqual({ n: 2000, total: '3999250.000' });

  const shuffled = night.toSorted((a, b) => (a.total_fb.slice(-6) < b.total_fb.slice(-6) ? -1 : 1)).toReversed();
  const [whole, cut, unheard, rest] = partsOf('second', shuffled, 500);
  if (!whole || !cut || !unheard || !rest) throw new Error('A file has four parts');
  await post(whole);
  await breakAfter(cut, 0.5);
  await breakAfter(unheard, 1);
  expect(await sumsOf('night')).toEqual(first);
  for (const part of [cut, unheard, rest])
    expect((await post<Outcome>(part)).meta).toEqual({ created: 0, exists: 500, held: 0, refused: 0 });
  expect(await sumsOf('night')).toEqual(first);
});

test('a file whose line breaks the first time is there once, whole, when all of it was sent again', async () => {
  const [cut, unheard] = partsOf('torn', billsOf('torn', 600), 300);
  if (!cut || !unheard) throw new Error('A file has two parts');
  await breakAfter(cut, 0.7);
  await breakAfter(unheard, 1);
  for (const part of [unheard, cut])
    expect((await post<Outcome>(part)).meta).toMatchObject({ created: 300, exists: 0 });
  expect(await sumsOf('torn')).toEqual({ n: 600, total: '779775.000' });
});

test('bills whose lines break anywhere, and that are sent again under their keys, are one visit each', async () => {
  const sent = billsOf('bill', 40).map((body) => ({ path: 'visits', key: body.reference_no, body }));
  await Promise.all(sent.map((one, n) => breakAfter(one, (n + 1) / sent.length)));
  const replies = await Promise.all(sent.map((one) => post<{ data: { id: number } }>(one)));
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(40);
  expect(await sumsOf('bill')).toEqual({ n: 40, total: '40785.000' });
  const again = await Promise.all(sent.map((one) => post<{ data: { id: number } }>(one)));
  expect(again).toEqual(replies);
  const { rows } = await db.pool.query(
    'select count(*)::int as n from idempotency_key where actor_id = $1 and key like $2',
    [-systemId, 'bill-%'],
  );
  expect(rows).toEqual([{ n: 40 }]);
});
