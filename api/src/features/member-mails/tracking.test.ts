import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createMailQueue } from '../../jobs/queue.ts';
import { call } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { countOpeningsAndClicks } from './tracking.ts';

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent' } });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { deliver, readLog } = createMailWorker(api);

const TARGET = 'https://booking.test/stay?room=2&lang=id#rates';
await db.pool.query(
  `update mail_params p set default_value = $1 from mail_template t join option_detail o on o.id = t.mail_type_id
   where t.id = p.mail_template_id and o.code = 'birthday' and p.name = 'Body'`,
  [`<p>Book <a href="${TARGET.replace('&', '&amp;')}">a stay</a>, or <a href="mailto:stay@hotel.test">write</a>.</p>`],
);
let mails = 0;
/** Sends a birthday mail with a link to `TARGET`. Returns its log entry and the paths that it loads and links to. */
async function sendBirthday() {
  mails += 1;
  const email = `guest.${mails}@example.test`;
  const { id } = await inputs.create(getResource('member'), { email, all_notification: 1, birthday_notification: 1 });
  await db.kysely
    .transaction()
    .execute((tx) => createMailQueue(api.clock)(tx, { mailType: 'birthday', memberId: id, about: {} }));
  const [received] = await deliver();
  const { html = '', text = '' } = received?.mail ?? {};
  const [, pixel = ''] = /<img src="https:\/\/console\.test(\/mail\/open\/[^"]+\.gif)"/.exec(html || '') ?? [];
  const [, link = ''] = / href="https:\/\/console\.test(\/mail\/click\/[^"]+)"/.exec(html || '') ?? [];
  return { pixel, link, html: html || '', text, entry: (await readLog(email))[0]?.id ?? 0 };
}
const request = (path: string) => call(app, null, 'GET', path);
const readTrack = async (id: number) => {
  await countOpeningsAndClicks(db);
  const { rows } = await sql<{ track: string | null }>`select track from mail_log where id = ${id}`.execute(db.kysely);
  return rows[0]?.track;
};

describe('the log entry', () => {
  test('shows when and how often the mail was opened', async () => {
    const { pixel, entry } = await sendBirthday();
    expect(await readTrack(entry)).toBeNull();
    api.setClock(new Date('2026-05-22T03:00:00Z'));
    const reply = await request(pixel);
    expect([reply.status, reply.headers['content-type'], reply.headers['set-cookie']]).toEqual([
      200,
      'image/gif',
      undefined,
    ]);
    expect(await readTrack(entry)).toBe('opened 1 × 2026-05-22 03:00');
    await request(pixel);
    expect(await readTrack(entry)).toBe('opened 2 × 2026-05-22 03:00 – 2026-05-22 03:00');
    api.setClock(new Date('2026-05-23T04:30:00Z'));
    await request(pixel);
    await Promise.all([countOpeningsAndClicks(db), countOpeningsAndClicks(db)]);
    expect(await readTrack(entry)).toBe('opened 3 × 2026-05-22 03:00 – 2026-05-23 04:30');
  });

  test('shows when and how often a link was followed, also without an opening', async () => {
    const { pixel, link, entry } = await sendBirthday();
    api.setClock(new Date('2026-05-22T03:01:00Z'));
    const reply = await request(link);
    expect([reply.status, reply.headers.location, reply.headers['set-cookie']]).toEqual([302, TARGET, undefined]);
    expect(await readTrack(entry)).toBe('clicked 1 × 2026-05-22 03:01');
    api.setClock(new Date('2026-05-22T03:05:00Z'));
    await Promise.all([request(pixel), request(link)]);
    expect(await readTrack(entry)).toBe('opened 1 × 2026-05-22 03:05, clicked 2 × 2026-05-22 03:01 – 2026-05-22 03:05');
  });

  test('keeps the first opening unknown if an older version did not store it', async () => {
    const { pixel, entry } = await sendBirthday();
    await sql`insert into mail_tracking (mail_log_id, open_count, last_opened_at)
      values (${entry}, 2, '2026-05-20 01:00Z')`.execute(db.kysely);
    api.setClock(new Date('2026-05-23T04:30:00Z'));
    await request(pixel);
    expect(await readTrack(entry)).toBe('opened 3 × 2026-05-23 04:30');
  });
});

test('only web links of the HTML are tracked: not those to write, to unsubscribe and in the plain text', async () => {
  const { html, text } = await sendBirthday();
  expect(html.match(/\/mail\/click\//g)).toHaveLength(1);
  expect(html).toContain('href="mailto:stay@hotel.test"');
  expect(html).toContain('<a href="https://console.test/mail/preferences/');
  expect(text).toContain(TARGET);
});

test('the mail is shown in the log with its own links, which count nothing', async () => {
  const { entry } = await sendBirthday();
  const reply = await call<{ data: { mail: { html: string } } }>(
    app,
    admin.token,
    'GET',
    `/api/mail_log/${entry}/mail`,
  );
  const { html } = reply.body.data.mail;
  expect(html).toContain(` href="${TARGET.replace('&', '&amp;')}">a stay</a>`);
  expect(html).not.toMatch(/mail\/(click|open)/);
});

describe('an address with an invalid signature counts nothing', () => {
  const change = (signature: string) => signature.replace(/.$/, (end) => (end === 'A' ? 'E' : 'A'));

  test('and returns the pixel', async () => {
    const { pixel, entry } = await sendBirthday();
    const otherMail = await sendBirthday();
    const forgedUrls = [
      pixel.replace(/open\/\d+-/, `open/${otherMail.entry}-`),
      `${change(pixel.replace('.gif', ''))}.gif`,
      '/mail/open/1.gif',
      `/mail/open/${entry}-${'A'.repeat(43)}.gif`,
    ];
    for (const address of forgedUrls) expect((await request(address)).status, address).toBe(200);
    expect([await readTrack(entry), await readTrack(otherMail.entry)]).toEqual([null, null]);
  });

  test('and leads nowhere', async () => {
    const { pixel, link, entry } = await sendBirthday();
    const otherMail = await sendBirthday();
    const [path = '', target = ''] = link.split('?to=');
    const forgedUrls = [
      path,
      `${path}?to=https%3A%2F%2Fthief.test`,
      `${path}?to=${target}&to=${target}`,
      `${change(path)}?to=${target}`,
      `${path.replace(/click\/\d+-/, `click/${otherMail.entry}-`)}?to=${target}`,
      `${pixel.replace('open', 'click').replace('.gif', '')}?to=${target}`,
      '/mail/click/1?to=javascript:alert(1)',
    ];
    for (const address of forgedUrls) {
      const reply = await request(address);
      expect([reply.status, reply.headers.location], address).toEqual([404, undefined]);
      expect(reply.text, address).toContain('This link does not work');
    }
    expect([await readTrack(entry), await readTrack(otherMail.entry)]).toEqual([null, null]);
    expect((await request(`${path}?language=id`)).text).toContain('Tautan ini tidak berfungsi');
  });
});
