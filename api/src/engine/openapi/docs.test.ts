import { gunzipSync } from 'node:zlib';
import { DARK_THEMES } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';

const { app } = await startTestApp();
const get = async (url: string) => (await app.inject({ method: 'GET', url })).body;

test('the API pages show only the product name, and use the dark mode of the console', async () => {
  const page = await get('/docs/');
  expect(page).toContain('<title>Innkeeper · API</title>');
  expect(page).not.toContain('favicon-32x32');
  expect(await get('/docs/static/theme/look.css')).toContain('.topbar { display: none }');
  expect(await get('/docs/static/theme/look.js')).toContain(JSON.stringify(DARK_THEMES));
  expect(await get('/docs/static/theme/mark.svg')).toContain('<svg');
  expect(await get('/docs/static/swagger-initializer.js')).toContain('"docExpansion":"none"');
});

test('the document is compressed for clients that accept gzip, under the page URL too', async () => {
  const request = (url: string, encoding?: string) =>
    app.inject({ method: 'GET', url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });
  const plainReply = await request('/openapi.json');
  expect(plainReply.headers['content-encoding']).toBeUndefined();
  expect(plainReply.json()).toMatchObject({ openapi: '3.1.0' });
  for (const encoding of ['gzip', 'br, gzip;q=0.8', 'deflate,gzip']) {
    const compressedReply = await request('/openapi.json', encoding);
    expect(compressedReply.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(gunzipSync(compressedReply.rawPayload).toString()).toBe(plainReply.payload);
    expect(compressedReply.rawPayload.length).toBeLessThan(plainReply.payload.length / 8);
  }
  for (const encoding of ['br', 'gzip;q=0', 'identity'])
    expect((await request('/openapi.json', encoding)).payload).toBe(plainReply.payload);
  expect(await request('/docs/json')).toMatchObject({ statusCode: 302, headers: { location: '/openapi.json' } });
});
