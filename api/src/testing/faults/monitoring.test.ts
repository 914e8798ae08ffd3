import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import packageJson from '../../../../package.json' with { type: 'json' };
import { shareDatabase } from './shared-database.ts';

/** What an operator watches: `/metrics`, the log, the alert rules and the board in docs/monitoring. */

const METRICS_TOKEN = 'twelve-quiet-lanterns';
const { db, url, admin, start } = await shareDatabase();
const DOCUMENTS = ['alerts.yml', 'grafana.json'].map((name) =>
  readFileSync(new URL(`../../../../docs/monitoring/${name}`, import.meta.url), 'utf8'),
);

async function readMetrics(address: string, token = METRICS_TOKEN): Promise<string> {
  const response = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.text();
}
/** Values of a metric by its labels, as it writes them. */
const valuesOf = (text: string, name: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => [
      labels,
      Number(value),
    ]),
  );

test('metrics count requests by route and status, and read connections, the queue and the jobs', async () => {
  // The standby is the primary itself, which serves no reading, but has its metrics.
  const server = await start({ METRICS_TOKEN, WORKER: '0', DATABASE_REPLICA_URL: url });
  const headers = { authorization: `Bearer ${admin.token}` };
  for (let i = 0; i < 3; i += 1) await fetch(`${server.address}/api/region/999999`, { headers });
  await fetch(`${server.address}/api/region`);
  await db.pool.query(`select graphile_worker.add_job('mail', '{}', run_at => now() - interval '100 seconds')`);

  const text = await readMetrics(server.address);
  const requests = valuesOf(text, 'innkeeper_http_request_duration_seconds_count');
  expect(Object.entries(requests)).toEqual(
    expect.arrayContaining([
      [expect.stringMatching(/method="GET",route="\/api\/region\/:id",status="404"/), 3],
      [expect.stringMatching(/route="\/api\/region",status="401"/), 1],
    ]),
  );
  expect(valuesOf(text, 'innkeeper_info')).toEqual({ [`{version="${packageJson.version}"}`]: 1 });
  expect(valuesOf(text, 'innkeeper_queue_jobs')).toEqual({ '{kind="mail",state="waiting"}': 1 });
  expect(valuesOf(text, 'innkeeper_queue_oldest_seconds')['{kind="mail"}']).toBeGreaterThanOrEqual(100);
  expect(valuesOf(text, 'innkeeper_database_connections')).toMatchObject({
    '{pool="people",state="used"}': expect.any(Number),
    '{pool="background",state="idle"}': expect.any(Number),
  });
  expect(valuesOf(text, 'innkeeper_replica_up')).toEqual({ '': 0 });
  expect(valuesOf(text, 'innkeeper_audit_log_bytes')['']).toBeGreaterThan(0);
  expect(Math.abs(valuesOf(text, 'innkeeper_clock_difference_seconds')[''] ?? Infinity)).toBeLessThan(2);

  // A board or a rule that asks for a metric which nobody serves would be silent for ever.
  const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? ''));
  const queried = new Set(
    DOCUMENTS.flatMap((document) => [...document.matchAll(/\b((?:innkeeper|nodejs|process)_\w+)/g)]).map(
      ([, name = '']) => name,
    ),
  );
  const unknown = [...queried].filter(
    (name) => !served.has(name) && !served.has(name.replace(/_(?:bucket|count|sum)$/, '')),
  );
  expect(unknown).toEqual([]);
  expect(queried.size).toBeGreaterThan(10);
  await server.stop();
});

test('metrics need the token, and do not exist without one', async () => {
  const server = await start({ METRICS_TOKEN, WORKER: '0' });
  for (const authorization of ['', 'Bearer wrong', `Bearer ${admin.token}`])
    expect((await fetch(`${server.address}/metrics`, { headers: { authorization } })).status).toBe(401);
  await server.stop();
  const otherServer = await start({ WORKER: '0' });
  const response = await fetch(`${otherServer.address}/metrics`, { headers: { accept: 'application/json' } });
  expect(await response.text()).not.toContain('innkeeper_');
  await otherServer.stop();
});

test('at info each request is a line, and a slow statement is one with its text and the request', async () => {
  const server = await start({ LOG_LEVEL: 'info', WORKER: '0' });
  const lines: Record<string, unknown>[] = [];
  createInterface({ input: server.child.stdout ?? process.stdin }).on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line) as Record<string, unknown>); // the greeting is no log line
  });
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query('lock table type_input in access exclusive mode');
  const pending = fetch(`${server.address}/api/type_input?search=Wijaya`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const countBlocked = async () =>
    (
      await db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  while ((await countBlocked()) === 0) await wait(20);
  await wait(1_100);
  await holder.query('rollback');
  holder.release();
  expect((await pending).status).toBe(200);
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  await server.stop();

  expect(lines.filter(({ route }) => route === '/readyz')).toEqual([]);
  const request = lines.find(({ msg, route }) => msg === 'request' && route === '/api/type_input');
  expect(request).toMatchObject({ method: 'GET', status: 200, user: admin.id, ms: expect.any(Number) });
  expect(JSON.stringify(lines)).not.toContain('Wijaya');
  const slowStatement = lines.find(({ msg }) => msg === 'a slow statement');
  expect(slowStatement).toMatchObject({ reqId: request?.['reqId'], statement: expect.stringContaining('type_input') });
});
