import { describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { createServer } from '../../server.ts';
import { call } from '../../testing/call.ts';
import { startWebhooks } from './webhook-helpers.ts';

/** Addresses to which a webhook may post, as entered. */

const { api, db, admin, request } = await startWebhooks();
const config = { ...readConfig({ LOG_LEVEL: 'error', DATA_DIR: api.dataDir }), isDemo: false };
/** A server whose operator allows no further addresses. */
const strict = await createServer({ config, db, clock: api.clock, outbox: async () => undefined });
const body = (url: string) => ({ name: 'PMS', url, is_active: 1 });

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
    const reply = await call<{ errors: object }>(strict, admin.token, 'POST', '/api/webhook', { body: body(url) });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['url']]);
  });

  test('is accepted on create and change if the operator lists it', async () => {
    const made = await request<{ data: { id: number } }>('POST', 'webhook', body('http://127.0.0.1:9/in'));
    expect(made.status, made.text).toBe(201);
    const change = (url: string) => request('POST', `webhook/${made.body.data.id}`, { url });
    expect((await change('http://10.1.2.3/')).status).toBe(422);
    expect((await change('https://pms.hotel.example/')).status).toBe(200);
  });
});
