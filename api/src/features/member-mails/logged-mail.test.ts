import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createMailQueue } from '../../jobs/queue.ts';
import { deleteOldMailContents } from '../../platform/mail/mail-content.ts';
import type { MailOrder, MemberMailOrder } from '../../platform/mail/outbox.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPicture } from '../../testing/pictures.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { createPlace } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import type { LoggedMail } from './logged-mail.ts';

/** Sent mails are shown as sent; other logged mails are rendered again. */

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent' } });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const worker = createMailWorker(api);

const queueMail = (mail: MailOrder | MemberMailOrder) =>
  db.kysely.transaction().execute((tx) => createMailQueue(api.clock)(tx, mail));
const request = (id: number, user: TestUser = admin) =>
  call<{ data: LoggedMail }>(app, user.token, 'GET', `/api/mail_log/${id}/mail`);
async function read(id: number): Promise<LoggedMail> {
  const reply = await request(id);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
/** The newest log entry of a recipient. */
const readLastEntry = async (email: string) => (await worker.readLog(email)).at(-1) ?? { id: 0, message: null };

let guests = 0;
/** Creates a guest whose birthday mail is queued. */
async function createMailedGuest(): Promise<{ id: number; email: string }> {
  guests += 1;
  const email = `guest.${guests}@example.test`;
  const { id } = await inputs.create(getResource('member'), {
    first_name: 'Sari',
    email,
    hotel_id: baseRecords.hotel,
    all_notification: 1,
    birthday_notification: 1,
    is_active: 1,
  });
  await queueMail({ mailType: 'birthday', memberId: id, about: {} });
  return { id, email };
}
const setHeader = (header: string) =>
  sql`update mail_language set header = ${header} from mail_template t join option_detail d on d.id = t.mail_type_id
      where t.id = mail_language.mail_template_id and d.code = 'birthday'`.execute(db.kysely);

describe('a logged mail', () => {
  test('is shown as sent, even if its template has changed', async () => {
    await setHeader('Happy birthday, {{ member.first_name }}');
    const { email } = await createMailedGuest();
    await worker.deliver();
    await setHeader('Another subject');
    const { is_as_sent, mail, problem } = await read((await readLastEntry(email)).id);
    expect({ is_as_sent, problem, subject: mail?.subject }).toEqual({
      is_as_sent: true,
      problem: null,
      subject: 'Happy birthday, Sari',
    });
    expect(mail?.html).toMatch(/<p>Dear Sari/);
    expect(mail?.html).toMatch(/<\/html>/);
    expect(mail?.text).toMatch(/^Dear Sari/);
  });

  test('is stored for 24 months, then its facts alone', async () => {
    const { email } = await createMailedGuest();
    await worker.deliver();
    const { id } = await readLastEntry(email);
    await sql`update mail_content set sent_at = '2026-03-15T12:00:00Z' where mail_log_id = ${id}`.execute(db.kysely);
    await deleteOldMailContents(db, new Date('2028-03-15T12:00:00Z'));
    expect((await read(id)).is_as_sent).toBe(true);
    await deleteOldMailContents(db, new Date('2028-03-15T12:00:01Z'));
    expect((await read(id)).is_as_sent).toBe(false);
    expect((await readLastEntry(email)).id).toBe(id);
  });

  test('does not count as opened when it is viewed', async () => {
    const { email } = await createMailedGuest();
    await worker.deliver();
    const { mail } = await read((await readLastEntry(email)).id);
    expect(mail?.html).not.toContain('/mail/open/');
  });

  test('is rendered again, and marked so, while it is still queued', async () => {
    await setHeader('Many happy returns');
    const { email } = await createMailedGuest();
    const { id } = await readLastEntry(email);
    const expected = { problem: null, mail: { subject: 'Many happy returns' } };
    expect(await read(id)).toMatchObject({ is_as_sent: false, ...expected });
    await worker.deliver();
    expect(await read(id)).toMatchObject({ is_as_sent: true, ...expected });
  });

  test('shows the picture of its template, both as sent and rendered again', async () => {
    const { rows } = await sql<{ id: number }>`select t.id from mail_template t
      join option_detail d on d.id = t.mail_type_id where d.code = 'birthday' and t.is_reserved`.execute(db.kysely);
    const uploadPicture = async (image_url: Buffer | null) => {
      const url = `/api/mail_template/${rows[0]?.id}`;
      expect((await call(app, admin.token, 'POST', url, { body: { image_url } })).status).toBe(200);
    };
    await uploadPicture(await createPicture(1));
    const picture = /<img src="data:image\/webp;base64,[\w+/=]+" alt="Many happy returns"/;
    await setHeader('Many happy returns');
    const sent = await createMailedGuest();
    await worker.deliver();
    const waiting = await createMailedGuest();
    expect((await read((await readLastEntry(waiting.email)).id)).mail?.html).toMatch(picture);
    await uploadPicture(null);
    const { is_as_sent, mail } = await read((await readLastEntry(sent.email)).id);
    expect(is_as_sent).toBe(true);
    expect(mail?.html).toMatch(picture);
    expect((await read((await readLastEntry(waiting.email)).id)).mail?.html).not.toContain('<img');
  });

  test('shows the reason if it can no longer be rendered', async () => {
    const { id, email } = await createMailedGuest();
    expect((await call(app, admin.token, 'DELETE', `/api/member/${id}`)).status).toBe(200);
    expect(await read((await readLastEntry(email)).id)).toEqual({
      is_as_sent: false,
      mail: null,
      problem: { en: 'The member is deleted.', id: 'Anggota ini sudah dihapus.' },
    });
  });
});

describe('an account mail', () => {
  const readEmail = async ({ id }: TestUser) =>
    (await db.kysely.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

  test.each(['password_reset', 'new_device', 'access_granted'] as const)(
    'is shown as sent, and stored without the token of a link: %s',
    async (mailKind) => {
      const user = await createUser(db, { level: 'group' });
      await queueMail({ letter: mailKind, userId: user.id });
      await worker.deliver();
      const { id } = await readLastEntry(await readEmail(user));
      const { is_as_sent, mail } = await read(id);
      expect(is_as_sent).toBe(true);
      const isReset = mailKind === 'password_reset';
      expect(mail?.text).toMatch(isReset ? /^Hello[^]*reset-password\/\[…\]/ : /^Hello/);
      expect(mail?.html).toMatch(isReset ? /reset-password\/\[…\]/ : /<p>Hello/);
      expect(JSON.stringify(mail)).not.toMatch(/reset-password\/[\w-]/);
    },
  );

  test('is rendered again without its link, and creates no new password link', async () => {
    const user = await createUser(db, { level: 'group' });
    for (const letter of ['new_device', 'password_reset'] as const) await queueMail({ letter, userId: user.id });
    await worker.deliver();
    await deleteOldMailContents(db, new Date('2099-01-01'));
    const readResets = () => sql`select from password_reset`.execute(db.kysely);
    const { length } = (await readResets()).rows;
    const [device, password] = await worker.readLog(await readEmail(user));
    expect((await read(device?.id ?? 0)).mail?.text).toContain('\n\n[…]\n');
    expect(await read(password?.id ?? 0)).toMatchObject({
      mail: null,
      problem: { en: 'This email contained a password link. It is not stored.' },
    });
    expect((await readResets()).rows).toHaveLength(length);
  });
});

test('an account mail is shown to users who may see the log and its entry', async () => {
  const { email } = await createMailedGuest();
  const { id } = await readLastEntry(email);
  const place = await createPlace(db, 1);
  const otherRegion = { level: 'region', assignments: [{ region_id: place.region }] } as const;
  expectError(await request(id, await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] })), 403, 'forbidden');
  expectError(await request(id, await createUser(db, otherRegion)), 404, 'record_not_found');
  expectError(await request(999_999), 404, 'record_not_found');
});
