import { resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createSystem } from '../../testing/system.ts';
import { createUser } from '../../testing/user.ts';
import { startWebhooks } from './webhook-helpers.ts';

/**
 * A receiver gets only records that its integration's hotel may see. Only a user who sees the whole group can create a
 * webhook for the whole group.
 */

const { api, app, db, admin, fixtures, hook, messagesTo, typesOf, memberOf, done, request } = await startWebhooks();
const system = await createSystem(api, fixtures.h1);
const { id: group } = await hook();
const { id: here } = await hook({ integration_id: system.id });
const seen = async () => [typesOf(await messagesTo(here)), typesOf(await messagesTo(group))];
const clerk = await createUser(db, {
  level: 'property',
  codes: ['VIEW_INTEGRATION', 'STORE_INTEGRATION', 'UPDATE_INTEGRATION'],
  assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
});
const asClerk = (method: 'GET' | 'POST', path: string, body?: object) =>
  call<{ data: Record<string, unknown>[]; errors: Record<string, string[]> }>(
    app,
    clerk.token,
    method,
    `/api/${path}`,
    body && { body },
  );

test('members, cards and sales of other hotels are sent to the group only', async () => {
  await memberOf({ hotel_id: fixtures.h2, register_hotel_id: fixtures.h2 });
  expect(await seen()).toEqual([[], ['member.created']]);
  await memberOf({ hotel_id: fixtures.h2, register_hotel_id: fixtures.h1 });
  expect(await seen()).toEqual([['member.created'], ['member.created']]);
  await fixtures.sell({ hotel_id: fixtures.h2 });
  const [mine, all] = await seen();
  expect(mine).toEqual([]);
  expect(all).toEqual(expect.arrayContaining(['card.issued', 'sale.made']));
});

test('a visit is sent to its own hotel, with only the name of another hotel’s guest', async () => {
  const { id, first_name, email } = await memberOf({ hotel_id: fixtures.h2, register_hotel_id: fixtures.h2 });
  await seen();
  const visit = { member_id: id, reference_no: 'F-1', total_fb: '1', staff_name: 'Till', hotel_id: fixtures.h1 };
  await done('POST', 'visit', visit);
  const [message, ...more] = await messagesTo(here);
  expect(more).toEqual([]);
  expect(message).toMatchObject({ type: 'visit.posted', data: { member: { id } } });
  expect(JSON.stringify(message)).toContain(String(first_name));
  expect(JSON.stringify(message)).not.toContain(String(email));
  await done('POST', 'visit', { ...visit, hotel_id: fixtures.h2, reference_no: 'F-2' });
  expect(typesOf(await messagesTo(here))).toEqual([]);
});

test.each([
  ['is deactivated', { is_active: 0 }],
  ['has expired', { end_date: '2020-01-01' }],
])('an integration that $0 receives nothing', async (_, change) => {
  const ended = await createSystem(api, fixtures.h1);
  const { id } = await hook({ integration_id: ended.id });
  await done('POST', `integration/${ended.id}`, change);
  await memberOf();
  expect(typesOf(await messagesTo(id))).toEqual([]);
});

test('a user of some hotels creates and sees only webhooks of visible integrations, and their messages', async () => {
  const body = { name: 'Mine', url: 'https://pms.hotel.example/', is_active: 1 };
  expectInvalid(await asClerk('POST', 'webhook', body), 'integration_id');
  const elsewhere = await createSystem(api, fixtures.h2);
  expectInvalid(await asClerk('POST', 'webhook', { ...body, integration_id: elsewhere.id }), 'integration_id');
  expect((await asClerk('POST', 'webhook', { ...body, integration_id: system.id })).status).toBe(201);
  expectInvalid(await asClerk('POST', `webhook/${here}`, { integration_id: null }), 'integration_id');
  expect((await asClerk('POST', `webhook/${group}`, { name: 'Theirs' })).status).toBe(404);
  await memberOf();
  await messagesTo(here);
  const { body: list } = await asClerk('GET', 'webhook_delivery?per_page=100');
  expect(new Set(list.data.map((d) => d.webhook_id))).toEqual(new Set([here]));
  const of = (hookId: number) =>
    request<{ data: { id: number }[] }>('GET', `webhook_delivery?webhook_id=${hookId}`).then((r) => r.body.data[0]?.id);
  expect((await asClerk('POST', `webhook_delivery/${await of(group)}/resend`)).status).toBe(404);
  expect((await asClerk('POST', `webhook_delivery/${await of(here)}/resend`)).status).toBe(200);
});

test('the secret is only in the responses that create it', async () => {
  const { id, secret } = await hook();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const replaced = (await done<{ data: { secret: string } }>('POST', `webhook/${id}/token`)).data.secret;
  const list = await request('GET', 'webhook');
  const history = await request('GET', `webhook/${id}/history`);
  for (const { text } of [list, history, await request('GET', `webhook/${id}`)]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(replaced);
  }
  const own = await call(app, admin.token, 'POST', `/api/webhook/${id}`, {
    body: { secret: `whsec_${'a'.repeat(43)}=` },
  });
  expect(own.status).toBe(200); // computed, so that it is ignored
  expect(resources.webhook.fields.secret.computed).toBe(true);
});
