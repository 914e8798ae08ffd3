import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { INTEGRATION_PERMISSIONS } from '@innkeeper/contract';
import { testSeed } from '@innkeeper/contract/testing';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { type DescribedOperation, callsOf, readDocument } from '../../testing/openapi-document.ts';
import { createHostileRequests } from '../../testing/hostile-requests.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { allResources } from '../../testing/resources.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type NewUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/**
 * Random requests generated from the document: the server accepts valid ones and rejects invalid ones. It never
 * responds with a 5xx, and never takes more than two seconds. HOSTILE_REQUESTS sets their number; a large run measures
 * memory too.
 */
const REQUEST_COUNT = Number(process.env['HOSTILE_REQUESTS'] ?? 1500);
const IS_MEASURED = REQUEST_COUNT >= 10_000;
/** Number of requests generated at a time. */
const BATCH = 500;
/** Longest allowed response time, in milliseconds. */
const MAX_MS = 2000;
/**
 * How often a slow request is repeated: it only counts as slow if every attempt is slow, since other work on the
 * machine can delay one.
 */
const MEASURE_COUNT = 3;

const api = await startTestApp({
  isMailQueued: true,
  environment: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' },
});
const { app, db } = api;
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, await createUser(db, { level: 'group' }), baseRecords);
const document = await readDocument(app);
const calls = callsOf(document);

const kinds: readonly (NewUser | null)[] = [
  { level: 'group' },
  { level: 'group' },
  { level: 'region', assignments: [{ region_id: baseRecords.region }] },
  { level: 'property', assignments: [{ region_id: baseRecords.region, restrict_hotel_id: baseRecords.hotel }] },
  { level: 'property', codes: [] },
  null,
];

/** Dots in a path may lead to the console's page. It returns 503 until it is built, and tests do not build it. */
const isRoot = (url: string): boolean => URL.parse(url, 'http://innkeeper.test')?.pathname === '/';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void; // defined by --expose_gc
/** Memory in use, in MB. Memory reserved beyond that depends on the garbage collector. */
function measureMemory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

test(
  `${REQUEST_COUNT} random requests are accepted or rejected, and none causes a server error`,
  { timeout: 120_000 + REQUEST_COUNT * 60 },
  async () => {
    const valid = new Map<DescribedOperation, Input>();
    for (const [key, d] of allResources) {
      if (d.readOnly) continue;
      await inputs.create(d);
      for (const path of [`/api/${key}`, `/api/${key}/{id}`]) {
        const described = calls.find((item) => item.path === path && item.method === 'POST');
        if (described) valid.set(described, await inputs.createRequired(d));
      }
    }
    const people = await Promise.all(kinds.map(async (kind) => kind && createUser(db, kind)));
    const createWebsite = () => createSystem(api, baseRecords.hotel, {}, { codes: INTEGRATION_PERMISSIONS });
    let system = await createWebsite();
    const problems: string[] = [];
    const slowest: { ms: number; shown: string }[] = [];
    const statuses = new Map<number, number>();
    let idleMemory = 0;
    const seed = testSeed(20_261_125);
    for (let completed = 0; completed < REQUEST_COUNT; completed += BATCH) {
      const batch = fc.sample(createHostileRequests(calls, document, valid), {
        seed: seed + completed,
        numRuns: Math.min(BATCH, REQUEST_COUNT - completed),
      });
      for (const [n, { method, url, options }] of batch.entries()) {
        const userIndex = n % kinds.length;
        const isIntegrationCall = url.startsWith('/integration/');
        const headers = { ...(isIntegrationCall && { 'idempotency-key': randomUUID() }), ...options.headers };
        const send = async () => {
          const startedAt = performance.now();
          const token = isIntegrationCall && kinds[userIndex] ? system.token : people[userIndex]?.token;
          const { status, text } = await call(app, token ?? null, method, url, { ...options, headers });
          return { status, text, ms: performance.now() - startedAt };
        };
        const { status, text, ...first } = await send();
        let { ms } = first;
        for (let n = 1; ms > MAX_MS && n < MEASURE_COUNT; n += 1) ms = Math.min(ms, (await send()).ms);
        const description = `${method} ${url.slice(0, 300)} ${JSON.stringify(options.body instanceof Buffer ? options.body.toString('latin1') : options.body)?.slice(0, 1500)} ${JSON.stringify(options.headers)?.slice(0, 200)}`;
        if (status >= 500 && !(status === 503 && isRoot(url)))
          problems.push(`${status} ${description} ${text.slice(0, 300)}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (ms > MAX_MS) problems.push(`${Math.round(ms)} ms ${description}`);
        slowest.push({ ms, shown: description });
        // A request may have ended a session or revoked a permission: replace the affected user.
        const kind = kinds[userIndex];
        if (status === 401 && kind && isIntegrationCall) system = await createWebsite();
        else if (status === 401 && kind) people[userIndex] = await createUser(db, kind);
      }
      slowest.sort((a, b) => b.ms - a.ms).splice(10);
      if (completed === BATCH * 4) idleMemory = measureMemory();
    }
    expect(problems).toEqual([]);
    // Many of them get past the request parsers: 73 to 96 of 1,500, depending on the seed.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUEST_COUNT / 30);
    if (!IS_MEASURED) return;
    // Recent connections and responses are still being released.
    await expect.poll(() => measureMemory() - idleMemory).toBeLessThan(50);
    console.log(
      `${REQUEST_COUNT} requests: ${JSON.stringify(Object.fromEntries(statuses))}; memory ${Math.round(idleMemory)} MB, then ${Math.round(measureMemory() - idleMemory)} more`,
    );
    console.log(slowest.map(({ ms, shown }) => `${Math.round(ms)} ms ${shown.slice(0, 200)}`).join('\n'));
  },
);
