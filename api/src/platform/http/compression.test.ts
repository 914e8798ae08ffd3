import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const { token } = await createUser(db, { level: 'group' });
const get = (url: string, acceptEncoding?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
    },
  });

describe('a response of the API', () => {
  test.each(['gzip', 'br, gzip;q=0.5', 'gzip, deflate, br, zstd'])(
    'is compressed for a client that sends: %s',
    async (value) => {
      const plain = await get('/api/option');
      const compressed = await get('/api/option', value);
      expect(compressed.headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-type': plain.headers['content-type'],
        'content-length': String(compressed.rawPayload.length),
        vary: 'accept-encoding',
      });
      expect(compressed.rawPayload.length * 3).toBeLessThan(plain.rawPayload.length);
      expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body);
    },
  );

  test.each([undefined, 'identity', 'br', 'gzip;q=0'])(
    'is not compressed for a client that sends: %s',
    async (value) => {
      const { headers, body } = await get('/api/option', value);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['vary']).toBe('accept-encoding');
      expect(() => void JSON.parse(body)).not.toThrow();
    },
  );

  test('is not compressed if it is short', async () => {
    const { headers } = await get('/api/region', 'gzip');
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('has the same headers without a body', async () => {
    const [read, head] = [await get('/api/option', 'gzip'), await get('/api/option', 'gzip', 'HEAD')];
    expect(head.statusCode).toBe(read.statusCode);
    expect(head.headers['content-encoding']).toBe('gzip');
    expect(head.headers['content-length']).toBe(read.headers['content-length']);
    expect(head.body).toBe('');
  });
});
