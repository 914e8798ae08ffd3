import { resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createSystem } from '../../testing/system.ts';
import { createUser } from '../../testing/user.ts';
import { startWebhooks } from './test-webhooks.ts';

/** A receiver is told of the records that its integration's hotel may see; only a user who sees the whole group has the whole group told. */

const { api, app, db, admin, house, hook, told, typesOf, memberOf, done, ask } = await startWebhooks();
const system = await createSystem(api, house.h1);
const { id: group } = await hook();
const { id: here } = await hook({ integration_id: system.id });
const seen = async () => [typesOf(await told(here)), typesOf(await told(group))];
const clerk = await createUser(db, {
  level: 'property',
  codes: ['VIEW_INTEGRATION', 'STORE_INTEGRATION', 'UPDATE_INTEGRATION'],
  assignments: [{ region_id: house.r1, restrict_hotel_id: house.h1 }],
});
const asClerk = (method: 'GET' | 'POST', path: string, body?: object) =>
  call<{ data: Record<string, unknown>[]; errors: Record<string, string[]> }>(
    app,
    clerk.token,
    method,
    `/api/${path}`,
    body && { body },
  );

test('members, cards and sales of other hotels are told to the group alone', async () => {
  await memberOf({ hotel_id: house.h2, register_hotel_id: house.h2 });
  expect(await seen()).toEqual([[], ['member.created']]);
  await memberOf({ hotel_id: house.h2, register_hotel_id: house.h1 });
  expect(await seen()).toEqual([['member.created'], ['member.created']]);
  await house.sell({ hotel_id: house.h2 });
  const [mine, all] = await seen();
  expect(mine).toEqual([]);
  expect(all).toEqual(expect.arrayContaining(['card.issued', 'sale.made']));
});

test('a visit is told to its own hotel, whosever guest it was, and of the guest no more than the name', async () => {
  const { id, first_name, email } = await memberOf({ hotel_id: house.h2, register_hotel_id: house.h2 });
  await seen();
  const visit = { member_id: id, reference_no: 'F-1', total_fb: '1', staff_name: 'Till', hotel_id: house.h1 };
  await done('POST', 'visit', visit);
  const [message, ...more] = await told(here);
  expect(more).toEqual([]);
  expect(message).toMatchObject({ type: 'visit.posted', data: { member: { id } } });
  expect(JSON.stringify(message)).toContain(String(first_name));
  expect(JSON.stringify(message)).not.toContain(String(email));
  await done('POST', 'visit', { ...visit, hotel_id: house.h2, reference_no: 'F-2' });
  expect(typesOf(await told(here))).toEqual([]);
});

test.each([
  ['is switched off', { is_active: 0 }],
  ['has passed its last day', { end_date: '2020-01-01' }],
])('nothing is told for an integration that $0', async (_, change) => {
  const ended = await createSystem(api, house.h1);
  const { id } = await hook({ integration_id: ended.id });
  await done('POST', `integration/${ended.id}`, change);
  await memberOf();
  expect(typesOf(await told(id))).toEqual([]);
});

test('a user of some hotels makes and sees webhooks of integrations in sight, and their messages', async () => {
  const body = { name: 'Mine', url: 'https://pms.hotel.example/', is_active: 1 };
  expectInvalid(await asClerk('POST', 'webhook', body), 'integration_id');
  const elsewhere = await createSystem(api, house.h2);
  expectInvalid(await asClerk('POST', 'webhook', { ...body, integration_id: elsewhere.id }), 'integration_id');
  expect((await asClerk('POST', 'webhook', { ...body, integration_id: system.id })).status).toBe(201);
  expectInvalid(await asClerk('POST', `webhook/${here}`, { integration_id: null }), 'integration_id');
  expect((await asClerk('POST', `webhook/${group}`, { name: 'Theirs' })).status).toBe(404);
  await memberOf();
  await told(here);
  const { body: list } = await asClerk('GET', 'webhook_delivery?per_page=100');
  expect(new Set(list.data.map((d) => d.webhook_id))).toEqual(new Set([here]));
  const of = (hookId: number) =>
    ask<{ data: { id: number }[] }>('GET', `webhook_delivery?webhook_id=${hookId}`).then((r) => r.body.data[0]?.id);
  expect((await asClerk('POST', `webhook_delivery/${await of(group)}/resend`)).status).toBe(404);
  expect((await asClerk('POST', `webhook_delivery/${await of(here)}/resend`)).status).toBe(200);
});

test('the secret is in the answers that made it, and nowhere else', async () => {
  const { id, secret } = await hook();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const replaced = (await done<{ data: { secret: string } }>('POST', `webhook/${id}/token`)).data.secret;
  const list = await ask('GET', 'webhook');
  const history = await ask('GET', `webhook/${id}/history`);
  for (const { text } of [list, history, await ask('GET', `webhook/${id}`)]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(replaced);
  }
  const own = await call(app, admin.token, 'POST', `/api/webhook/${id}`, {
    body: { secret: `whsec_${'a'.repeat(43)}=` },
  });
  expect(own.status).toBe(200); // computed, so that it is ignored
  expect(resources.webhook.fields.secret.computed).toBe(true);
});
