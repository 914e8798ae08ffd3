import { getResource } from '@innkeeper/contract';
import type { FrontDesk, MemberOverview } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createMailQueue } from '../../jobs/queue.ts';
import { readBounces } from '../../platform/mail/bounce-mailbox.ts';
import type { MemberMailType } from '../../platform/mail/outbox.ts';
import { readConfig } from '../../platform/config/config.ts';
import { call } from '../../testing/call.ts';
import { createDeliveryReport } from '../../testing/delivery-reports.ts';
import { startImapServer } from '../../testing/imap-server.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { openTestApp, startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Mails that come back: at once by SMTP, later as reports in a mailbox or of a mail service. */

const SECRET = 'seventeen-grey-herons';
const environment = { LOG_LEVEL: 'silent', MAIL_EVENTS_SECRET: SECRET, BOUNCE_ADDRESS: 'bounces@mail.example' };
const api = await startTestApp({ isMailQueued: true, environment });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const mailbox = await startImapServer({ user: 'bounces@mail.example', password: 'twelve-otters/?' });
const worker = createMailWorker(api, { BOUNCE_ADDRESS: environment.BOUNCE_ADDRESS, BOUNCE_URL: mailbox.url });
afterAll(() => mailbox.close());
api.setClock(new Date('2026-11-21T03:00:00Z'));

let guests = 0;
async function createGuest(overrides = {}) {
  guests += 1;
  const email = `Guest.${guests}@example.test`;
  const flags = { all_notification: 1, membership_notification: 1, birthday_notification: 1 };
  const { id } = await inputs.create(getResource('member'), { email, ...flags, ...overrides });
  return { id, email };
}
type Guest = Awaited<ReturnType<typeof createGuest>>;

const queueMail = ({ id }: Guest, mailType: MemberMailType = 'birthday') =>
  db.kysely.transaction().execute((tx) => createMailQueue(api.clock)(tx, { mailType, memberId: id, about: {} }));
/** Sends a mail that the relay accepts. */
async function sendMail(guest: Guest, mailType?: MemberMailType) {
  await queueMail(guest, mailType);
  const [received] = await worker.deliver();
  return { returnPath: received?.from ?? '', messageId: received?.mail.messageId ?? '' };
}
const readOutcomes = async ({ email }: Guest) =>
  (await worker.readLog(email)).map(({ delivery_status, message }) => [delivery_status, message]);
const readStatuses = async (guest: Guest) => (await readOutcomes(guest)).map(([status]) => status);
async function readAddressState({ id }: Guest) {
  const reply = await call<{ data: MemberOverview }>(app, admin.token, 'GET', `/api/member/${id}/overview`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.address_state;
}
const BOUNCED = { state: 'bounced', at: '2026-11-21 03:00:00' };

const postEvents = (body: unknown, headers: Record<string, string> = { authorization: `Bearer ${SECRET}` }) =>
  app.inject({ method: 'POST', url: '/mail/events', headers, payload: JSON.stringify(body) });
const json = { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` };
async function postPlainEvent(event: object) {
  const reply = await postEvents({ events: [event] }, json);
  expect(reply.statusCode, reply.body).toBe(200);
}
const bounceSoftly = async (guest: Guest) => {
  const { returnPath } = await sendMail(guest);
  await postPlainEvent({ type: 'bounced', return_path: returnPath, permanent: false, reason: '452 4.2.2 Full' });
};

describe('a mail that the server rejects', () => {
  const tryMail = async (code: number, response: string, command: 'MAIL FROM' | 'RCPT TO' | 'DATA') => {
    const guest = await createGuest();
    await queueMail(guest);
    worker.relay().rejectWith(code, response, command);
    await worker.deliver();
    const { rowCount } = await db.pool.query('select from graphile_worker._private_jobs');
    return { guest, waiting: rowCount, outcomes: await readOutcomes(guest) };
  };

  test.each(['RCPT TO', 'DATA'] as const)('with a 5xx at $0 has bounced at once, with its words', async (command) => {
    const { guest, waiting, outcomes } = await tryMail(550, '5.1.1 No such user here', command);
    expect(outcomes).toEqual([['bounced', '550 5.1.1 No such user here']]);
    expect(waiting).toBe(0);
    expect(await readAddressState(guest)).toEqual(BOUNCED);
  });

  test.each([
    [451, '4.7.1 Greylisted', 'RCPT TO'],
    [452, '4.2.2 Mailbox full', 'DATA'],
    [550, '5.7.1 Sender unknown', 'MAIL FROM'],
    [530, '5.7.0 Authentication required', 'RCPT TO'],
  ] as const)('with $0 $1 at $2 is tried again', async (code, response, command) => {
    const { guest, waiting, outcomes } = await tryMail(code, response, command);
    expect(outcomes).toEqual([['queued', expect.stringContaining(response)]]);
    expect(waiting).toBe(1);
    expect(await readAddressState(guest)).toBeNull();
  });

  test.each(['5.7.26 Unauthenticated sender', '5.2.2 Mailbox full', '5.3.4 Too big'])(
    'because of $0 has bounced, but says nothing about the address',
    async (response) => {
      const { guest, outcomes } = await tryMail(550, response, 'DATA');
      expect(outcomes).toEqual([['bounced', `550 ${response}`]]);
      expect(await readAddressState(guest)).toBeNull();
    },
  );
});

describe('an address that rejected a mail', () => {
  test('gets no further mail, shows on the member page and at the counter, and is forgotten with a new one', async () => {
    const guest = await createGuest();
    const { returnPath } = await sendMail(guest);
    await postPlainEvent({ type: 'bounced', return_path: returnPath, permanent: true, reason: '550 5.1.1 Unknown' });
    expect(await readAddressState(guest)).toEqual(BOUNCED);
    const desk = await call<{ data: FrontDesk }>(
      app,
      admin.token,
      'GET',
      `/api/voucher_redeem/counter?member_id=${guest.id}&hotel_id=${baseRecords.hotel}`,
    );
    expect(desk.body.data.guests[0]?.address_state).toEqual(BOUNCED);

    await queueMail(guest, 'voucher-redeemed');
    expect(await worker.deliver()).toEqual([]);
    const reason = 'Email to this address was rejected before. Ask the member for a new address.';
    expect(await readOutcomes(guest)).toEqual([
      ['bounced', '550 5.1.1 Unknown'],
      ['skipped', reason],
    ]);
    const [entry] = await worker.readLog(guest.email);
    const resent = await call(app, admin.token, 'POST', `/api/mail_log/${entry?.id}/resend`);
    expect([resent.status, resent.text]).toEqual([409, expect.stringContaining(reason)]);

    const updateEmail = async (email: string) => {
      const path = `/api/member/${guest.id}`;
      const reply = await call(app, admin.token, 'POST', path, { body: { email } });
      expect(reply.status, reply.text).toBe(200);
    };
    await updateEmail('new.address@example.test');
    expect(await readAddressState(guest)).toBeNull();
    expect((await sendMail({ ...guest, email: 'new.address@example.test' })).returnPath).not.toBe('');
    // The former address is tried again if the member returns to it.
    await updateEmail(guest.email);
    expect(await readAddressState(guest)).toBeNull();
  });

  test('is not marked if the mail was sent again to another address before the bounce arrived', async () => {
    const guest = await createGuest();
    const { returnPath } = await sendMail(guest);
    await sql`update mail_log set recipient = 'other@example.test' where recipient = ${guest.email}`.execute(db.kysely);
    await postPlainEvent({ type: 'bounced', return_path: returnPath, permanent: true });
    expect(await readStatuses({ ...guest, email: 'other@example.test' })).toEqual(['sent']);
  });

  test('is marked after three soft bounces in a row, unless a mail arrives in between', async () => {
    const guest = await createGuest();
    await bounceSoftly(guest);
    await bounceSoftly(guest);
    await sendMail(guest);
    await bounceSoftly(guest);
    await bounceSoftly(guest);
    expect(await readAddressState(guest)).toBeNull();
    await bounceSoftly(guest);
    expect(await readAddressState(guest)).toEqual(BOUNCED);
    expect(await readStatuses(guest)).toEqual(['bounced', 'bounced', 'sent', 'bounced', 'bounced', 'bounced']);
  });

  test('is not marked by one soft bounce that is reported three times', async () => {
    const guest = await createGuest();
    const { messageId } = await sendMail(guest);
    for (const reason of ['first', 'second', 'third'])
      await postPlainEvent({ type: 'bounced', message_id: messageId, permanent: false, reason });
    expect(await readOutcomes(guest)).toEqual([['bounced', 'first']]);
    expect(await readAddressState(guest)).toBeNull();
  });

  test('whose owner complained gets receipts, and no other mail', async () => {
    const guest = await createGuest();
    const { returnPath } = await sendMail(guest);
    await postPlainEvent({ type: 'complained', return_path: returnPath, reason: 'abuse' });
    expect(await readAddressState(guest)).toEqual({ ...BOUNCED, state: 'complained' });
    await queueMail(guest);
    await queueMail(guest, 'voucher-redeemed');
    expect(await worker.deliver()).toHaveLength(1);
    expect(await readOutcomes(guest)).toEqual([
      ['complained', 'abuse'],
      ['skipped', 'The member reported an email as spam. Only receipts are sent.'],
      ['sent', expect.stringMatching(/^250/)],
    ]);
  });
});

describe('the report of a mail service', () => {
  test('needs the secret, as bearer token or key, and a server that has one', async () => {
    const body = { events: [] };
    const contentType = { 'content-type': 'application/json' };
    expect((await postEvents(body, contentType)).statusCode).toBe(401);
    expect((await postEvents(body, { ...contentType, authorization: 'Bearer wrong' })).statusCode).toBe(401);
    expect((await postEvents(body, json)).statusCode).toBe(200);
    const send = (key: string) =>
      app.inject({ method: 'POST', url: `/mail/events?key=${key}`, headers: contentType, payload: body });
    expect((await send('wrong')).statusCode).toBe(401);
    expect((await send(SECRET)).statusCode).toBe(200);
    expect((await postEvents({ hello: 1 }, json)).statusCode).toBe(400);
    const other = await openTestApp();
    onTestFinished(() => other.close());
    expect((await other.app.inject({ method: 'POST', url: `/mail/events?key=${SECRET}` })).statusCode).toBe(404);
  });

  test('about an unknown mail, or with a forged token, changes nothing', async () => {
    const guest = await createGuest();
    const { returnPath } = await sendMail(guest);
    const forged = returnPath.replace(/.@/, (end) => (end === 'a@' ? 'b@' : 'a@'));
    for (const return_path of [forged, 'bounces@mail.example', 'bounces+999999-aaaaaaaaaaaaaaaaaaaaaaaa@mail.example'])
      await postPlainEvent({ type: 'bounced', return_path, permanent: true });
    expect(await readStatuses(guest)).toEqual(['sent']);
  });

  test('of a delivery corrects a mail that seemed to fail', async () => {
    const guest = await createGuest();
    const { returnPath } = await sendMail(guest);
    await sql`update mail_log set delivery_status = 'failed' where recipient = ${guest.email}`.execute(db.kysely);
    await postPlainEvent({ type: 'delivered', return_path: returnPath });
    expect(await readStatuses(guest)).toEqual(['sent']);
  });

  const sns = (message: object) => ({
    Type: 'Notification',
    TopicArn: 'arn:aws:sns:x',
    Message: JSON.stringify(message),
  });
  type Sent = Awaited<ReturnType<typeof sendMail>>;
  test.each([
    [
      'Amazon SES',
      ({ returnPath }: Sent) =>
        sns({
          notificationType: 'Bounce',
          mail: { source: returnPath, messageId: '0102018' },
          bounce: { bounceType: 'Permanent', bouncedRecipients: [{ diagnosticCode: 'smtp; 550 5.1.1 unknown' }] },
        }),
      'smtp; 550 5.1.1 unknown',
    ],
    [
      'Postmark',
      ({ returnPath }: Sent) => ({
        RecordType: 'Bounce',
        Type: 'HardBounce',
        MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
        Metadata: { mail: /\+(.*)@/.exec(returnPath)?.[1] },
        Details: 'unknown user',
      }),
      'unknown user',
    ],
    [
      'Mailgun',
      ({ messageId }: Sent) => ({
        signature: {},
        'event-data': {
          event: 'failed',
          severity: 'permanent',
          reason: 'bounce',
          'delivery-status': { code: 550, message: '5.1.1 unknown' },
          message: { headers: { 'message-id': messageId.slice(1, -1) } },
        },
      }),
      '5.1.1 unknown',
    ],
  ])('by $0 marks the mail as bounced, and its address', async (_service, createBody, reason) => {
    const guest = await createGuest();
    const body = createBody(await sendMail(guest));
    // SNS sends JSON as plain text.
    const headers = { 'content-type': 'text/plain; charset=UTF-8', authorization: `Bearer ${SECRET}` };
    for (const _repetition of [1, 2]) expect((await postEvents(body, headers)).statusCode).toBe(200);
    expect(await readOutcomes(guest)).toEqual([['bounced', reason]]);
    expect(await readAddressState(guest)).toEqual(BOUNCED);
  });

  test.each([
    ['Amazon SES', ({ returnPath }: Sent) => sns({ notificationType: 'Complaint', mail: { source: returnPath } })],
    [
      'Postmark',
      ({ returnPath }: Sent) => ({ RecordType: 'SpamComplaint', Metadata: { mail: /\+(.*)@/.exec(returnPath)?.[1] } }),
    ],
    [
      'Mailgun',
      ({ messageId }: Sent) => ({
        'event-data': { event: 'complained', message: { headers: { 'message-id': messageId.slice(1, -1) } } },
      }),
    ],
  ])('by $0 marks a mail as reported as spam', async (_service, createBody) => {
    const guest = await createGuest();
    expect((await postEvents(createBody(await sendMail(guest)), json)).statusCode).toBe(200);
    expect(await readStatuses(guest)).toEqual(['complained']);
  });
});

describe('the mailbox of bounces', () => {
  const { bounceMailbox } = readConfig({ BOUNCE_URL: mailbox.url }).mail;
  const readMailbox = async () => {
    if (!bounceMailbox) throw new Error('BOUNCE_URL is read');
    await readBounces(db, bounceMailbox, api.clock, app.log);
  };

  test('is read by return path or Message-ID, each report once, and other mails stay unread', async () => {
    const guests = [await createGuest(), await createGuest(), await createGuest()] as const;
    const mails = [await sendMail(guests[0]), await sendMail(guests[1]), await sendMail(guests[2])] as const;
    const byReturnPath = mailbox.add(createDeliveryReport({ to: `<${mails[0].returnPath}>` }));
    const byMessageId = mailbox.add(
      createDeliveryReport({
        to: 'bounces@mail.example',
        messageId: mails[1].messageId,
        status: '4.2.2',
        diagnosticCode: 'smtp; 452 4.2.2 Mailbox full',
      }),
    );
    const delayed = mailbox.add(createDeliveryReport({ to: mails[2].returnPath, action: 'delayed', status: '4.4.1' }));
    const foreign = mailbox.add(createDeliveryReport({ to: 'bounces@mail.example', messageId: '<x@elsewhere.test>' }));
    const question = mailbox.add('From: guest@example.test\nTo: bounces@mail.example\nSubject: Hello\n\nMay I come?\n');
    const receipt = mailbox.add(
      'To: bounces@mail.example\nContent-Type: multipart/report; boundary=x\n\n--x\nContent-Type: text/plain\n\nRead\n--x--\n',
    );
    await readMailbox();
    await readMailbox();
    expect(await readOutcomes(guests[0])).toEqual([['bounced', '550 5.1.1 No such user']]);
    expect(await readOutcomes(guests[1])).toEqual([['bounced', '452 4.2.2 Mailbox full']]);
    expect(await readStatuses(guests[2])).toEqual(['sent']);
    expect(await Promise.all(guests.map(readAddressState))).toEqual([BOUNCED, null, null]);
    expect([byReturnPath, byMessageId, delayed, foreign].map(({ isSeen, reads }) => [isSeen, reads])).toEqual(
      Array.from({ length: 4 }, () => [true, 1]),
    );
    expect([question.isSeen, question.reads, receipt.isSeen]).toEqual([false, 0, false]);
  });

  test('is read by the worker, once a minute', async () => {
    const guest = await createGuest();
    const { returnPath } = await sendMail(guest);
    const report = mailbox.add(createDeliveryReport({ to: returnPath }));
    await sql`select graphile_worker.add_job('read_bounces', queue_name => 'read_bounces')`.execute(db.kysely);
    await worker.deliver();
    expect(report.isSeen).toBe(true);
    expect(await readStatuses(guest)).toEqual(['bounced']);
    const { rows } = await db.pool.query('select identifier from graphile_worker._private_known_crontabs');
    expect(rows).toContainEqual({ identifier: 'read_bounces' });
  });

  test('rejects a wrong password, so that the job fails and is logged', async () => {
    if (!bounceMailbox) throw new Error('BOUNCE_URL is read');
    await expect(readBounces(db, { ...bounceMailbox, password: 'wrong' }, api.clock, app.log)).rejects.toThrow(
      'Command failed',
    );
  });
});
