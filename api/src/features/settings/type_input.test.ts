import { getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { parseList, parseRecord, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const { token } = await createUser(db, { level: 'group' });
const d = getResource('type_input');
const path = '/api/type_input';
const post = (suffix: string, body: object) => call(app, token, 'POST', `${path}${suffix}`, { body });

describe('a system input type', () => {
  test('can be renamed, but not recoded or deleted', async () => {
    const types = parseList(d, await call(app, token, 'GET', path));
    expect(types.map(({ code }) => code)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    for (const { id } of types) {
      expect(parseWritten(await post(`/${id}`, { name: `Renamed ${id}` })).name).toBe(`Renamed ${id}`);
      expectInvalid(await post(`/${id}`, { code: 'else' }), 'code');
      // Mails of every database use some of the system input types.
      const rejections = ['conflict', 'in_use'];
      expect(rejections).toContain(expectError(await call(app, token, 'DELETE', `${path}/${id}`), 409).error);
      expect(rejections).toContain(expectError(await post('/destroyBulk', { ids: [id] }), 409).error);
      expect(parseRecord(d, await call(app, token, 'GET', `${path}/${id}`)).deleted_at).toBeNull();
    }
  });
});

test('a custom input type can be recoded and deleted', async () => {
  const { id } = parseWritten(await post('', { name: 'Colour', code: 'colour' }));
  expect(parseWritten(await post(`/${id}`, { code: 'color' })).code).toBe('color');
  expect((await call(app, token, 'DELETE', `${path}/${id}`)).status).toBe(200);
});
