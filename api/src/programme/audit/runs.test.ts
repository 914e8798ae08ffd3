import type { LogHead } from '@innkeeper/contract';
import type { AuditRun } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createPlace } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { runAudits } from './runs.ts';

const { app, db } = await startTestApp();
const auditor = await createUser(db, { level: 'group', codes: ['VIEW_AUDIT'] });
const { region } = await createPlace(db, 2);
const regional = await createUser(db, { level: 'region', assignments: [{ region_id: region }] });

const ask = (body: { head?: string } = {}) =>
  call<{ data: AuditRun | null }>(app, auditor.token, 'POST', '/api/audit/run', { body });
const last = async () => (await call<{ data: AuditRun | null }>(app, auditor.token, 'GET', '/api/audit/run')).body.data;

test('an audit waits for the upkeep, which does it once, and says what differs', async () => {
  expect(await last()).toBeNull();
  const asked = (await ask()).body.data;
  expect(asked).toMatchObject({
    by: { id: auditor.id, username: auditor.username },
    ended_at: null,
    differences: null,
  });
  expect((await ask()).body.data).toEqual(asked);
  await runAudits(db);
  expect(await last()).toMatchObject({ id: asked?.id, ended_at: expect.any(String), differences: [] });

  await sql`insert into row_count values ('visit', 0, 2, 0)`.execute(db.kysely);
  await ask();
  await runAudits(db);
  expect((await last())?.differences).toMatchObject([
    { check: 'kept-counts', count: 1, rows: [{ resource: 'visit' }] },
  ]);
  await sql`insert into row_count values ('visit', 0, -2, 0)`.execute(db.kysely);
});

test('an audit seals the log, and finds a head that was kept, or finds it missing', async () => {
  const head = async () =>
    (await call<{ data: LogHead | null }>(app, auditor.token, 'GET', '/api/audit/head')).body.data;
  const compare = async (kept: string) => {
    const reply = await ask({ head: kept });
    expect(reply.status, reply.text).toBe(200);
    await runAudits(db);
    return last();
  };
  await ask();
  await runAudits(db);
  const kept = await head();
  const there = `${kept?.seal}-${kept?.hash}`;
  expect(await compare(there)).toMatchObject({ kept_head: there, differences: [], head: { hash: expect.any(String) } });
  const other = `${kept?.seal}-${'0'.repeat(64)}`;
  expect(await compare(other)).toMatchObject({
    kept_head: other,
    differences: [{ check: 'log-heads', count: 1, rows: [{ resource: 'log_seal', id: kept?.seal }] }],
  });
  expectInvalid(await ask({ head: 'something else' }), 'head');
});

test('an audit is for who sees every hotel', async () => {
  expectError(await call(app, regional.token, 'GET', '/api/audit/head'), 403, 'forbidden');
  for (const method of ['GET', 'POST'] as const)
    expectError(
      await call(app, regional.token, method, '/api/audit/run', { ...(method === 'POST' && { body: {} }) }),
      403,
      'forbidden',
    );
});
