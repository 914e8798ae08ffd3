import type { LogHead } from '@innkeeper/contract';
import type { ReconciliationRun } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createPlace } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { runReconciliations } from './runs.ts';

const { app, db } = await startTestApp();
const auditor = await createUser(db, { level: 'group', codes: ['VIEW_AUDIT'] });
const { region } = await createPlace(db, 2);
const regionalUser = await createUser(db, { level: 'region', assignments: [{ region_id: region }] });

const request = (body: { head?: string } = {}) =>
  call<{ data: ReconciliationRun | null }>(app, auditor.token, 'POST', '/api/audit/run', { body });
const readLastRun = async () =>
  (await call<{ data: ReconciliationRun | null }>(app, auditor.token, 'GET', '/api/audit/run')).body.data;

test('a reconciliation is queued, runs once by maintenance, and reports differences', async () => {
  expect(await readLastRun()).toBeNull();
  const run = (await request()).body.data;
  expect(run).toMatchObject({
    by: { id: auditor.id, username: auditor.username },
    ended_at: null,
    differences: null,
  });
  expect((await request()).body.data).toEqual(run);
  await runReconciliations(db);
  expect(await readLastRun()).toMatchObject({ id: run?.id, ended_at: expect.any(String), differences: [] });

  await sql`insert into row_count values ('visit', 0, 2, 0)`.execute(db.kysely);
  await request();
  await runReconciliations(db);
  expect((await readLastRun())?.differences).toMatchObject([
    { check: 'stored-counts', count: 1, rows: [{ resource: 'visit' }] },
  ]);
  await sql`insert into row_count values ('visit', 0, -2, 0)`.execute(db.kysely);
});

test('a reconciliation seals the log, and reports a saved head that is missing from it', async () => {
  const readHead = async () =>
    (await call<{ data: LogHead | null }>(app, auditor.token, 'GET', '/api/audit/head')).body.data;
  const reconcileWith = async (storedHead: string) => {
    const reply = await request({ head: storedHead });
    expect(reply.status, reply.text).toBe(200);
    await runReconciliations(db);
    return readLastRun();
  };
  await request();
  await runReconciliations(db);
  const storedHead = await readHead();
  const knownHead = `${storedHead?.seal}-${storedHead?.hash}`;
  expect(await reconcileWith(knownHead)).toMatchObject({
    stored_head: knownHead,
    differences: [],
    head: { hash: expect.any(String) },
  });
  const otherHead = `${storedHead?.seal}-${'0'.repeat(64)}`;
  expect(await reconcileWith(otherHead)).toMatchObject({
    stored_head: otherHead,
    differences: [{ check: 'log-heads', count: 1, rows: [{ resource: 'log_seal', id: storedHead?.seal }] }],
  });
  expectInvalid(await request({ head: 'something else' }), 'head');
});

test('a reconciliation is limited to users who see every hotel', async () => {
  expectError(await call(app, regionalUser.token, 'GET', '/api/audit/head'), 403, 'forbidden');
  for (const method of ['GET', 'POST'] as const)
    expectError(
      await call(app, regionalUser.token, method, '/api/audit/run', { ...(method === 'POST' && { body: {} }) }),
      403,
      'forbidden',
    );
});
