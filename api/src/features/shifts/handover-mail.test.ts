import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type NewUser, type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A shift is handed over by mail, with the records that its recipient may view. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const worker = createMailWorker(api);
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const createClerk = (values: Partial<NewUser> = {}): Promise<TestUser> =>
  createUser(db, {
    level: 'property',
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
    ...values,
  });
const emailOf = ({ username }: TestUser) => `${username}@innkeeper.test`;

const send = (sender: TestUser, body: Input) =>
  call<{ data: { recipient: { id: number; name: string } } }>(app, sender.token, 'POST', '/api/shift/mail', {
    body: { period: 'hours_12', ...body },
  });
/** Sends a handover and delivers its mail; undefined if none is sent. */
async function handOver(sender: TestUser, recipient: TestUser, body: Input = {}) {
  const reply = await send(sender, { user_id: recipient.id, ...body });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.data.recipient).toEqual({ id: recipient.id, name: recipient.username });
  const mails = await worker.deliver();
  return mails.find(({ to }) => to.includes(emailOf(recipient)))?.mail;
}
const sell = async (seller: TestUser) => {
  const sale = await fixtures.sell({}, { token: seller.token });
  expect(sale.status, sale.text).toBe(201);
  return sale.body.data.transaction;
};

describe('the mail of a handover', () => {
  test('has the sender’s entries, payments and note, as text and HTML, and replies go to the sender', async () => {
    const [sender, recipient] = [await createClerk(), await createClerk()];
    const transaction = await sell(sender);
    const foreignSale = await sell(recipient);
    const mail = await handOver(sender, recipient, { user: 'me', note: 'Room 12 <waits> for its cake.' });
    expect(mail?.subject).toMatch(/^Handover: Hotel /);
    expect(mail?.replyTo?.[0]?.address).toBe(emailOf(sender));
    for (const part of [mail?.text ?? '', mail?.html ?? '']) {
      expect(part).toContain(String(transaction.transaction_no));
      expect(part).not.toContain(String(foreignSale.transaction_no));
      expect(part).toContain('Cash: taken Rp. 1,500,000, returned Rp. 0, balance Rp. 1,500,000');
    }
    expect(mail?.text).toContain('Room 12 <waits> for its cake.');
    expect(mail?.html).toContain('Room 12 &lt;waits&gt; for its cake.');
    expect(mail?.text).toContain(`https://console.test/finance/handover?hotel_id=${fixtures.h1}`);
    expect(await worker.readLog(emailOf(recipient))).toMatchObject([{ delivery_status: 'sent' }]);
  });

  test('has everyone’s entries, in the recipient’s language and with their rights', async () => {
    const sender = await createClerk();
    const recipient = await createClerk({ codes: ['VIEW_VISIT'] });
    await sql`insert into user_preference (user_id, settings) values (${recipient.id}, '{"language":"id"}')`.execute(
      db.kysely,
    );
    const transaction = await sell(sender);
    const mail = await handOver(sender, recipient);
    expect(mail?.subject).toMatch(/^Serah terima: /);
    expect(mail?.text).toContain('Pencatatan semua staf');
    expect(mail?.text).toContain('Dicatat: 0');
    expect(mail?.text).not.toContain('Pembayaran');
    expect(mail?.text).not.toContain(String(transaction.transaction_no));
  });

  test('is skipped if the recipient may no longer view the shift', async () => {
    const [sender, recipient] = [await createClerk(), await createClerk()];
    expect((await send(sender, { user_id: recipient.id })).status).toBe(200);
    await sql`update region_users set restrict_hotel_id = ${fixtures.h2} where user_id = ${recipient.id}`.execute(
      db.kysely,
    );
    expect(await worker.deliver()).toEqual([]);
    expect(await worker.readLog(emailOf(recipient))).toMatchObject([
      { delivery_status: 'skipped', message: 'The recipient may no longer view this shift.' },
    ]);
  });
});

test('a handover needs a recipient of the hotel, and the right to view entries', async () => {
  const [sender, recipient] = [await createClerk(), await createClerk({ codes: ['VIEW_TRANSACTION'] })];
  const stranger = await createClerk({ assignments: [{ region_id: fixtures.r2, restrict_hotel_id: fixtures.h3 }] });
  expectInvalid(await send(sender, {}), 'user_id');
  expectInvalid(await send(sender, { user_id: stranger.id }), 'user_id');
  expectInvalid(await send(sender, { user_id: recipient.id, hotel_id: fixtures.h3 }), 'hotel_id');
  expectInvalid(await send(sender, { user_id: recipient.id, period: 'always' }), 'period');
  const waiter = await createClerk({ codes: ['VIEW_MEMBER'] });
  expectInvalid(await send(sender, { user_id: waiter.id }), 'user_id');
  const readRecipients = async () => {
    const reply = await call<{ data: { id: number }[] }>(app, sender.token, 'GET', '/api/shift/recipient');
    expect(reply.status, reply.text).toBe(200);
    return reply.body.data.map(({ id }) => id);
  };
  const recipients = await readRecipients();
  expect(recipients).toContain(recipient.id);
  expect(recipients.at(-1)).toBe(sender.id);
  expect(recipients.filter((id) => [stranger.id, waiter.id, admin.id].includes(id))).toEqual([]);
  await sql`update users set is_active = false where id = ${recipient.id}`.execute(db.kysely);
  expect(await readRecipients()).not.toContain(recipient.id);
  expectInvalid(await send(sender, { user_id: recipient.id }), 'user_id');
  const viewer = await createClerk({ codes: ['VIEW_MEMBER'] });
  expectError(await send(viewer, { user_id: viewer.id }), 403, 'forbidden');
});

test('the same colleague gets at most five handovers an hour from one user', async () => {
  const [sender, recipient] = [await createClerk(), await createClerk()];
  for (let n = 0; n < 5; n += 1) expect((await send(sender, { user_id: recipient.id })).status).toBe(200);
  expectError(await send(sender, { user_id: recipient.id }), 429);
});
