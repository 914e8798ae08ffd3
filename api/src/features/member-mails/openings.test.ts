import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { queueMail } from '../../jobs/queue.ts';
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
const { deliver, logOf } = createMailWorker(api);

async function sendBirthday(n: number) {
  const email = `guest.${n}@example.test`;
  const { id } = await inputs.create(getResource('member'), { email, all_notification: 1, birthday_notification: 1 });
  await db.kysely
    .transaction()
    .execute((tx) => queueMail(api.clock)(tx, { mailType: 'birthday', memberId: id, about: {} }));
  const [received] = await deliver();
  const [, path = ''] =
    /<img src="https:\/\/console\.test(\/mail\/open\/[^"]+\.gif)"/.exec(received?.mail.html ?? '') ?? [];
  return { path, entry: (await logOf(email))[0]?.id ?? 0 };
}
const open = (path: string) => call(app, null, 'GET', path);
const trackOf = async (id: number) => {
  await countOpenings(db);
  const { rows } = await sql<{ track: string | null }>`select track from mail_log where id = ${id}`.execute(db.kysely);
  return rows[0]?.track;
};

test('the log entry shows when and how often the mail was opened', async () => {
  const { path, entry } = await sendBirthday(1);
  expect(await trackOf(entry)).toBeNull();
  api.setClock(new Date('2026-05-22T03:00:00Z'));
  const reply = await open(path);
  expect([reply.status, reply.headers['content-type'], reply.headers['set-cookie']]).toEqual([
    200,
    'image/gif',
    undefined,
  ]);
  await open(path);
  expect(await trackOf(entry)).toBe('2 × 2026-05-22 03:00');
  api.setClock(new Date('2026-05-23T04:30:00Z'));
  await open(path);
  await Promise.all([countOpenings(db), countOpenings(db)]);
  expect(await trackOf(entry)).toBe('3 × 2026-05-23 04:30');
});

test('an address with an invalid signature returns the pixel and counts nothing', async () => {
  const { path, entry } = await sendBirthday(2);
  const other = await sendBirthday(3);
  const forged = [
    path.replace(/open\/\d+-/, `open/${other.entry}-`),
    path.replace(/.\.gif$/, (end) => (end.startsWith('A') ? 'E.gif' : 'A.gif')),
    '/mail/open/1.gif',
    `/mail/open/${entry}-${'A'.repeat(43)}.gif`,
  ];
  for (const address of forged) expect((await open(address)).status, address).toBe(200);
  expect([await trackOf(entry), await trackOf(other.entry)]).toEqual([null, null]);
});
