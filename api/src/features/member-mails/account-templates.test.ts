import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { startSession } from '../../account/session.ts';
import { createMailQueue } from '../../jobs/queue.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createStore } from '../../platform/files/create-store.ts';
import { captureFolder, createCaptureTransport } from '../../platform/mail/mail-transport.ts';
import type { MailOrder } from '../../platform/mail/outbox.ts';
import { call } from '../../testing/call.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import type { ReceivedMail } from '../../testing/relay.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

/** Mails about accounts are written from the templates that staff edit, and show their pictures. */

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent' } });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const { deliver, readLog } = createMailWorker(api);
const store = createStore(readConfig({ DATA_DIR: api.dataDir }));
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const LINK = /https:\/\/console\.test\/auth\/reset-password\/[\w-]+\/\S+/;

const post = async (path: string, body: object) => {
  const reply = await call<{ data: Record<string, unknown> }>(app, admin.token, 'POST', `/api/${path}`, { body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
interface TemplateIds {
  readonly template: number;
  readonly body: number;
  /** The language without a country, and that of Indonesia with its text. */
  readonly english: number;
  readonly indonesian: number;
  readonly indonesianBody: number;
}
async function findIds(mailType: string): Promise<TemplateIds> {
  const { rows } = await sql<TemplateIds>`
    select t.id as template, p.id as body, e.id as english, i.id as indonesian, v.id as "indonesianBody"
    from mail_template t join option_detail d on d.id = t.mail_type_id and d.code = ${mailType}
    join mail_params p on p.mail_template_id = t.id and p.name = 'Body'
    join mail_language e on e.mail_template_id = t.id and e.country_id is null
    join mail_language i on i.mail_template_id = t.id and i.country_id is not null
    join mail_language_params v on v.mail_language_id = i.id and v.mail_params_id = p.id
    where t.is_reserved`.execute(db.kysely);
  const [ids] = rows;
  if (!ids) throw new Error(`No template of ${mailType}`);
  return ids;
}
const ANCHOR = '<a href="{{ link.url }}">{{ link.url }}</a>';
async function editTemplate(mailType: string): Promise<TemplateIds> {
  const ids = await findIds(mailType);
  await post(`mail_language/${ids.english}`, { header: `${mailType} for {{ user.email }}` });
  await post(`mail_language/${ids.indonesian}`, { header: `${mailType} untuk {{ user.email }}` });
  await post(`mail_params/${ids.body}`, { default_value: `<p>Our own words: ${ANCHOR}</p>` });
  await post(`mail_language_params/${ids.indonesianBody}`, { value: `<p>Kata kami sendiri: ${ANCHOR}</p>` });
  return ids;
}
/** Gives a template a picture, and returns the bytes that mails show: those of the stored width. */
async function uploadPicture(template: number, width = 1200, alpha = 1): Promise<Buffer> {
  const background = { r: 122, g: 92, b: 30, alpha };
  const image = sharp({ create: { width, height: 600, channels: 4, background } });
  const { image_url } = await post(`mail_template/${template}`, { image_url: await image.png().toBuffer() });
  const name = String(image_url).replace('/storage/', '').split('?')[0] ?? '';
  const file = await store.open(width > 800 ? name.replace('.', '-800.') : name);
  if (!file) throw new Error('The picture is not stored');
  return buffer(file.content);
}
let people = 0;
async function createPerson({ language, name = 'Ayu Lestari' }: { language?: 'en' | 'id'; name?: string } = {}) {
  people += 1;
  const { id } = await createUser(db, { level: 'group' });
  const email = `person.${people}@example.test`;
  await sql`update users set name = ${`${name}${'’'.repeat(people)}`}, email = ${email} where id = ${id}`.execute(
    db.kysely,
  );
  if (language !== undefined)
    await sql`insert into user_preference (user_id, settings) values (${id}, ${JSON.stringify({ language })})
      on conflict (user_id) do update set settings = excluded.settings`.execute(db.kysely);
  return { id, email };
}
const requestReset = async (email: string, language = 'en') => {
  const headers = { 'accept-language': language };
  expect((await call(app, null, 'POST', '/api/password/email', { body: { email }, headers })).status).toBe(200);
};
const queueMail = (mail: MailOrder) => db.kysely.transaction().execute((tx) => createMailQueue(api.clock)(tx, mail));
async function deliverOne(): Promise<ReceivedMail['mail']> {
  const mails = await deliver();
  expect(mails).toHaveLength(1);
  return mails[0]?.mail ?? expect.fail('no mail');
}

describe('a password reset', () => {
  let ids: TemplateIds;
  let picture: Buffer;
  beforeAll(async () => {
    ids = await editTemplate('password-reset');
    picture = await uploadPicture(ids.template);
  });

  test.each([
    ['en', 'password-reset for', 'Our own words: '],
    ['id', 'password-reset untuk', 'Kata kami sendiri: '],
  ])(
    'has the words and the picture of its template in the language of the request: %s',
    async (language, header, words) => {
      const { email } = await createPerson({ language: language === 'en' ? 'id' : 'en' });
      await requestReset(email, language);
      const { subject, text = '', html = '', attachments } = await deliverOne();
      expect(subject).toBe(`${header} ${email}`);
      expect(text).toContain(words);
      expect(text).toMatch(LINK);
      expect(text).not.toContain('cid:');
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(`<img src="cid:picture@innkeeper" alt="${header} ${email}"`);
      const [attachment] = attachments;
      expect(attachments).toHaveLength(1);
      expect(attachment).toMatchObject({
        contentId: '<picture@innkeeper>',
        mimeType: 'image/jpeg',
        disposition: 'inline',
        related: true,
      });
      expect(await sharp(attachment?.content as ArrayBuffer).metadata()).toMatchObject({ format: 'jpeg', width: 800 });
    },
  );

  test('opens the account with the link in its HTML', async () => {
    const { email } = await createPerson();
    await requestReset(email);
    const { html = '' } = await deliverOne();
    const [, token] = /href="https:\/\/console\.test\/auth\/reset-password\/([\w-]+)\//.exec(html) ?? [];
    const password = 'eleven grey herons';
    const body = { email, token, password, password_confirmation: password };
    expect((await call(app, null, 'POST', '/api/password/reset', { body })).status).toBe(200);
  });

  test('leaves its link neither in the log nor in the copy that staff can read', async () => {
    const { email } = await createPerson();
    await post(`mail_language/${ids.english}`, { header: 'Open {{ link.url }} now' });
    await requestReset(email);
    await deliver(createCaptureTransport(captureFolder(api.dataDir)));
    const [entry] = await readLog(email);
    expect(entry).toMatchObject({ subject: 'Open now', mail_type: 'password-reset', delivery_status: 'sent' });
    const reply = await call<{ data: { mail: { html: string } } }>(
      app,
      admin.token,
      'GET',
      `/api/mail_log/${entry?.id}/mail`,
    );
    expect(reply.body.data).toMatchObject({ is_as_sent: true });
    expect(reply.body.data.mail.html).toContain(`<img src="data:image/webp;base64,${picture.toString('base64')}"`);
    expect(reply.body.data.mail.html).toContain('/auth/reset-password/[…]');
    const { rows } = await sql<{ row: string }>`
      select l::text as row from mail_log l union all select a::text from audit_log a where resource = 'mail_log'
      union all select c::text from mail_cause c`.execute(db.kysely);
    for (const text of [reply.text, ...rows.map(({ row }) => row)]) expect(text).not.toMatch(/reset-password\/[\w-]/);
    await post(`mail_language/${ids.english}`, { header: 'password-reset for {{ user.email }}' });
  });

  test('names only people whom an administrator has approved', async () => {
    const [ayu, stranger] = [await createPerson(), await createPerson({ name: 'Win at evil.example' })];
    await sql`update users set role_group_id = null where id = ${stranger.id}`.execute(db.kysely);
    for (const { email } of [ayu, stranger]) await requestReset(email);
    const texts = (await deliver()).map(({ mail }) => mail.text ?? '');
    expect(texts.filter((text) => /^Hello Ayu Lestari’+,\n/.test(text))).toHaveLength(1);
    expect(texts.filter((text) => text.startsWith('Hello,\n'))).toHaveLength(1);
    expect(texts.join()).not.toContain('evil');
  });

  test('goes out without a picture whose file is missing', async () => {
    await uploadPicture(ids.template);
    const { rows } = await sql<{
      image_url: string;
    }>`select image_url from mail_template where id = ${ids.template}`.execute(db.kysely);
    const name = rows[0]?.image_url ?? '';
    for (const file of [name, name.replace('.', '-800.')]) await store.remove(file);
    const { email } = await createPerson();
    await requestReset(email);
    const { text, html, attachments } = await deliverOne();
    expect(text).toMatch(LINK);
    expect(html).not.toContain('<img');
    expect(attachments).toEqual([]);
  });

  test.each([
    ['is switched off', sql`is_active = false`],
    ['is deleted', sql`deleted_at = now()`],
  ])('has the words of the system if its only template %s', async (_, change) => {
    await sql`update mail_template set ${change} where id = ${ids.template}`.execute(db.kysely);
    expectSystemWords(await deliverReset());
    await sql`update mail_template set is_active = true, deleted_at = null where id = ${ids.template}`.execute(
      db.kysely,
    );
  });

  test.each([
    '<p>Tanpa tautan</p>',
    `<p>${ANCHOR}<img src="https://evil.test/{{ link.url }}" /></p>`,
    `<p>${ANCHOR}<img src="https://evil.test/? {{ link.url }}" /></p>`,
    `<p>${ANCHOR}<a href="https://evil.test/?{{ link.url }}">Masuk</a></p>`,
    `<p>${ANCHOR} https://evil.test/?{{ link.url }}</p>`,
  ])('has the words of the system if its template has no link, or one for another site: $0', async (value) => {
    await post(`mail_language_params/${ids.indonesianBody}`, { value });
    const mail = await deliverReset();
    expectSystemWords(mail);
    expect(mail.html).not.toContain('evil');
    await editTemplate('password-reset');
  });

  const deliverReset = async () => {
    await requestReset((await createPerson()).email, 'id');
    return deliverOne();
  };
  const expectSystemWords = ({ subject, text }: ReceivedMail['mail']) => {
    expect(subject).toBe('Pilih kata sandi baru');
    expect(text).toContain('Seseorang meminta kata sandi baru untuk akun Innkeeper Anda.');
    expect(text).toMatch(LINK);
  };
});

describe('a mail about access', () => {
  beforeAll(async () => {
    for (const type of ['access-granted', 'access-requested']) await editTemplate(type);
  });

  test.each([
    ['en', 'access-granted for'],
    ['id', 'access-granted untuk'],
    [undefined, 'access-granted for'],
  ] as const)(
    'has the words of its template in the language of the user, without a picture: %s',
    async (language, header) => {
      const { id, email } = await createPerson({ ...(language && { language }) });
      await queueMail({ letter: 'access_granted', userId: id });
      expect(await readLog(email)).toMatchObject([{ mail_type: 'access-granted', delivery_status: 'queued' }]);
      const { subject, text, html, attachments } = await deliverOne();
      expect(subject).toBe(`${header} ${email}`);
      expect(text).toContain('https://console.test/login');
      expect(html).not.toContain('<img');
      expect(attachments).toEqual([]);
    },
  );

  test('has the default language of its template if that has none for the user', async () => {
    const { indonesian } = await findIds('access-granted');
    await post(`mail_language/${indonesian}`, { is_active: 0 });
    const { id, email } = await createPerson({ language: 'id' });
    await queueMail({ letter: 'access_granted', userId: id });
    expect((await deliverOne()).subject).toBe(`access-granted for ${email}`);
  });

  test('confirms a request in the language in which it was made', async () => {
    const { id, email } = await createPerson({ language: 'en' });
    await queueMail({ letter: 'access_requested', userId: id, language: 'id' });
    const { subject, text } = await deliverOne();
    expect([subject, text]).toEqual([`access-requested untuk ${email}`, expect.stringContaining('Kata kami sendiri')]);
  });
});

describe('a mail about a new device', () => {
  const lifetimes = { accessTokenSeconds: 60, refreshSeconds: { remembered: 600, otherwise: 600 } };
  const signIn = (userId: number, ip: string, userAgent: string) =>
    startSession(
      db,
      lifetimes,
      { userId, isRemembered: false, device: { ip, userAgent } },
      api.clock(),
      createMailQueue(api.clock),
    );

  test('describes the device, also when it is sent again after other sign-ins', async () => {
    api.setClock(new Date('2026-05-22T03:04:00Z'));
    const { id, email } = await createPerson({ language: 'id' });
    await sql`delete from session where user_id = ${id}`.execute(db.kysely);
    await signIn(id, '10.1.1.1', 'curl/8');
    await signIn(id, '203.0.113.7', FIREFOX);
    const mail = await deliverOne();
    expect(mail.subject).toBe('Masuk dari perangkat baru');
    const device = 'Firefox, Linux\n203.0.113.7\n22 Mei 2026 - 03:04 UTC';
    expect(mail.text).toContain(device);
    expect(mail.text).toContain('https://console.test/pages/profile');
    const [entry] = await readLog(email);
    await signIn(id, '198.51.100.9', 'evil.example');
    expect((await deliverOne()).text).toContain('tidak diketahui\n198.51.100.9\n');
    await post(`mail_log/${entry?.id}/resend`, {});
    expect((await deliverOne()).text).toContain(device);
  });
});

test('the preview and the test mail show what a user would receive, with the picture', async () => {
  const ids = await editTemplate('new-device');
  await post(`mail_params/${ids.body}`, { default_value: `<p>{{ device.name }} at {{ device.ip }}: ${ANCHOR}</p>` });
  const picture = await uploadPicture(ids.template, 300, 0.5);
  const { email } = await db.kysely
    .selectFrom('users')
    .select('email')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow();
  const preview = await post(`mail_language/${ids.english}/preview`, {});
  expect(preview).toEqual({
    subject: `new-device for ${email}`,
    html: expect.stringContaining(
      `<img src="data:image/webp;base64,${picture.toString('base64')}" alt="new-device for ${email}"`,
    ),
    text: expect.stringMatching(/^Hello,\n\nunknown at \S+: http:\/\/\S+\/pages\/profile\n/),
  });
  await post(`mail_language/${ids.english}/test`, {});
  const mail = await deliverOne();
  expect([mail.subject, mail.from?.name]).toEqual([preview['subject'], 'Innkeeper']);
  expect(mail.attachments[0]).toMatchObject({ filename: 'picture.png', mimeType: 'image/png' });
  expect(await sharp(mail.attachments[0]?.content as ArrayBuffer).metadata()).toMatchObject({
    format: 'png',
    width: 300,
    hasAlpha: true,
  });
  const resetIds = await findIds('password-reset');
  expect((await post(`mail_language/${resetIds.indonesian}/preview`, {}))['text']).toContain('/auth/reset-password/…');
});
