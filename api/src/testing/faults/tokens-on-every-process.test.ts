import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createHotel, createBaseRecords } from '../base-records.ts';
import { shareDatabase } from './shared-database.ts';

/** Two servers on one database: a hotel's own system that is switched off at one is also switched off at the other. */

const { db, admin, start, startServer } = await shareDatabase();
const baseRecords = await createBaseRecords(db);

interface ResponseBody {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}
async function request(token: string, method: string, url: string, body?: object): Promise<ResponseBody> {
  const reply = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method !== 'GET' && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  });
  const { data = {} } = (await reply.json()) as { data?: ResponseBody['data'] }; // the contract's envelope
  return { status: reply.status, data };
}

test('a token revoked at one server is revoked at every other, and so are its hotel and its rights', async () => {
  const [firstServer, secondServer] = await Promise.all([startServer(), startServer()]);
  const callAsStaff = (method: string, path: string, body?: object) =>
    request(admin.token, method, `${firstServer.address}/api/${path}`, body);
  const createIntegration = async (hotel_id: number) => {
    const { status, data } = await callAsStaff('POST', 'integration', { hotel_id, name: 'PMS', is_active: 1 });
    expect(status).toBe(201);
    return { id: Number(data.id), token: String(data.access_token) };
  };
  const requestStatuses = async (token: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (const [method, path] of [
      ['GET', 'status'],
      ['GET', 'visits'],
      ['POST', 'visits'],
      ['DELETE', 'redemptions/1'],
    ] as const)
      statuses.push((await request(token, method, `${secondServer.address}/integration/v1/${path}`)).status);
    return statuses;
  };
  const SERVED_STATUSES = [200, 200, 422, 404];
  const EXPIRED_STATUSES = [401, 401, 401, 401];

  const hotel = await createHotel(db, baseRecords.country);
  const { id, token } = await createIntegration(hotel);
  const steps = [
    ['integration', id, { is_active: 0 }, { is_active: 1 }],
    ['integration', id, { end_date: '2020-01-01' }, { end_date: null }],
    ['hotel', hotel, { is_active: 0 }, { is_active: 1 }],
  ] as const;
  for (const [key, recordId, disable, enable] of steps) {
    expect(await requestStatuses(token), JSON.stringify(disable)).toEqual(SERVED_STATUSES);
    expect((await callAsStaff('POST', `${key}/${recordId}`, disable)).status).toBe(200);
    expect(await requestStatuses(token), JSON.stringify(disable)).toEqual(EXPIRED_STATUSES);
    expect((await callAsStaff('POST', `${key}/${recordId}`, enable)).status).toBe(200);
  }
  expect((await callAsStaff('POST', `integration/${id}`, { may_post_visits: 0 })).status).toBe(200);
  expect(await requestStatuses(token)).toEqual([200, 403, 403, 404]);
  expect((await callAsStaff('POST', `integration/${id}`, { may_post_visits: 1 })).status).toBe(200);

  const replaceReply = await callAsStaff('POST', `integration/${id}/token`);
  expect(await requestStatuses(token)).toEqual(EXPIRED_STATUSES);
  expect(await requestStatuses(String(replaceReply.data.access_token))).toEqual(SERVED_STATUSES);
  expect((await callAsStaff('DELETE', `integration/${id}`)).status).toBe(200);
  expect(await requestStatuses(String(replaceReply.data.access_token))).toEqual(EXPIRED_STATUSES);

  const lastIntegration = await createIntegration(hotel);
  expect(await requestStatuses(lastIntegration.token)).toEqual(SERVED_STATUSES);
  expect((await callAsStaff('DELETE', `hotel/${hotel}`)).status).toBe(200);
  expect(await requestStatuses(lastIntegration.token)).toEqual(EXPIRED_STATUSES);
  await Promise.all([firstServer.stop(), secondServer.stop()]);
});

test('the list shows calls, rejected calls and the last use, from any server', async () => {
  const [firstServer, secondServer] = await Promise.all([start(), start()]);
  const { data } = await request(admin.token, 'POST', `${firstServer.address}/api/integration`, {
    hotel_id: baseRecords.hotel,
    name: 'Till',
    is_active: 1,
  });
  const path = 'integration/v1/status';
  for (const server of [firstServer, secondServer]) {
    expect((await request(String(data.access_token), 'GET', `${server.address}/${path}`)).status).toBe(200);
    expect((await request(String(data.access_token), 'GET', `${server.address}/${path}?no=1`)).status).toBe(422);
  }
  await secondServer.stop();
  await firstServer.stop();
  const nextServer = await start();
  const reply = await fetch(`${nextServer.address}/api/integration?filter[id][eq]=${Number(data.id)}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(await reply.json()).toMatchObject({
    data: [{ calls_day: 4, failures_day: 2, last_used_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) }],
  });
  await nextServer.stop();
});
