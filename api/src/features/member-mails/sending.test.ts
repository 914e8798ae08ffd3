import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createMailQueue } from '../../jobs/queue.ts';
import type { MemberMailOrder } from '../../platform/mail/outbox.ts';
import { call } from '../../testing/call.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Mails to members, end to end: the order, the database queue, the worker and an SMTP relay. */

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent' } });
const { app, db } = api;
api.setClock(new Date('2026-05-22T03:00:00Z'));
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const programme = createProgramme(api, admin, inputs, baseRecords.hotel);
const worker = createMailWorker(api);
await sql`update hotel set name = 'Hotel Melati', phone_no = '+62361123', email = 'hello@melati.test',
                           address_1 = 'Jl. Melati 1',
                           greeting_name = 'Ayu Lestari', greeting_position = 'General Manager'
                           where id = ${baseRecords.hotel}`.execute(db.kysely);
await sql`update membership set name = 'Gold' where id = ${baseRecords.membership}`.execute(db.kysely);

const queueMail = (mail: MemberMailOrder) =>
  db.kysely.transaction().execute((tx) => createMailQueue(api.clock)(tx, mail));
const findCountry = async (cca2: string) =>
  (await db.kysely.selectFrom('country').select('id').where('cca2', '=', cca2).executeTakeFirstOrThrow()).id;
const foreignCountry = await findCountry('NL');
let members = 0;
async function createMember(overrides: Input = {}) {
  members += 1;
  const email = `guest.${members}@example.test`;
  const member = await inputs.create(getResource('member'), {
    first_name: 'Sari',
    last_name: null,
    email,
    hotel_id: baseRecords.hotel,
    membership_id: baseRecords.membership,
    origin_country_id: foreignCountry,
    all_notification: 1,
    membership_notification: 1,
    birthday_notification: 1,
    is_active: 1,
    ...overrides,
  });
  return { id: member.id, email };
}
async function createCard(member: { id: number }) {
  const card = await programme.card({
    member_id: member.id,
    membership_id: baseRecords.membership,
    start_date: '2026-05-22',
    end_date: '2027-05-21',
    is_active: 1,
  });
  return { id: card.id, sbec_no: String(card.sbec_no) };
}
const findMailsTo = (received: readonly { to: readonly string[]; mail: { subject?: string } }[], email: string) =>
  received.filter(({ to }) => to.includes(email)).map(({ mail }) => mail.subject);

describe('a mail to a member', () => {
  test('is queued in the transaction that causes it, and contains the data as HTML and text', async () => {
    const sari = await createMember();
    const card = await createCard(sari);
    await queueMail({ mailType: 'welcome', memberId: sari.id, about: { memberCardId: card.id } });
    expect(await worker.readLog(sari.email)).toMatchObject([
      { mail_type: 'welcome', subject: 'Welcome', delivery_status: 'queued', message: null },
    ]);
    const [receivedMail] = await worker.deliver();
    const { mail } = receivedMail ?? {};
    expect(mail).toMatchObject({
      subject: 'Welcome to Gold',
      from: { name: 'Hotel Melati', address: 'no-reply@console.test' },
      replyTo: [{ address: 'hello@melati.test' }],
      to: [{ address: sari.email }],
    });
    const text = mail?.text ?? '';
    expect(text).toContain('Dear Sari,\n\nThank you for joining us.');
    expect(text).toContain(
      `Your card number is ${card.sbec_no}. It is valid from 22 May 2026 to 21 May 2027, and 0 vouchers`,
    );
    expect(text).toMatch(
      /Kind regards,\n\nAyu Lestari\nGeneral Manager\nHotel Melati\n\n-- \nHotel Melati\nJl. Melati 1\n/,
    );
    expect(mail?.html).toContain('<strong>Gold</strong> has begun.');
    expect(mail?.html).not.toMatch(/\{\{|<script|<table/);
    expect(await worker.readLog(sari.email)).toMatchObject([
      { subject: 'Welcome to Gold', delivery_status: 'sent', message: expect.stringMatching(/^250/) },
    ]);
  });

  test('is not queued when its transaction is rolled back', async () => {
    const sari = await createMember();
    const rolledBack = db.kysely.transaction().execute(async (tx) => {
      await createMailQueue(api.clock)(tx, { mailType: 'welcome', memberId: sari.id, about: {} });
      throw new Error('undone');
    });
    await expect(rolledBack).rejects.toThrow('undone');
    expect(await worker.readLog(sari.email)).toEqual([]);
    expect(await worker.deliver()).toEqual([]);
  });

  test('uses the language of the member’s country of origin, or else the default language', async () => {
    const wayan = await createMember({ origin_country_id: await findCountry('ID') });
    const anna = await createMember();
    for (const { id } of [wayan, anna]) await queueMail({ mailType: 'birthday', memberId: id, about: {} });
    const receivedMails = await worker.deliver();
    expect(findMailsTo(receivedMails, wayan.email)).toEqual(['Selamat ulang tahun, Sari']);
    expect(findMailsTo(receivedMails, anna.email)).toEqual(['Happy birthday, Sari']);
    expect(receivedMails.map(({ mail }) => mail.html).join()).toMatch(
      /<html lang="id">[^]*<html lang="en">|<html lang="en">[^]*<html lang="id">/,
    );
  });

  test('shows the day and currency of a visit, and the original tier of an upgrade', async () => {
    const sari = await createMember({ origin_country_id: await findCountry('ID') });
    const { rows } = await sql<{ id: number }>`
      insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb, visit_date)
      values (${baseRecords.hotel}, ${sari.id}, 'BILL-1', 'Ayu', 1250000, '2026-05-21 18:00Z') returning id`.execute(
      db.kysely,
    );
    await queueMail({ mailType: 'visit-thank-you', memberId: sari.id, about: { visitId: rows[0]?.id ?? 0 } });
    const card = await createCard(sari);
    await queueMail({
      mailType: 'upgrade',
      memberId: sari.id,
      about: { memberCardId: card.id, fromMembershipId: baseRecords.membership },
    });
    const texts = (await worker.deliver()).map(({ mail }) => mail.text).join('\n');
    // The evening in UTC is already the next day in Jakarta.
    expect(texts).toContain('kunjungan Anda ke Hotel Melati pada 22 Mei 2026');
    expect(texts).toContain('Rp. 1,250,000.');
    expect(texts).toContain('naik dari Gold menjadi Gold');
  });

  test('contains no markup that was entered in a name', async () => {
    const name = '<img src=x onerror=alert(1)>{{ member.email }}';
    const sari = await createMember({ first_name: name });
    await queueMail({ mailType: 'birthday', memberId: sari.id, about: {} });
    const [receivedMail] = await worker.deliver();
    expect(receivedMail?.mail.subject).toBe(`Happy birthday, ${name}`);
    expect(receivedMail?.mail.html).toContain('Dear &lt;img src=x onerror=alert(1)&gt;{{ member.email }},');
    expect(receivedMail?.mail.html).not.toContain('<img src=x');
  });

  test('is retried with one message id while the relay rejects it, which the log shows', async () => {
    const sari = await createMember();
    await queueMail({ mailType: 'birthday', memberId: sari.id, about: {} });
    worker.relay().rejectWith(451);
    expect(await worker.deliver()).toEqual([]);
    expect(await worker.readLog(sari.email)).toMatchObject([
      { delivery_status: 'queued', subject: 'Happy birthday, Sari', message: expect.stringContaining('451') },
    ]);
    worker.relay().rejectWith(undefined);
    const { rows: jobs } = await db.pool.query<{ id: string }>(
      `select payload ->> 'message_id' as id from graphile_worker._private_jobs`,
    );
    await db.pool.query('update graphile_worker._private_jobs set run_at = now(), attempts = 0');
    const [entry] = await worker.readLog(sari.email);
    expect((await worker.deliver()).map(({ mail }) => mail.messageId)).toEqual([
      expect.stringMatching(new RegExp(`^<${jobs[0]?.id}\\.${entry?.id}-[\\da-f]{24}@console\\.test>$`)),
    ]);
  });
});

describe('a mail that the member opted out of', () => {
  const optedOut = { all_notification: 0, membership_notification: 0, birthday_notification: 0 };
  test.each([
    ['welcome', { membership_notification: 0 }, 'skipped'],
    ['renewal', { membership_notification: 0 }, 'skipped'],
    ['upgrade', { membership_notification: 0 }, 'skipped'],
    ['expiry-reminder', { membership_notification: 0 }, 'skipped'],
    ['birthday', { membership_notification: 0 }, 'queued'],
    ['birthday', { birthday_notification: 0 }, 'skipped'],
    ['welcome', { birthday_notification: 0 }, 'queued'],
    ['welcome', { all_notification: 0 }, 'skipped'],
    ['birthday', { all_notification: 0 }, 'skipped'],
    ['visit-thank-you', { all_notification: 0 }, 'skipped'],
    ['visit-thank-you', { membership_notification: 0, birthday_notification: 0 }, 'queued'],
    ['voucher-redeemed', optedOut, 'queued'],
  ] as const)('$0 with $1 is logged as $2, with the reason', async (mailType, flags, status) => {
    const sari = await createMember(flags);
    await queueMail({ mailType, memberId: sari.id, about: {} });
    const isSkipped = status === 'skipped';
    expect(await worker.readLog(sari.email)).toMatchObject([
      { delivery_status: status, message: isSkipped ? 'The member has opted out of these emails.' : null },
    ]);
    expect((await db.pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(isSkipped ? 0 : 1);
  });

  test('is not sent either if the member opts out after the order', async () => {
    const sari = await createMember();
    await queueMail({ mailType: 'birthday', memberId: sari.id, about: {} });
    await sql`update member set birthday_notification = false where id = ${sari.id}`.execute(db.kysely);
    expect(await worker.deliver()).toEqual([]);
    expect(await worker.readLog(sari.email)).toMatchObject([
      { delivery_status: 'skipped', message: 'The member has opted out of these emails.' },
    ]);
  });
});

describe('a mail that cannot be rendered', () => {
  const sendSkippedMail = async (breakMail: (member: { id: number }, card: { id: number }) => Promise<unknown>) => {
    const sari = await createMember();
    const card = await createCard(sari);
    await queueMail({ mailType: 'renewal', memberId: sari.id, about: { memberCardId: card.id } });
    await breakMail(sari, card);
    expect(await worker.deliver()).toEqual([]);
    const [entry, ...otherEntries] = await worker.readLog(sari.email);
    expect(otherEntries).toEqual([]);
    expect(entry?.delivery_status).toBe('skipped');
    return entry?.message;
  };
  const deleteRecord = (table: 'member' | 'member_card', id: number) =>
    sql`update ${sql.table(table)} set deleted_at = now() where id = ${id}`.execute(db.kysely);

  test('is skipped, with its reason, if its member is deleted', async () => {
    expect(await sendSkippedMail(({ id }) => deleteRecord('member', id))).toBe('The member is deleted.');
  });
  test('is skipped, with its reason, if its card is cancelled', async () => {
    expect(await sendSkippedMail((_, { id }) => deleteRecord('member_card', id))).toBe(
      'The record behind this email is deleted.',
    );
  });
  test('is skipped, with its reason, if its type has no active template', async () => {
    const setActive = (is_active: boolean) =>
      sql`update mail_template t set is_active = ${is_active} from option_detail d where d.id = t.mail_type_id
          and d.code = 'renewal'`.execute(db.kysely);
    expect(await sendSkippedMail(() => setActive(false))).toBe('No active mail template of this type.');
    await setActive(true);
  });
});

describe('the newest of several active templates', () => {
  const createRecord = async (key: string, body: Input) => {
    const reply = await call<{ data: { id: number } }>(app, admin.token, 'POST', `/api/${key}`, { body });
    expect(reply.status, reply.text).toBe(201);
    return reply.body.data.id;
  };
  const readId = async (statement: string) => (await db.pool.query<{ id: number }>(statement)).rows[0]?.id ?? 0;

  test('is used with its parameters in sort_no order, with the language’s values or the defaults', async () => {
    const mail_type_id = await readId(
      `select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'mail-type'
          and d.code = 'expiry-reminder'`,
    );
    const findInputType = (code: string) => readId(`select id from type_input where code = '${code}'`);
    const mail_template_id = await createRecord('mail_template', { name: 'Ours', mail_type_id, is_active: 1 });
    const createLanguage = (country_id: number | null) =>
      createRecord('mail_language', {
        mail_template_id,
        country_id,
        header: country_id === null ? 'Hi {{ member.first_name }}' : 'Hoi',
        is_active: 1,
      });
    await createLanguage(null);
    const dutch = await createLanguage(foreignCountry);
    const createParam = async (sort_no: number, code: string, default_value: string) => {
      const type_input_id = await findInputType(code);
      return {
        type_input_id,
        mail_params_id: await createRecord('mail_params', {
          mail_template_id,
          sort_no,
          name: `P${sort_no}`,
          type_input_id,
          default_value,
        }),
      };
    };
    const lastParam = await createParam(
      30,
      '7',
      '<p>Ends <em>{{ card.end_date }}</em>.</p><p><a href="https://a.example/{{ member.first_name }}">More</a></p>',
    );
    await createParam(10, '5', 'First line\n{{ member.last_name }}\nsecond < third');
    await createParam(20, '4', '2026-12-31');
    await createParam(25, '6', 'Gold\nSilver');
    await createRecord('mail_language_params', {
      mail_language_id: dutch,
      ...lastParam,
      name: 'P30',
      value: '<p>Tot {{ card.end_date }}.</p>',
    });

    const anna = await createMember();
    const bram = await createMember({ origin_country_id: await findCountry('BE') });
    for (const member of [anna, bram])
      await queueMail({
        mailType: 'expiry-reminder',
        memberId: member.id,
        about: { memberCardId: (await createCard(member)).id },
      });
    const receivedMails = await worker.deliver();
    const findTextTo = (email: string) =>
      receivedMails.find(({ to }) => to.includes(email))?.mail.text?.replaceAll('\r\n', '\n');
    const signed = 'Ayu Lestari\nGeneral Manager\nHotel Melati\n\n-- \n';
    expect(findTextTo(anna.email)).toContain(
      `First line\nsecond < third\n\n31 Dec 2026\n\nGold\n\nTot 21 May 2027.\n\n${signed}`,
    );
    expect(findTextTo(bram.email)).toContain(`Gold\n\nEnds 21 May 2027.\n\nMore (https://a.example/Sari)\n\n${signed}`);
    expect(findMailsTo(receivedMails, anna.email)).toEqual(['Hoi']);
    expect(findMailsTo(receivedMails, bram.email)).toEqual(['Hi Sari']);
  });
});
