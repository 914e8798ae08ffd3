import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const { token } = await createUser(db, { level: 'group', codes: ['VIEW_REGION', 'DELETE_REGION', 'VIEW_ROLE_GROUP'] });

test.each([
  ['POST', '/healthz', 'GET, HEAD'],
  ['DELETE', '/readyz', 'GET, HEAD'],
  ['POST', '/openapi.json', 'GET, HEAD'],
  ['POST', '/sign-in.json', 'GET, HEAD'],
  ['GET', '/oauth/token', 'POST'],
  ['GET', '/auth/register', 'POST'],
  ['GET', '/api/password/email', 'POST'],
  ['PUT', '/api/region/choices', 'GET, HEAD'],
  ['DELETE', '/api/region/choices', 'GET, HEAD'],
  ['GET', '/api/region/destroyBulk', 'POST'],
  ['DELETE', '/api/region/destroyBulk', 'POST'],
  ['PUT', '/api/region/restoreBulk', 'POST'],
  ['POST', '/api/roles/1/restore', ''],
] as const)('%s %s returns a 405 that allows "%s"', async (method, path, allow) => {
  const reply = await call(app, token, method, path);
  expectError(reply, 405, 'method_not_allowed');
  expect(reply.headers.allow).toBe(allow);
});
