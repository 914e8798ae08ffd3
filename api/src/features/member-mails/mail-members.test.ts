import { noEmailAddress, resources } from '@innkeeper/contract';
import type { Mailing } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A programme mail to the members of a selection. */

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent' } });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { deliver } = createMailWorker(api);
const region = { region_id: fixtures.r1 };
const clerk = await createUser(db, {
  level: 'property',
  codes: ['VIEW_MEMBER', 'UPDATE_MEMBER'],
  assignments: [{ ...region, restrict_hotel_id: fixtures.h1 }],
});
const USERS = {
  administrator: admin,
  'regional manager': await createUser(db, { level: 'region', assignments: [region] }),
  'user of one hotel': clerk,
};

const send = (body: Input, token = admin.token) =>
  call<{ data: Mailing }>(app, token, 'POST', '/api/member/mailing', { body: { mail_type: 'renewal', ...body } });
/** Sells Gold to a new guest, whose welcome mail is delivered. */
async function sell(guest: Input = {}, overrides: Input = {}) {
  const reply = await fixtures.sell({ member: await fixtures.createGuestInput(guest), ...overrides });
  expect(reply.status, reply.text).toBe(201);
  await deliver();
  return reply.body.data.member;
}
const reasonsOf = ({ left_out }: Mailing) => Object.fromEntries(left_out.map(({ reason, number }) => [reason, number]));

describe('mailing selected members', () => {
  test.each(Object.entries(USERS))('reaches those who may be mailed, after a preview: $0', async (_, { token }) => {
    const [reached, rejected] = [await sell(), await sell()];
    const others = [
      await sell({ all_notification: 0 }),
      await sell({ membership_notification: 0 }),
      await sell({ email: noEmailAddress(randomUUID()) }),
      rejected,
      await inputs.create(resources.member, {
        hotel_id: fixtures.h1,
        register_hotel_id: fixtures.h1,
        all_notification: 1,
        membership_notification: 1,
      }),
    ];
    await sql`insert into mail_address_state (email, state, at)
      values (${String(rejected['email']).toLowerCase()}, 'bounced', now())`.execute(db.kysely);
    const ids = [reached, ...others].map(({ id }) => id);
    const preview = await send({ ids, dry_run: 1 }, token);
    expect(preview.status, preview.text).toBe(200);
    expect(preview.body.data.queued).toBe(1);
    expect(reasonsOf(preview.body.data)).toEqual({
      'The member opted out: “All emails” is off.': 1,
      'The member opted out: “Membership emails” is off.': 1,
      'The member has no email.': 1,
      'Email to this address was rejected before. Ask the member for a new address.': 1,
      'The member has no card.': 1,
    });
    expect(await deliver()).toEqual([]);
    expect((await send({ ids }, token)).body).toEqual(preview.body);
    expect((await deliver()).map(({ to }) => to)).toEqual([[reached['email']]]);
  });

  test('takes all that match a filter except some, and sends a mail to nobody twice within a day', async () => {
    const [first, second] = [await sell({ last_name: 'Mailing' }), await sell({ last_name: 'Mailing' })];
    const filter = { 'filter[last_name][exact]': 'Mailing' };
    expect((await send({ filter, except: [first.id] })).body.data).toEqual({ queued: 1, left_out: [] });
    const { body } = await send({ filter });
    expect(body.data).toMatchObject({
      queued: 1,
      left_out: [{ reason: 'The member got this email within the last 24 hours.', members: [{ id: second.id }] }],
    });
    const recipients = (await deliver()).flatMap(({ to }) => to);
    expect(new Set(recipients)).toEqual(new Set([first['email'], second['email']]));
    expect((await send({ filter, mail_type: 'birthday' })).body.data.queued).toBe(2);
  });

  test('reaches no member of another hotel', async () => {
    const { id } = await sell({ last_name: 'Remote' }, { hotel_id: fixtures.h3 });
    for (const dry_run of [1, 0]) expectError(await send({ ids: [id], dry_run }, clerk.token), 404, 'record_not_found');
    const filter = { 'filter[last_name][exact]': 'Remote' };
    expect((await send({ filter }, clerk.token)).body.data).toEqual({ queued: 0, left_out: [] });
    expect(await deliver()).toEqual([]);
  });

  test('needs the right, a mail of the programme, and a template', async () => {
    const { id } = await sell();
    expectInvalid(await send({ ids: [id], mail_type: 'receipt' }), 'mail_type');
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
    expectError(await send({ ids: [id] }, reader.token), 403, 'forbidden');
    await sql`update mail_template set is_active = false where mail_type_id = (
      select d.id from option_detail d join option o on o.id = d.option_id
      where o.slug = 'mail-type' and d.code = 'expiry-reminder')`.execute(db.kysely);
    expectError(await send({ ids: [id], mail_type: 'expiry-reminder', dry_run: 1 }), 409, 'conflict');
  });
});
