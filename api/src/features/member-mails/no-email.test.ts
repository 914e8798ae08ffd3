import { noEmailAddress } from '@innkeeper/contract';
import type { MemberOverview } from '@innkeeper/contract/calls';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { csvFile, csvRows, download, upload } from '../../engine/import-export/table-helpers.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A guest without an email has a placeholder, which is neither mailed nor found. */

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent' } });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { deliver, readLog } = createMailWorker(api);
const REASON = 'The member has no email.';

const SELLERS = {
  administrator: admin,
  'regional manager': await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] }),
  'user of one hotel': await createUser(db, {
    level: 'property',
    codes: ['STORE_TRANSACTION', 'STORE_MEMBER', 'VIEW_MEMBER'],
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
  }),
};

async function sellWithoutEmail(token = admin.token) {
  const email = noEmailAddress(`zq-${randomUUID()}`);
  const reply = await fixtures.sell({ member: await fixtures.createGuestInput({ email }) }, { token });
  expect(reply.status, reply.text).toBe(201);
  return { email, ...reply.body.data };
}

describe('a guest without an email', () => {
  test.each(Object.entries(SELLERS))(
    'is sold to by the $0; the mail is skipped, with its reason',
    async (_, seller) => {
      const sales = [await sellWithoutEmail(seller.token), await sellWithoutEmail(seller.token)];
      expect(await deliver()).toEqual([]);
      for (const { email } of sales)
        expect(await readLog(email)).toMatchObject([
          { mail_type: 'welcome', delivery_status: 'skipped', message: REASON },
        ]);
    },
  );

  test('gets no mail that staff send manually, and the reason is shown', async () => {
    const { member, transaction } = await sellWithoutEmail();
    const send = (path: string, body = {}) => call(app, admin.token, 'POST', `/api/${path}`, { body });
    for (const reply of [
      await send(`member/${member.id}/mail`, { mail_type: 'welcome' }),
      await send(`transaction/${transaction.id}/mail`),
      await send(`transaction/${transaction.id}/receipt/mail`),
    ]) {
      expectError(reply, 409, 'conflict');
      expect(reply.text).toContain(REASON);
    }
    const path = `/api/member/${member.id}/overview`;
    const { mails } = (await call<{ data: MemberOverview }>(app, admin.token, 'GET', path)).body.data;
    expect(new Set(mails?.map(({ reason }) => reason))).toEqual(new Set([REASON]));
    expect(await deliver()).toEqual([]);
  });

  test('is not found by the placeholder, but by a filter', async () => {
    const { email, member } = await sellWithoutEmail();
    const [shortPart = '', part = ''] = email.split('-');
    const get = <Body>(path: string, query: Record<string, string | number>) =>
      call<Body>(app, admin.token, 'GET', `/api/${path}?${queryString(query)}`);
    for (const text of [email, part, shortPart, 'no-email.invalid']) {
      const ids = (await get<{ data: { id: number }[] }>('member', { search: text })).body.data.map(({ id }) => id);
      expect(ids, text).not.toContain(member.id);
      const { members } = (await get<{ data: { members: { id: number }[] } }>('search', { q: text })).body.data;
      expect(
        members.map(({ id }) => id),
        text,
      ).not.toContain(member.id);
    }
    const desk = await get<{ data: { guests: unknown[] } }>('voucher_redeem/counter', {
      q: email,
      hotel_id: fixtures.h1,
    });
    expect(desk.body.data.guests).toEqual([]);
    expect((await get<{ data: unknown[] }>('member/duplicates', { email })).body.data).toEqual([]);
    const found = await get<{ data: { members: unknown[] } }>('search', { q: String(member['phone_no']) });
    expect(found.body.data.members).toMatchObject([{ id: member.id, email: null }]);
    const filtered = await get<{ data: { id: number }[] }>('member', { 'filter[email][end]': '@no-email.invalid' });
    expect(filtered.body.data.map(({ id }) => id)).toContain(member.id);
  });

  test('is exported with the placeholder, so that the file can be imported again', async () => {
    const { email, member } = await sellWithoutEmail();
    const query = queryString({ format: 'csv', columns: 'id,email', 'filter[id][eq]': member.id });
    const [heading, ...rows] = csvRows(await download(app, admin.token, `/api/member/export?${query}`));
    expect(rows).toEqual([[String(member.id), email]]);
    const file = csvFile([[...(heading ?? []), 'Hobby'], ...rows.map((cells) => [...cells, 'Diving'])]);
    const reply = await upload(app, admin.token, 'member', file);
    expect(reply.status, reply.text).toBe(201);
  });

  test('gets mails once an address is entered', async () => {
    const { member } = await sellWithoutEmail();
    const path = `/api/member/${member.id}`;
    await call(app, admin.token, 'POST', path, { body: { email: 'now.reachable@example.test' } });
    await call(app, admin.token, 'POST', `${path}/mail`, { body: { mail_type: 'welcome' } });
    expect((await deliver()).map(({ to }) => to)).toEqual([['now.reachable@example.test']]);
  });
});
