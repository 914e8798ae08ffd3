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

const { api, app, db, admin, fixtures, createWebhook, readMessages, typesOf, createMember, requestOk, request } =
  await startWebhooks();
const system = await createSystem(api, fixtures.h1);
const { id: group } = await createWebhook();
const { id: ownHookId } = await createWebhook({ integration_id: system.id });
const readTypes = async () => [typesOf(await readMessages(ownHookId)), typesOf(await readMessages(group))];
const clerk = await createUser(db, {
  level: 'property',
  codes: ['VIEW_INTEGRATION', 'STORE_INTEGRATION', 'UPDATE_INTEGRATION'],
  assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
});
const callAsClerk = (method: 'GET' | 'POST', path: string, body?: object) =>
  call<{ data: Record<string, unknown>[]; errors: Record<string, string[]> }>(
    app,
    clerk.token,
    method,
    `/api/${path}`,
    body && { body },
  );

test('members, cards and sales of other hotels are sent to the group only', async () => {
  await createMember({ hotel_id: fixtures.h2, register_hotel_id: fixtures.h2 });
  expect(await readTypes()).toEqual([[], ['member.created']]);
  await createMember({ hotel_id: fixtures.h2, register_hotel_id: fixtures.h1 });
  expect(await readTypes()).toEqual([['member.created'], ['member.created']]);
  await fixtures.sell({ hotel_id: fixtures.h2 });
  const [ownTypes, groupTypes] = await readTypes();
  expect(ownTypes).toEqual([]);
  expect(groupTypes).toEqual(expect.arrayContaining(['card.issued', 'sale.made']));
});

test('a visit is sent to its own hotel, with only the name of another hotel’s guest', async () => {
  const { id, first_name, email } = await createMember({ hotel_id: fixtures.h2, register_hotel_id: fixtures.h2 });
  await readTypes();
  const visit = { member_id: id, reference_no: 'F-1', total_fb: '1', staff_name: 'Till', hotel_id: fixtures.h1 };
  await requestOk('POST', 'visit', visit);
  const [message, ...otherMessages] = await readMessages(ownHookId);
  expect(otherMessages).toEqual([]);
  expect(message).toMatchObject({ type: 'visit.posted', data: { member: { id } } });
  expect(JSON.stringify(message)).toContain(String(first_name));
  expect(JSON.stringify(message)).not.toContain(String(email));
  await requestOk('POST', 'visit', { ...visit, hotel_id: fixtures.h2, reference_no: 'F-2' });
  expect(typesOf(await readMessages(ownHookId))).toEqual([]);
});

test.each([
  ['is deactivated', { is_active: 0 }],
  ['has expired', { end_date: '2020-01-01' }],
])('an integration that $0 receives nothing', async (_, change) => {
  const otherSystem = await createSystem(api, fixtures.h1);
  const { id } = await createWebhook({ integration_id: otherSystem.id });
  await requestOk('POST', `integration/${otherSystem.id}`, change);
  await createMember();
  expect(typesOf(await readMessages(id))).toEqual([]);
});

test('a user of some hotels creates and sees only webhooks of visible integrations, and their messages', async () => {
  const body = { name: 'Mine', url: 'https://pms.hotel.example/', is_active: 1 };
  expectInvalid(await callAsClerk('POST', 'webhook', body), 'integration_id');
  const otherSystem = await createSystem(api, fixtures.h2);
  expectInvalid(await callAsClerk('POST', 'webhook', { ...body, integration_id: otherSystem.id }), 'integration_id');
  expect((await callAsClerk('POST', 'webhook', { ...body, integration_id: system.id })).status).toBe(201);
  expectInvalid(await callAsClerk('POST', `webhook/${ownHookId}`, { integration_id: null }), 'integration_id');
  expect((await callAsClerk('POST', `webhook/${group}`, { name: 'Theirs' })).status).toBe(404);
  await createMember();
  await readMessages(ownHookId);
  const { body: list } = await callAsClerk('GET', 'webhook_delivery?per_page=100');
  expect(new Set(list.data.map((d) => d.webhook_id))).toEqual(new Set([ownHookId]));
  const findDelivery = (hookId: number) =>
    request<{ data: { id: number }[] }>('GET', `webhook_delivery?webhook_id=${hookId}`).then((r) => r.body.data[0]?.id);
  expect((await callAsClerk('POST', `webhook_delivery/${await findDelivery(group)}/resend`)).status).toBe(404);
  expect((await callAsClerk('POST', `webhook_delivery/${await findDelivery(ownHookId)}/resend`)).status).toBe(200);
});

test('the secret is only in the responses that create it', async () => {
  const { id, secret } = await createWebhook();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const newSecret = (await requestOk<{ data: { secret: string } }>('POST', `webhook/${id}/token`)).data.secret;
  const list = await request('GET', 'webhook');
  const history = await request('GET', `webhook/${id}/history`);
  for (const { text } of [list, history, await request('GET', `webhook/${id}`)]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(newSecret);
  }
  const ownReply = await call(app, admin.token, 'POST', `/api/webhook/${id}`, {
    body: { secret: `whsec_${'a'.repeat(43)}=` },
  });
  expect(ownReply.status).toBe(200); // ignored, because it is computed
  expect(resources.webhook.fields.secret.computed).toBe(true);
});
