import { describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { createServer } from '../../server.ts';
import { call } from '../../testing/call.ts';
import { startWebhooks } from './test-webhooks.ts';

/** The addresses to which a webhook may lead, as they are typed. */

const { api, db, admin, ask } = await startWebhooks();
const config = { ...readConfig({ LOG_LEVEL: 'error', DATA_DIR: api.dataDir }), isDemo: false };
/** A server whose operator lists nothing. */
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
  ])('private, without TLS or no address is refused: $0', async (url) => {
    const reply = await call<{ errors: object }>(strict, admin.token, 'POST', '/api/webhook', { body: body(url) });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['url']]);
  });

  test('that the operator lists is taken, when it is made and when it is changed', async () => {
    const made = await ask<{ data: { id: number } }>('POST', 'webhook', body('http://127.0.0.1:9/in'));
    expect(made.status, made.text).toBe(201);
    const change = (url: string) => ask('POST', `webhook/${made.body.data.id}`, { url });
    expect((await change('http://10.1.2.3/')).status).toBe(422);
    expect((await change('https://pms.hotel.example/')).status).toBe(200);
  });
});
