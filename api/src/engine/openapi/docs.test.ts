import { gunzipSync } from 'node:zlib';
import { DARK_THEMES } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';

const { app } = await startTestApp();
const get = async (url: string) => (await app.inject({ method: 'GET', url })).body;

test('the pages of the API bear the name of the product alone, and are dark where the console is', async () => {
  const page = await get('/docs/');
  expect(page).toContain('<title>Innkeeper · API</title>');
  expect(page).not.toContain('favicon-32x32');
  expect(await get('/docs/static/theme/look.css')).toContain('.topbar { display: none }');
  expect(await get('/docs/static/theme/look.js')).toContain(JSON.stringify(DARK_THEMES));
  expect(await get('/docs/static/theme/mark.svg')).toContain('<svg');
  expect(await get('/docs/static/swagger-initializer.js')).toContain('"docExpansion":"none"');
});

test('the document comes packed to whoever takes that, by the address of the page, too', async () => {
  const ask = (url: string, encoding?: string) =>
    app.inject({ method: 'GET', url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });
  const plain = await ask('/openapi.json');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.json()).toMatchObject({ openapi: '3.1.0' });
  for (const encoding of ['gzip', 'br, gzip;q=0.8', 'deflate,gzip']) {
    const packed = await ask('/openapi.json', encoding);
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload);
    expect(packed.rawPayload.length).toBeLessThan(plain.payload.length / 8);
  }
  for (const encoding of ['br', 'gzip;q=0', 'identity'])
    expect((await ask('/openapi.json', encoding)).payload).toBe(plain.payload);
  expect(await ask('/docs/json')).toMatchObject({ statusCode: 302, headers: { location: '/openapi.json' } });
});
