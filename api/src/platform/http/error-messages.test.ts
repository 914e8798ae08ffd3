import { type ErrorCode, type Label, errors, getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type Method, type Reply, call } from '../../testing/call.ts';
import { type ErrorResponse, expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { toApiError } from './error-handler.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const region = getResource('region');

describe('the language of errors', () => {
  const requestInBothLanguages = async (
    send: (headers: Record<string, string>) => Promise<Reply<unknown>>,
  ): Promise<[ErrorResponse, ErrorResponse]> => {
    const [en, id] = [
      await send({ 'accept-language': 'en' }),
      await send({ 'accept-language': 'id-ID,id;q=0.9,en;q=0.8' }),
    ];
    expect(en.status).toBe(id.status);
    return [expectError(en, en.status), expectError(id, id.status)];
  };

  test('is the requested one, in the message and at every field', async () => {
    const { id } = await inputs.create(region);
    const deletedRegion = await inputs.create(region);
    await call(app, admin.token, 'DELETE', `/api/region/${deletedRegion.id}`);
    const reservedOptions = await call<{ data: { id: number }[] }>(
      app,
      admin.token,
      'GET',
      '/api/option_detail?filter[option.slug][exact]=renewal-window',
    );
    await inputs.create(getResource('country'), { region_id: id });
    const unprivilegedUser = await createUser(db, { level: 'group', codes: [] });
    const requests: readonly (readonly [ErrorCode, string | null, Method, string, object?])[] = [
      ['unauthenticated', null, 'GET', '/api/region'],
      ['forbidden', unprivilegedUser.token, 'GET', '/api/users'],
      ['record_not_found', admin.token, 'GET', '/api/region/999999999'],
      ['conflict', admin.token, 'POST', `/api/region/${deletedRegion.id}`, { name: 'x' }],
      ['conflict', admin.token, 'DELETE', `/api/option_detail/${reservedOptions.body.data[0]?.id}`],
      ['in_use', admin.token, 'DELETE', `/api/region/${id}`],
      ['validation_failed', admin.token, 'POST', '/api/region', { code: 1, name: '', x: 1 }],
      ['validation_failed', admin.token, 'POST', '/api/region/destroyBulk', { ids: [] }],
      ['validation_failed', admin.token, 'GET', '/api/region?page=0&sort=x&filter[id][contains]=1'],
      ['too_large', admin.token, 'POST', '/api/region', { name: 'x'.repeat(1024 * 1024) }],
      ['bad_request', admin.token, 'POST', '/api/region', []],
    ];
    for (const [code, token, method, url, body] of requests) {
      const [en, ind] = await requestInBothLanguages((headers) =>
        call(app, token, method, url, { ...(body && { body }), headers }),
      );
      expect([en.error, ind.error], url).toEqual([code, code]);
      expect(ind.message, `${code} ${url}`).not.toBe(en.message);
      expect(Object.keys(ind.errors ?? {})).toEqual(Object.keys(en.errors ?? {}));
      for (const [field, texts] of Object.entries(ind.errors ?? {}))
        if (field !== 'ids' || code === 'validation_failed') expect(texts, field).not.toEqual(en.errors?.[field]);
    }
  });

  test('does not change the specification’s own texts', async () => {
    for (const [url, method, code] of [
      ['/api/nonsense', 'GET', 'route_not_found'],
      ['/api/region', 'PUT', 'method_not_allowed'],
    ] as const) {
      const [en, ind] = await requestInBothLanguages((headers) => call(app, admin.token, method, url, { headers }));
      const text: Label = errors[code];
      expect([en.message, ind.message]).toEqual([text.en, text.id]);
    }
  });
});

test('distinguishes a broken client connection from a broken database connection', () => {
  const createConnectionError = (properties: object) =>
    toApiError(Object.assign(new Error('aborted'), { code: 'ECONNRESET', ...properties }));
  expect(createConnectionError({ statusCode: 400 }).code).toBe('bad_request');
  expect(createConnectionError({}).code).toBe('unavailable');
});

test('reports exhausted connections as overload, not as an unreachable database', () => {
  const messageFor = (text: string) => toApiError(new Error(text)).label.en;
  expect(messageFor('timeout exceeded when trying to connect')).toBe('The server is busy. Try again in a moment.');
  expect(messageFor('Connection terminated due to connection timeout')).toBe(errors.unavailable.en);
  expect(messageFor('timeout expired')).toBe(errors.unavailable.en);
});
