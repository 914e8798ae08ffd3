import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { queueMail } from '../../jobs/queue.ts';
import { captureFolder, captureMail } from '../../platform/mail/carrier.ts';
import type { MailOrder, MemberMailOrder } from '../../platform/mail/outbox.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { createPlace } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';
import type { LoggedMail } from './shown.ts';

/** Mails of the log as they are looked at: captured ones as they went out, others written anew. */

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent' } });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const inputs = createInputs(api, admin, world);
const worker = createMailWorker(api);
const folder = captureFolder(api.dataDir);
const capture = captureMail(folder);

const order = (mail: MailOrder | MemberMailOrder) =>
  db.kysely.transaction().execute((tx) => queueMail(api.clock)(tx, mail));
const ask = (id: number, user: TestUser = admin) =>
  call<{ data: LoggedMail }>(app, user.token, 'GET', `/api/mail_log/${id}/mail`);
async function read(id: number): Promise<LoggedMail> {
  const reply = await ask(id);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
/** The newest entry of somebody. */
const entryOf = async (email: string) => (await worker.logOf(email)).at(-1) ?? { id: 0, message: null };

let guests = 0;
/** A guest who has a birthday mail on its way. */
async function greet(): Promise<{ id: number; email: string }> {
  guests += 1;
  const email = `guest.${guests}@example.test`;
  const { id } = await inputs.create(getResource('member'), {
    first_name: 'Sari',
    email,
    hotel_id: world.hotel,
    all_notification: 1,
    birthday_notification: 1,
    is_active: 1,
  });
  await order({ mailType: 'birthday', memberId: id, about: {} });
  return { id, email };
}
const retitle = (header: string) =>
  sql`update mail_language set header = ${header} from mail_template t join option_detail d on d.id = t.mail_type_id
      where t.id = mail_language.mail_template_id and d.code = 'birthday'`.execute(db.kysely);

describe('a mail of the log', () => {
  test('that was captured is shown as it went out, whatever its template says by now', async () => {
    await retitle('Happy birthday, {{ member.first_name }}');
    const { email } = await greet();
    await worker.deliver(capture);
    await retitle('Another subject');
    const { is_as_sent, mail, problem } = await read((await entryOf(email)).id);
    expect({ is_as_sent, problem, subject: mail?.subject }).toEqual({
      is_as_sent: true,
      problem: null,
      subject: 'Happy birthday, Sari',
    });
    expect(mail?.html).toMatch(/<p>Dear Sari/);
    expect(mail?.html).toMatch(/<\/html>/);
    expect(mail?.text).toMatch(/^Dear Sari/);
  });

  test('is looked at without counting as opened', async () => {
    const { email } = await greet();
    await worker.deliver(capture);
    const { mail } = await read((await entryOf(email)).id);
    expect(mail?.html).not.toContain('/mail/open/');
  });

  test('that a relay carried, or that waits, is written anew and says so', async () => {
    await retitle('Many happy returns');
    const { email } = await greet();
    const { id } = await entryOf(email);
    const expected = { is_as_sent: false, problem: null, mail: { subject: 'Many happy returns' } };
    expect(await read(id)).toMatchObject(expected);
    await worker.deliver();
    expect(await read(id)).toMatchObject(expected);
  });

  test('that cannot be written any more says why', async () => {
    const { id, email } = await greet();
    await worker.deliver();
    expect((await call(app, admin.token, 'DELETE', `/api/member/${id}`)).status).toBe(200);
    expect(await read((await entryOf(email)).id)).toEqual({
      is_as_sent: false,
      mail: null,
      problem: { en: 'The member was deleted.', id: 'Anggota ini sudah dihapus.' },
    });
  });

  test('opens no file but its own, whatever a relay has answered', async () => {
    const [sari, made] = [await greet(), await greet()];
    await worker.deliver(capture);
    const [own, other] = [await entryOf(sari.email), await entryOf(made.email)];
    await writeFile(join(api.dataDir, '2026-03-01T08-00-00-000Z-c0ffee00.eml'), `To: ${sari.email}\n\nSecret`);
    for (const answer of [other.message, 'Kept as ../2026-03-01T08-00-00-000Z-c0ffee00.eml', '250 OK', null]) {
      await sql`update mail_log set message = ${answer} where id = ${own.id}`.execute(db.kysely);
      expect(await read(own.id), String(answer)).toMatchObject({ is_as_sent: false, problem: null });
    }
    const file = String(own.message).replace('Kept as ', '');
    await rename(join(folder, file), join(folder, `${file}.gone`));
    await sql`update mail_log set message = ${own.message} where id = ${own.id}`.execute(db.kysely);
    expect(await read(own.id)).toMatchObject({ is_as_sent: false, problem: null });
  });
});

describe('a letter to a user', () => {
  const emailOf = async ({ id }: TestUser) =>
    (await db.kysely.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

  test.each(['password_reset', 'new_device', 'access_granted'] as const)(
    'is shown without its link, also where it was captured: %s',
    async (letter) => {
      const user = await createUser(db, { level: 'group' });
      await order({ letter, userId: user.id });
      await worker.deliver(capture);
      const { id } = await entryOf(await emailOf(user));
      const { is_as_sent, mail } = await read(id);
      expect(is_as_sent).toBe(true);
      expect(mail?.html).toBeNull();
      expect(mail?.text).toMatch(/^Hello.*,\n\n[^]*\[…\]/);
      expect(JSON.stringify(mail)).not.toMatch(/https?:|reset-password\//);
    },
  );

  test('is written anew without one, and makes no new link to a password', async () => {
    const user = await createUser(db, { level: 'group' });
    for (const letter of ['new_device', 'password_reset'] as const) await order({ letter, userId: user.id });
    await worker.deliver();
    const keys = () => sql`select from password_reset`.execute(db.kysely);
    const { length } = (await keys()).rows;
    const [device, password] = await worker.logOf(await emailOf(user));
    expect((await read(device?.id ?? 0)).mail?.text).toContain('\n\n[…]\n');
    expect(await read(password?.id ?? 0)).toMatchObject({
      mail: null,
      problem: { en: 'This letter held a link to a new password. It is kept nowhere.' },
    });
    expect((await keys()).rows).toHaveLength(length);
  });
});

test('shows the text of a mail to users who may see the log and its entry', async () => {
  const { email } = await greet();
  const { id } = await entryOf(email);
  const place = await createPlace(db, 1);
  const elsewhere = { level: 'region', assignments: [{ region_id: place.region }] } as const;
  expectError(await ask(id, await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] })), 403, 'forbidden');
  expectError(await ask(id, await createUser(db, elsewhere)), 404, 'record_not_found');
  expectError(await ask(999_999), 404, 'record_not_found');
});
