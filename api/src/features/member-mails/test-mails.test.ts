import { getResource, permission } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createMailQueue } from '../../jobs/queue.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createHotel, createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent' } });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const programme = createProgramme(api, admin, inputs, baseRecords.hotel);
const { deliver, readLog, relay } = createMailWorker(api);

/** The response of each of these calls. */
interface ActionResult {
  readonly data: {
    readonly id: number;
    readonly recipient: string;
    readonly subject: string;
    readonly html: string;
    readonly text: string;
  };
}
const post = (path: string, body: Input = {}, { token }: TestUser = admin, headers = {}) =>
  call<ActionResult>(app, token, 'POST', `/api/${path}`, { body, headers });
let members = 0;
async function createMember(overrides: Input = {}) {
  members += 1;
  const email = `guest.${members}@example.test`;
  const { id } = await inputs.create(getResource('member'), {
    first_name: 'Sari',
    email,
    hotel_id: baseRecords.hotel,
    register_hotel_id: baseRecords.hotel,
    all_notification: 1,
    membership_notification: 1,
    birthday_notification: 1,
    ...overrides,
  });
  return { id, email };
}
const createUserAt = async (hotel: number, codes?: readonly string[]) =>
  createUser(db, {
    level: 'property',
    assignments: [{ region_id: baseRecords.region, restrict_hotel_id: hotel }],
    ...(codes && { codes }),
  });
const otherHotel = await createHotel(db, baseRecords.country);
const readEmail = async ({ id }: TestUser) =>
  (await db.kysely.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

describe('a logged mail', () => {
  const readEntryId = async (email: string) => (await readLog(email))[0]?.id ?? 0;
  const sendBirthday = async () => {
    const member = await createMember();
    await db.kysely
      .transaction()
      .execute((tx) => createMailQueue(api.clock)(tx, { mailType: 'birthday', memberId: member.id, about: {} }));
    await deliver();
    return { ...member, entry: await readEntryId(member.email) };
  };

  test('is resent under the same entry to the member’s current address', async () => {
    const { id, email, entry } = await sendBirthday();
    await sql`update member set email = ${`new.${email}`} where id = ${id}`.execute(db.kysely);
    api.setClock(new Date('2026-05-22T03:00:00Z'));
    const reply = await post(`mail_log/${entry}/resend`);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data).toMatchObject({
      id: entry,
      delivery_status: 'queued',
      message: null,
      last_resend_at: '2026-05-22 03:00:00',
    });
    expect((await deliver()).map(({ to }) => to)).toEqual([[`new.${email}`]]);
    expect(await readLog(`new.${email}`)).toMatchObject([{ id: entry, delivery_status: 'sent' }]);
  });

  test('is not sent twice while it is queued, however often it is requested', async () => {
    const { entry } = await sendBirthday();
    await Promise.all([1, 2, 3].map(() => post(`mail_log/${entry}/resend`)));
    expect(await deliver()).toHaveLength(1);
  });

  test('is resent to a guest at most five times an hour across all calls, without blocking other mails', async () => {
    const { id, entry } = await sendBirthday();
    const sendAgain = (n: number) =>
      n % 2 === 0 ? post(`mail_log/${entry}/resend`) : post(`member/${id}/mail`, { mail_type: 'birthday' });
    for (let n = 0; n < 5; n += 1) expect((await sendAgain(n)).status).toBe(200);
    for (const n of [0, 1]) {
      const lateReply = await sendAgain(n);
      expect(expectError(lateReply, 429, 'too_many_requests').message).toContain('in 60 minutes');
      expect(lateReply.headers['retry-after']).toBe('3600');
    }
    const otherMail = await sendBirthday();
    expect((await post(`mail_log/${otherMail.entry}/resend`)).status).toBe(200);
    api.setClock(new Date(api.clock().getTime() + 3_600_000));
    expect((await sendAgain(0)).status).toBe(200);
    await deliver();
  });

  test('is retried immediately after a rejection', async () => {
    const member = await createMember();
    await db.kysely
      .transaction()
      .execute((tx) => createMailQueue(api.clock)(tx, { mailType: 'birthday', memberId: member.id, about: {} }));
    relay().rejectWith(451);
    await deliver();
    relay().rejectWith(undefined);
    expect((await post(`mail_log/${await readEntryId(member.email)}/resend`)).status).toBe(200);
    expect((await deliver()).map(({ to }) => to)).toEqual([[member.email]]);
  });

  test('is about the same redemption, even after newer ones', async () => {
    const member = await createMember();
    const card = await programme.card({ member_id: member.id, is_active: 1 });
    const redeem = async (booking_no: string) => {
      const voucher = await programme.voucher({ member_card_id: card.id });
      expect((await programme.redeem(voucher, { booking_no })).status).toBe(201);
      return String((await programme.get('voucher', Number(voucher['voucher_id'])))['name']);
    };
    const first = await redeem('B-1');
    const second = await redeem('B-2');
    const subjects = (await deliver()).map(({ mail }) => mail.subject ?? '');
    expect(subjects.join()).toContain(first);
    expect(subjects.join()).toContain(second);
    // Mails that are ordered together may be logged in any order.
    const entry = (await readLog(member.email)).find(({ subject }) => subject.includes(first));
    expect((await post(`mail_log/${entry?.id}/resend`)).status).toBe(200);
    const [resentMail] = await deliver();
    expect(resentMail?.mail.subject).toContain(first);
  });

  test('is about the newest record at its time if it was logged without a cause', async () => {
    const member = await createMember();
    const createCard = (end_date: string, day: string) =>
      programme
        .card({ member_id: member.id, start_date: `${end_date.slice(0, 4)}-01-01`, end_date, is_active: 1 })
        .then(({ id }) => sql`update member_card set created_at = ${day} where id = ${id}`.execute(db.kysely));
    await createCard('2024-12-31', '2024-01-01');
    await createCard('2025-12-31', '2025-01-01');
    const { rows } = await sql<{ id: number }>`
      insert into mail_log (mail_type_id, recipient, subject, member_id, created_at)
      select d.id, ${member.email}, 'Old', ${member.id}, '2024-06-01' from option_detail d
      join option o on o.id = d.option_id
      where o.slug = 'mail-type' and d.code = 'renewal' returning id`.execute(db.kysely);
    expect((await post(`mail_log/${rows[0]?.id}/resend`)).status).toBe(200);
    expect((await deliver())[0]?.mail.text).toMatch(/renewed until 31 Dec 2024|diperpanjang hingga 31 Des 2024/);
  });

  test('is resent to a user, except for a password link, which only its owner can request', async () => {
    const user = await createUser(db, { level: 'group' });
    const email = await readEmail(user);
    await db.kysely
      .transaction()
      .execute((tx) => createMailQueue(api.clock)(tx, { letter: 'access_granted', userId: user.id }));
    expect((await call(app, null, 'POST', '/api/password/email', { body: { email } })).status).toBe(200);
    await deliver();
    const [grantedMail, link] = await readLog(email);
    expect([grantedMail?.subject, link?.mail_type]).toEqual(['Your access is ready', 'password-reset']);
    expect((await post(`mail_log/${grantedMail?.id}/resend`)).status).toBe(200);
    expect((await deliver()).map(({ mail }) => mail.subject)).toEqual(['Your access is ready']);
    const { message } = expectError(await post(`mail_log/${link?.id}/resend`), 409, 'conflict');
    expect(message).toContain('Forgot Password?');
  });

  test.each([
    ['the member was deleted', 'update member set deleted_at = now() where id = $1', 'The member is deleted.'],
    [
      'the member has opted out',
      'update member set birthday_notification = false where id = $1',
      'The member has opted out of these emails.',
    ],
  ])('is rejected with a message if %s', async (_, statement, expectedMessage) => {
    const { id, entry } = await sendBirthday();
    await db.pool.query(statement, [id]);
    expect(expectError(await post(`mail_log/${entry}/resend`), 409, 'conflict').message).toBe(expectedMessage);
    expect(await deliver()).toEqual([]);
  });

  test('is resent only by users with the right, and returns 404 if it is not visible', async () => {
    const { entry } = await sendBirthday();
    expectError(
      await post(`mail_log/${entry}/resend`, {}, await createUserAt(baseRecords.hotel, ['VIEW_MAIL_LOG'])),
      403,
      'forbidden',
    );
    const codes = ['VIEW_MAIL_LOG', 'UPDATE_MAIL_LOG'];
    expectError(
      await post(`mail_log/${entry}/resend`, {}, await createUserAt(otherHotel, codes)),
      404,
      'record_not_found',
    );
    expectError(await post('mail_log/999999999/resend'), 404, 'record_not_found');
    expectInvalid(await post(`mail_log/${entry}/resend`, { to: 'thief@example.test' }), 'to');
    expect((await post(`mail_log/${entry}/resend`, {}, await createUserAt(baseRecords.hotel, codes))).status).toBe(200);
  });

  test('is resent once per Idempotency-Key', async () => {
    const { entry } = await sendBirthday();
    const headers = { 'idempotency-key': 'again-1' };
    const first = await post(`mail_log/${entry}/resend`, {}, admin, headers);
    expect(await deliver()).toHaveLength(1);
    expect((await post(`mail_log/${entry}/resend`, {}, admin, headers)).text).toBe(first.text);
    expect(await deliver()).toHaveLength(0);
  });
});

describe('a test mail', () => {
  const findLanguage = async (mailType: string) => {
    const { rows } = await sql<{ id: number }>`
      select l.id from mail_language l join mail_template t on t.id = l.mail_template_id
      join option_detail d on d.id = t.mail_type_id
      where d.code = ${mailType} and l.is_reserved and t.is_reserved`.execute(db.kysely);
    return rows[0]?.id ?? 0;
  };
  const previewMail = async (mailType: string, body: Input = {}, as: TestUser = admin) =>
    post(`mail_language/${await findLanguage(mailType)}/preview`, body, as);

  test('shows a real member: the named one, or the newest with the records it needs', async () => {
    const member = await createMember({ first_name: 'Visitor' });
    expect((await programme.visit({ member_id: member.id, total_fb: '1000.000' })).status).toBe(201);
    const otherMember = await createMember({ first_name: 'Newcomer' });
    const newestPreview = (await previewMail('visit-thank-you')).body.data;
    expect(newestPreview.text).toContain('Dear Visitor ');
    expect(newestPreview.html).not.toContain('{{');
    const namedPreview = (await previewMail('visit-thank-you', { member_id: otherMember.id })).body.data;
    expect(namedPreview.text).toContain('Dear Newcomer ');
    // A placeholder without a value stays as written.
    expect(namedPreview.text).toContain('Thank you for your visit to {{ visit.hotel }} on {{ visit.visit_date }}.');
  });

  test('shows only visible members, and none to a user who may not see members', async () => {
    const ownMember = await createMember({ first_name: 'Here' });
    await programme.card({ member_id: ownMember.id, is_active: 1 });
    const otherMember = await createMember({
      first_name: 'There',
      hotel_id: otherHotel,
      register_hotel_id: otherHotel,
    });
    const rights = [permission('VIEW', 'MAIL_TEMPLATE')];
    const memberViewer = await createUserAt(baseRecords.hotel, [...rights, permission('VIEW', 'MEMBER')]);
    expect((await previewMail('birthday', {}, memberViewer)).body.data.subject).toBe('Happy birthday, Here');
    expectInvalid(await previewMail('birthday', { member_id: otherMember.id }, memberViewer), 'member_id');
    expectInvalid(await previewMail('birthday', { member_id: 'x' }, memberViewer), 'member_id');
    const userWithoutView = await createUserAt(baseRecords.hotel, rights);
    expect((await previewMail('birthday', {}, userWithoutView)).body.data.subject).toBe(
      'Happy birthday, {{ member.first_name }}',
    );
    expectError(await previewMail('birthday', { member_id: ownMember.id }, userWithoutView), 403, 'forbidden');
  });

  test('shows the user if mails of its type go to users', async () => {
    await sql`update users set name = 'Ayu Lestari' where id = ${admin.id}`.execute(db.kysely);
    const preview = (await previewMail('password-reset')).body.data;
    expect(preview.text).toContain('Hello Ayu Lestari,');
    expect(preview.text).toContain('within 60 minutes');
  });

  test('shows a draft to users who may save it, without saving it', async () => {
    const member = await createMember({ first_name: 'Draft' });
    const languageId = await findLanguage('birthday');
    const { rows } = await sql<{ id: number; code: string }>`
      select p.id, i.code from mail_params p join mail_language l on l.mail_template_id = p.mail_template_id
      join type_input i on i.id = p.type_input_id where l.id = ${languageId} order by p.sort_no limit 1`.execute(
      db.kysely,
    );
    const draft = {
      member_id: member.id,
      header: 'For {{ member.first_name }}',
      values: {
        [rows[0]?.id ?? 0]: '<p onclick="x()">Dear {{ member.first_name }}<script>x()</script></p>',
        999999999: 'x',
      },
    };
    const preview = (await previewMail('birthday', draft)).body.data;
    expect(preview.subject).toBe('For Draft');
    expect(preview.text).toContain('Dear Draft');
    expect(preview.html).not.toMatch(/<script|<p onclick/);
    expect((await previewMail('birthday', { member_id: member.id })).body.data.subject).toBe('Happy birthday, Draft');
    const memberViewer = await createUser(db, { level: 'group', codes: ['VIEW_MAIL_TEMPLATE', 'VIEW_MEMBER'] });
    expectError(await previewMail('birthday', draft, memberViewer), 403, 'forbidden');
    expectInvalid(await previewMail('birthday', { header: 5 }), 'header');
    expectInvalid(await previewMail('birthday', { values: 'x' }), 'values');
    expectInvalid(await previewMail('birthday', { values: { 3: 5 } }), 'values.3');
    expectInvalid(await post(`mail_language/${languageId}/test`, { header: 'x' }), 'header');
  });

  test('is sent to the requesting user as previewed, and is logged', async () => {
    const member = await createMember({ first_name: 'Trial' });
    const user = await createUser(db, { level: 'group' });
    const email = await readEmail(user);
    const reply = await post(`mail_language/${await findLanguage('birthday')}/test`, { member_id: member.id }, user);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data.recipient).toBe(email);
    const receivedMails = await deliver();
    expect(receivedMails.map(({ to }) => to)).toEqual([[email]]);
    const preview = (await previewMail('birthday', { member_id: member.id })).body.data;
    expect(receivedMails[0]?.mail.subject).toBe(preview.subject);
    expect(receivedMails[0]?.mail.html?.replaceAll('\r\n', '\n').trim()).toBe(preview.html.trim());
    expect(await readLog(email)).toMatchObject([
      { id: reply.body.data.id, mail_type: 'birthday', delivery_status: 'sent', subject: 'Happy birthday, Trial' },
    ]);
    expectError(await post(`mail_log/${reply.body.data.id}/resend`), 409, 'conflict');
  });

  test('requires the right to view templates, and the right to change them to send one', async () => {
    const viewer = await createUser(db, { level: 'group', codes: ['VIEW_MAIL_TEMPLATE'] });
    expect((await previewMail('birthday', {}, viewer)).status).toBe(200);
    const id = await findLanguage('birthday');
    expectError(await post(`mail_language/${id}/test`, {}, viewer), 403, 'forbidden');
    const otherUser = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER', 'UPDATE_MAIL_LOG'] });
    expectError(await previewMail('birthday', {}, otherUser), 403, 'forbidden');
    expectError(await post('mail_language/999999999/preview'), 404, 'record_not_found');
    expectInvalid(await previewMail('birthday', { subject: 'x' }), 'subject');
  });
});

describe('an action with a member', () => {
  test('a redemption sends a receipt regardless of opt-outs, and a visit a thank-you mail', async () => {
    const member = await createMember({ all_notification: 0 });
    const card = await programme.card({ member_id: member.id, is_active: 1 });
    await programme.redeem(await programme.voucher({ member_card_id: card.id }));
    expect((await programme.visit({ member_id: member.id })).status).toBe(201);
    expect(await readLog(member.email)).toMatchObject([
      { mail_type: 'voucher-redeemed', delivery_status: 'queued' },
      { mail_type: 'visit-thank-you', delivery_status: 'skipped' },
    ]);
    const optedInMember = await createMember();
    expect((await programme.visit({ member_id: optedInMember.id })).status).toBe(201);
    expect(await readLog(optedInMember.email)).toMatchObject([{ mail_type: 'visit-thank-you' }]);
    // Another bill on the same day belongs to the same stay.
    expect((await programme.visit({ member_id: optedInMember.id })).status).toBe(201);
    expect(await readLog(optedInMember.email)).toHaveLength(1);
  });

  test('a rejected redemption sends no receipt, and a changed one no second receipt', async () => {
    const member = await createMember();
    const card = await programme.card({ member_id: member.id, is_active: 1 });
    const voucher = await programme.voucher({ member_card_id: card.id });
    const redemption = await programme.redeem(voucher);
    expect((await programme.redeem(voucher)).status).toBe(409);
    const { id } = (redemption.body.data ?? {}) as { id: number }; // the created redemption
    expect((await post(`voucher_redeem/${id}`, { booking_no: 'B-2' })).status).toBe(200);
    expect(await readLog(member.email)).toHaveLength(1);
  });

  test('imported redemptions send one receipt each, except those of one guest, moment and booking', async () => {
    const member = await createMember({ all_notification: 0 });
    const card = await programme.card({ member_id: member.id, is_active: 1 });
    const vouchers = [
      await programme.voucher({ member_card_id: card.id }),
      await programme.voucher({ member_card_id: card.id }),
      await programme.voucher({ member_card_id: card.id }),
    ];
    const moment = api.clock().toISOString().slice(0, 19).replace('T', ' ');
    const bookings = ['B-1', 'B-1', 'B-2'];
    const rows = vouchers.map(({ id }, n) => `${id},${baseRecords.hotel},${moment},${bookings[n]},Ayu`);
    const csv = ['member_voucher_id,redeem_hotel_id,redeem_date,booking_no,staff_name', ...rows].join('\n');
    const reply = await post('voucher_redeem/import', { file: Buffer.from(csv) });
    expect(reply.status, reply.text).toBe(201);
    expect(await readLog(member.email)).toMatchObject([
      { mail_type: 'voucher-redeemed' },
      { mail_type: 'voucher-redeemed' },
    ]);
  });

  test('imported visits send no mail', async () => {
    const member = await createMember();
    const visits = [1, 2].map((n) => [
      'hotel_id,member_id,reference_no,staff_name,total_fb',
      `${baseRecords.hotel},${member.id},F-${n},Ayu,100`,
    ]);
    const csv = [visits[0]?.[0], ...visits.map(([, row]) => row)].join('\n');
    const reply = await post('visit/import', { file: Buffer.from(csv) });
    expect(reply.status, reply.text).toBe(201);
    expect(await readLog(member.email)).toEqual([]);
  });
});
