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
const regional = await createUser(db, { level: 'region', assignments: [{ region_id: region }] });

const request = (body: { head?: string } = {}) =>
  call<{ data: ReconciliationRun | null }>(app, auditor.token, 'POST', '/api/audit/run', { body });
const last = async () =>
  (await call<{ data: ReconciliationRun | null }>(app, auditor.token, 'GET', '/api/audit/run')).body.data;

test('a reconciliation is queued, runs once by maintenance, and reports differences', async () => {
  expect(await last()).toBeNull();
  const requested = (await request()).body.data;
  expect(requested).toMatchObject({
    by: { id: auditor.id, username: auditor.username },
    ended_at: null,
    differences: null,
  });
  expect((await request()).body.data).toEqual(requested);
  await runReconciliations(db);
  expect(await last()).toMatchObject({ id: requested?.id, ended_at: expect.any(String), differences: [] });

  await sql`insert into row_count values ('visit', 0, 2, 0)`.execute(db.kysely);
  await request();
  await runReconciliations(db);
  expect((await last())?.differences).toMatchObject([
    { check: 'stored-counts', count: 1, rows: [{ resource: 'visit' }] },
  ]);
  await sql`insert into row_count values ('visit', 0, -2, 0)`.execute(db.kysely);
});

test('a reconciliation seals the log, and finds a saved head or reports it missing', async () => {
  const head = async () =>
    (await call<{ data: LogHead | null }>(app, auditor.token, 'GET', '/api/audit/head')).body.data;
  const compare = async (storedHead: string) => {
    const reply = await request({ head: storedHead });
    expect(reply.status, reply.text).toBe(200);
    await runReconciliations(db);
    return last();
  };
  await request();
  await runReconciliations(db);
  const storedHead = await head();
  const there = `${storedHead?.seal}-${storedHead?.hash}`;
  expect(await compare(there)).toMatchObject({
    stored_head: there,
    differences: [],
    head: { hash: expect.any(String) },
  });
  const other = `${storedHead?.seal}-${'0'.repeat(64)}`;
  expect(await compare(other)).toMatchObject({
    stored_head: other,
    differences: [{ check: 'log-heads', count: 1, rows: [{ resource: 'log_seal', id: storedHead?.seal }] }],
  });
  expectInvalid(await request({ head: 'something else' }), 'head');
});

test('a reconciliation is limited to users who see every hotel', async () => {
  expectError(await call(app, regional.token, 'GET', '/api/audit/head'), 403, 'forbidden');
  for (const method of ['GET', 'POST'] as const)
    expectError(
      await call(app, regional.token, method, '/api/audit/run', { ...(method === 'POST' && { body: {} }) }),
      403,
      'forbidden',
    );
});
