import { describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createServer } from '../../server.ts';
import { call } from '../../testing/call.ts';
import { startWebhooks } from './webhook-helpers.ts';

/** Addresses that are entered for a webhook. */

const { api, db, admin, request } = await startWebhooks();
const config = { ...readConfig({ LOG_LEVEL: 'error', DATA_DIR: api.dataDir }), isDemo: false };
/** A server whose operator allows no further addresses. */
const strictServer = await createServer({ config, db, clock: api.clock, outbox: async () => undefined });
const toBody = (url: string) => ({ name: 'PMS', url, is_active: 1 });

describe('an address', () => {
  test.each([
    'http://pms.hotel.example/',
    'https://10.1.2.3/',
    'https://[::ffff:169.254.169.254]/',
    'https://2130706433/',
    'https://user@pms.hotel.example/',
    'https://pms.hotel.example/#part',
    'ftp://pms.hotel.example/',
    'nonsense',
  ])('is rejected if it is private, without TLS or invalid: $0', async (url) => {
    const reply = await call<{ errors: object }>(strictServer, admin.token, 'POST', '/api/webhook', {
      body: toBody(url),
    });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['url']]);
  });

  test('is accepted on create and change if the operator lists it', async () => {
    const reply = await request<{ data: { id: number } }>('POST', 'webhook', toBody('http://127.0.0.1:9/in'));
    expect(reply.status, reply.text).toBe(201);
    const setUrl = (url: string) => request('POST', `webhook/${reply.body.data.id}`, { url });
    expect((await setUrl('http://10.1.2.3/')).status).toBe(422);
    expect((await setUrl('https://pms.hotel.example/')).status).toBe(200);
  });
});
