import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createMailQueue } from '../../jobs/queue.ts';
import { call } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { countOpenings } from './openings.ts';

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent' } });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { deliver, readLog } = createMailWorker(api);

async function sendBirthday(n: number) {
  const email = `guest.${n}@example.test`;
  const { id } = await inputs.create(getResource('member'), { email, all_notification: 1, birthday_notification: 1 });
  await db.kysely
    .transaction()
    .execute((tx) => createMailQueue(api.clock)(tx, { mailType: 'birthday', memberId: id, about: {} }));
  const [receivedMail] = await deliver();
  const [, path = ''] =
    /<img src="https:\/\/console\.test(\/mail\/open\/[^"]+\.gif)"/.exec(receivedMail?.mail.html ?? '') ?? [];
  return { path, entry: (await readLog(email))[0]?.id ?? 0 };
}
const openMail = (path: string) => call(app, null, 'GET', path);
const readTrack = async (id: number) => {
  await countOpenings(db);
  const { rows } = await sql<{ track: string | null }>`select track from mail_log where id = ${id}`.execute(db.kysely);
  return rows[0]?.track;
};

test('the log entry shows when and how often the mail was opened', async () => {
  const { path, entry } = await sendBirthday(1);
  expect(await readTrack(entry)).toBeNull();
  api.setClock(new Date('2026-05-22T03:00:00Z'));
  const reply = await openMail(path);
  expect([reply.status, reply.headers['content-type'], reply.headers['set-cookie']]).toEqual([
    200,
    'image/gif',
    undefined,
  ]);
  expect(await readTrack(entry)).toBe('1 × 2026-05-22 03:00');
  await openMail(path);
  expect(await readTrack(entry)).toBe('2 × 2026-05-22 03:00 – 2026-05-22 03:00');
  api.setClock(new Date('2026-05-23T04:30:00Z'));
  await openMail(path);
  await Promise.all([countOpenings(db), countOpenings(db)]);
  expect(await readTrack(entry)).toBe('3 × 2026-05-22 03:00 – 2026-05-23 04:30');
});

test('an entry of an older version, which has only the last opening, keeps the first one unknown', async () => {
  const { path, entry } = await sendBirthday(4);
  await sql`update mail_log set track = '2 × 2026-05-20 01:00' where id = ${entry}`.execute(db.kysely);
  api.setClock(new Date('2026-05-23T04:30:00Z'));
  await openMail(path);
  expect(await readTrack(entry)).toBe('3 × 2026-05-23 04:30');
});

test('an address with an invalid signature returns the pixel and counts nothing', async () => {
  const { path, entry } = await sendBirthday(2);
  const otherMail = await sendBirthday(3);
  const forgedUrls = [
    path.replace(/open\/\d+-/, `open/${otherMail.entry}-`),
    path.replace(/.\.gif$/, (end) => (end.startsWith('A') ? 'E.gif' : 'A.gif')),
    '/mail/open/1.gif',
    `/mail/open/${entry}-${'A'.repeat(43)}.gif`,
  ];
  for (const address of forgedUrls) expect((await openMail(address)).status, address).toBe(200);
  expect([await readTrack(entry), await readTrack(otherMail.entry)]).toEqual([null, null]);
});
