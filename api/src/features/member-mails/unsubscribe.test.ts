import { type HistoryEntry, getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createMailQueue } from '../../jobs/queue.ts';
import { captureFolder, createCaptureTransport } from '../../platform/mail/mail-transport.ts';
import type { MailOrder, MemberMailOrder } from '../../platform/mail/outbox.ts';
import { call } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import type { ReceivedMail } from '../../testing/relay.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A guest declines mails by the link in one. */

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent', TRUST_PROXY: '1' } });
const { app, db } = api;
api.setClock(new Date('2026-05-22T03:00:00Z'));
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const worker = createMailWorker(api);

const queueMail = (mail: MailOrder | MemberMailOrder) =>
  db.kysely.transaction().execute((tx) => createMailQueue(api.clock)(tx, mail));

const findCountry = async (cca2: string) =>
  (await db.kysely.selectFrom('country').select('id').where('cca2', '=', cca2).executeTakeFirstOrThrow()).id;
const countries = { en: await findCountry('NL'), id: await findCountry('ID') };
let guests = 0;
async function createGuest(language: 'en' | 'id' = 'en') {
  guests += 1;
  const email = `sari.${guests}@example.test`;
  const { id } = await inputs.create(getResource('member'), {
    first_name: 'Sari',
    last_name: 'Dewi',
    email,
    hotel_id: baseRecords.hotel,
    membership_id: baseRecords.membership,
    origin_country_id: countries[language],
    all_notification: 1,
    membership_notification: 1,
    birthday_notification: 1,
    is_active: 1,
  });
  return { id, email };
}
async function createVisit(memberId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb, visit_date)
    values (${baseRecords.hotel}, ${memberId}, ${`BILL-${memberId}`}, 'Ayu', 1250000, '2026-05-21 18:00Z')
    returning id`.execute(db.kysely);
  return rows[0]?.id ?? 0;
}

const headerOf = (received: ReceivedMail | undefined, name: string) =>
  received?.mail.headers.find(({ key }) => key === name)?.value;
const readUnsubscribeUrl = (received: ReceivedMail | undefined) =>
  /^<(https:\/\/console\.test\/mail\/preferences\/[\w-]+)>$/.exec(headerOf(received, 'list-unsubscribe') ?? '')?.[1] ??
  '';
/** Creates a guest with a birthday mail, and returns the path of its link. */
async function createMailedGuest(language: 'en' | 'id' = 'en') {
  const guest = await createGuest(language);
  await queueMail({ mailType: 'birthday', memberId: guest.id, about: {} });
  const [received] = await worker.deliver();
  return { ...guest, received, path: readUnsubscribeUrl(received).replace('https://console.test', '') };
}

const GUEST_IP = '203.0.113.9';
const request = (method: 'GET' | 'POST', url: string, payload?: string, headers: Record<string, string> = {}) =>
  app.inject({
    method,
    url,
    headers: {
      'x-forwarded-for': GUEST_IP,
      ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const readFlags = async (id: number) => {
  const { all_notification, membership_notification, birthday_notification, version } = await db.kysely
    .selectFrom('member')
    .select(['all_notification', 'membership_notification', 'birthday_notification', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { flags: [all_notification, membership_notification, birthday_notification], version };
};

describe('a mail to a member', () => {
  test('can be declined with one click, and by a visible link in its language', async () => {
    const [anna, wayan] = [await createGuest(), await createGuest('id')];
    await queueMail({ mailType: 'welcome', memberId: anna.id, about: {} });
    await queueMail({ mailType: 'birthday', memberId: wayan.id, about: {} });
    await queueMail({
      mailType: 'visit-thank-you',
      memberId: anna.id,
      about: { visitId: await createVisit(anna.id) },
    });
    const receivedMails = await worker.deliver();
    expect(receivedMails).toHaveLength(3);
    for (const received of receivedMails) {
      const url = readUnsubscribeUrl(received);
      expect(url, received.mail.subject).not.toBe('');
      expect(headerOf(received, 'list-unsubscribe-post')).toBe(ONE_CLICK);
      const label = received.to.includes(wayan.email)
        ? 'Berhenti berlangganan atau pilih email Anda'
        : 'Unsubscribe or choose your emails';
      expect(received.mail.text).toContain(`${label}: ${url}\n`);
      expect(received.mail.html).toContain(`<a href="${url}">${label}</a>`);
      expect(url).not.toMatch(/sari|example/i);
    }
    expect(new Set(receivedMails.map(readUnsubscribeUrl)).size).toBe(2);
  });

  test('cannot be declined if it is a receipt, about a redemption, or about an account', async () => {
    const sari = await createGuest();
    for (const mailType of ['receipt', 'voucher-redeemed'] as const)
      await queueMail({ mailType, memberId: sari.id, about: {} });
    await queueMail({ letter: 'two_factor_on', userId: admin.id });
    await queueMail({ letter: 'password_reset', userId: admin.id });
    const receivedMails = await worker.deliver();
    expect(receivedMails).toHaveLength(4);
    for (const received of receivedMails) {
      expect(headerOf(received, 'list-unsubscribe'), received.mail.subject).toBeUndefined();
      expect(headerOf(received, 'list-unsubscribe-post')).toBeUndefined();
      expect(`${received.mail.text} ${received.mail.html}`).not.toMatch(/unsubscribe|mail\/preferences/i);
    }
  });

  test.each(['captured', 'relayed'])('shows staff no link that acts for the guest: %s', async (transport) => {
    const sari = await createGuest();
    await queueMail({ mailType: 'birthday', memberId: sari.id, about: {} });
    await worker.deliver(transport === 'captured' ? createCaptureTransport(captureFolder(api.dataDir)) : undefined);
    const [entry] = await worker.readLog(sari.email);
    const { body } = await call<{ data: { mail: { html: string; text: string } } }>(
      app,
      admin.token,
      'GET',
      `/api/mail_log/${entry?.id}/mail`,
    );
    const { html, text } = body.data.mail;
    for (const content of [html, text]) {
      expect(content).toContain('Unsubscribe or choose your emails');
      expect(content).not.toMatch(/mail\/preferences\/\w/);
    }
  });
});

describe('one click', () => {
  test('stops all mails but receipts at once, without cookies, and repeats without effect', async () => {
    const { id, email, path } = await createMailedGuest();
    await queueMail({ mailType: 'welcome', memberId: id, about: {} });
    const reply = await request('POST', path, ONE_CLICK);
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([200, undefined]);
    const { flags, version } = await readFlags(id);
    expect(flags).toEqual([false, true, true]);
    expect((await request('POST', path, ONE_CLICK)).statusCode).toBe(200);
    expect(await readFlags(id)).toEqual({ flags, version });
    for (const mailType of ['birthday', 'renewal', 'visit-thank-you', 'receipt'] as const)
      await queueMail({ mailType, memberId: id, about: {} });
    expect((await worker.deliver()).map(({ to }) => to)).toEqual([[email]]);
    const statuses = (await worker.readLog(email)).map(({ mail_type, delivery_status }) => [
      mail_type,
      delivery_status,
    ]);
    expect(statuses).toEqual([
      ['birthday', 'sent'],
      ['welcome', 'skipped'],
      ['birthday', 'skipped'],
      ['renewal', 'skipped'],
      ['visit-thank-you', 'skipped'],
      ['receipt', 'sent'],
    ]);
  });

  test('is accepted as multipart form, too', async () => {
    const { id, path } = await createMailedGuest();
    const payload = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await request('POST', path, payload, headers)).statusCode).toBe(200);
    expect((await readFlags(id)).flags[0]).toBe(false);
  });

  test('is in the history of the member and in the audit log, as done by the guest, with moment and address', async () => {
    const { id, path } = await createMailedGuest();
    await request('POST', path, ONE_CLICK);
    const history = await call<{ data: HistoryEntry[] }>(app, admin.token, 'GET', `/api/member/${id}/history`);
    expect(history.body.data[0]).toMatchObject({
      by: { id: 0, name: 'Guest', kind: 'guest' },
      action: 'update',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
      changes: { all_notification: [1, 0] },
    });
    const log = await call<{ data: object[] }>(
      app,
      admin.token,
      'GET',
      `/api/audit_entry?filter[record_id][eq]=${id}&filter[resource][includes]=member&filter[actor_kind][includes]=guest`,
    );
    expect(log.body.data).toMatchObject([{ actor_kind: 'guest', ip: GUEST_IP, created_by: null, action: 'update' }]);
  });

  test('of a former member, merged since, declines for the one who is left', async () => {
    const [sari, twin] = [await createMailedGuest(), await createGuest()];
    const merge = await call(app, admin.token, 'POST', `/api/member/${twin.id}/merge`, {
      body: { member_id: sari.id },
    });
    expect(merge.status, merge.text).toBe(200);
    expect((await request('POST', sari.path, ONE_CLICK)).statusCode).toBe(200);
    expect((await readFlags(twin.id)).flags[0]).toBe(false);
  });
});

describe('the page', () => {
  test('shows the choices in the language of the browser, or the chosen one, and no personal data', async () => {
    const { path, email } = await createMailedGuest();
    const english = await request('GET', path, undefined, { 'accept-language': 'fr, en;q=0.8' });
    expect([english.statusCode, english.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(english.body).toContain('<html lang="en">');
    expect(english.body).toContain('Choose which emails s…@example.test receives from us.');
    expect(english.body).toContain('<a href="?language=id">Bahasa Indonesia</a>');
    const indonesian = await request('GET', path, undefined, { 'accept-language': 'id-ID' });
    expect(indonesian.body).toContain('<html lang="id">');
    expect(indonesian.body).toContain('Ucapan ulang tahun');
    expect((await request('GET', `${path}?language=id`)).body).toBe(indonesian.body);
    expect(english.body.match(/type="checkbox"[^>]* checked/g)).toHaveLength(3);
    for (const { body } of [english, indonesian])
      for (const text of ['Sari', 'Dewi', email]) expect(body).not.toContain(text);
  });

  test('runs no script, loads nothing, is in no frame and is not stored', async () => {
    const { path } = await createMailedGuest();
    const { headers, body } = await request('GET', path);
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(body).not.toMatch(/<script|<img|<link|src=/);
  });

  test('changes nothing when it is opened, whatever its address says', async () => {
    const { id, path } = await createMailedGuest();
    const before = await readFlags(id);
    for (const suffix of ['', `?${ONE_CLICK}`, '?save=1'])
      expect((await request('GET', path + suffix)).statusCode).toBe(200);
    expect((await app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
    expect(await readFlags(id)).toEqual(before);
  });

  test('saves each choice, also a new consent, and shows what is true then', async () => {
    const { id, path } = await createMailedGuest();
    const saved = await request('POST', path, 'save=1&all_notification=1&birthday_notification=1');
    expect(saved.body).toContain('Your choice is saved.');
    expect(saved.body.match(/name="\w+" value="1" checked/g)).toEqual([
      'name="all_notification" value="1" checked',
      'name="birthday_notification" value="1" checked',
    ]);
    expect((await readFlags(id)).flags).toEqual([true, false, true]);
    expect((await request('POST', path, 'save=1')).body).toContain('You are unsubscribed.');
    expect((await readFlags(id)).flags).toEqual([false, false, false]);
    await request('POST', path, 'save=1&all_notification=1&membership_notification=1&birthday_notification=1');
    expect((await readFlags(id)).flags).toEqual([true, true, true]);
  });

  test('rejects a body that is neither', async () => {
    const { id, path } = await createMailedGuest();
    for (const payload of ['', 'all_notification=1', 'List-Unsubscribe=Two-Clicks'])
      expect((await request('POST', path, payload)).statusCode, payload).toBe(400);
    expect((await readFlags(id)).flags).toEqual([true, true, true]);
  });

  test('limits new consents, whose changes would fill the log, but never unsubscribing', async () => {
    const { id, path } = await createMailedGuest();
    const statuses = { consent: [] as number[], oneClick: [] as number[] };
    for (let i = 0; i < 22; i += 1) {
      statuses.oneClick.push((await request('POST', path, ONE_CLICK)).statusCode);
      statuses.consent.push((await request('POST', path, 'save=1&all_notification=1')).statusCode);
    }
    expect(statuses).toEqual({ consent: [...Array(20).fill(200), 429, 429], oneClick: Array(22).fill(200) });
    expect((await readFlags(id)).flags[0]).toBe(false);
    const { rows } = await sql`select from audit_log where resource = 'member' and record_id = ${id}
      and actor_id = 0`.execute(db.kysely);
    expect(rows).toHaveLength(41);
  });
});

describe('a link', () => {
  test('that is forged, changed or of a deleted member is unknown, and counts against its network', async () => {
    const { id, path } = await createMailedGuest();
    const other = await createMailedGuest();
    const deleted = await createMailedGuest();
    expect((await call(app, admin.token, 'DELETE', `/api/member/${deleted.id}`)).status).toBe(200);
    const forged = [
      path.replace(/\/\d+-/, `/${other.id}-`),
      path.replace(/-(.)/, (_, first) => `-${first === 'A' ? 'B' : 'A'}`),
      path.slice(0, -1),
      '/mail/preferences/1',
      `/mail/preferences/999999-${'A'.repeat(43)}`,
      deleted.path,
    ];
    for (const url of forged) {
      for (const reply of [await request('POST', url, ONE_CLICK), await request('GET', url)]) {
        expect(reply.statusCode, url).toBe(404);
        expect(reply.body).toContain('This link does not work');
      }
    }
    for (const guest of [id, other.id]) expect((await readFlags(guest)).flags).toEqual([true, true, true]);
    for (let i = 0; i < 10; i += 1) await request('GET', '/mail/preferences/1');
    const waiting = await request('GET', '/mail/preferences/1');
    expect(waiting.statusCode).toBe(429);
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
    expect(waiting.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(waiting.body).toMatch(
      /<h1>Please wait a moment<\/h1>\n<p>There were too many attempts. Try again in \d+ minute/,
    );
    const inIndonesian = await request('GET', '/mail/preferences/1?language=id');
    expect([inIndonesian.statusCode, inIndonesian.body]).toEqual([
      429,
      expect.stringContaining('Mohon tunggu sebentar'),
    ]);
    // A guest behind the same address, such as a mail provider's, does not wait.
    expect((await request('POST', path, ONE_CLICK)).statusCode).toBe(200);
  });
});
