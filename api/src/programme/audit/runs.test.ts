import type { AuditRun } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createPlace } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { runAudits } from './runs.ts';

const { app, db } = await startTestApp();
const auditor = await createUser(db, { level: 'group', codes: ['VIEW_AUDIT'] });
const { region } = await createPlace(db, 2);
const regional = await createUser(db, { level: 'region', assignments: [{ region_id: region }] });

const ask = () => call<{ data: AuditRun | null }>(app, auditor.token, 'POST', '/api/audit/run', { body: {} });
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

test('an audit is for who sees every hotel', async () => {
  for (const method of ['GET', 'POST'] as const)
    expectError(
      await call(app, regional.token, method, '/api/audit/run', { ...(method === 'POST' && { body: {} }) }),
      403,
      'forbidden',
    );
});
