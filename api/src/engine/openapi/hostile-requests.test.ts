import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { type Described, callsOf, readDocument } from '../../testing/document.ts';
import { hostileRequests } from '../../testing/hostile-requests.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { allResources } from '../../testing/resources.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type NewUser, createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/**
 * Requests made by chance from the document: the server answers right ones, refuses wrong ones, and
 * breaks nowhere: no answer of 500 or above, none that takes more than two seconds. HOSTILE_REQUESTS says how many; of
 * many, memory is measured too.
 */
const COUNT = Number(process.env['HOSTILE_REQUESTS'] ?? 1500);
const IS_MEASURED = COUNT >= 10_000;
/** Requests that are made at once. */
const BATCH = 500;
/** Milliseconds that an answer may take. */
const LONGEST = 2000;
/** A slow request is asked this often: it is slow by itself if it is slow each time, and not because of other work on the machine. */
const MEASURES = 3;

const api = await startTestApp({
  isMailQueued: true,
  environment: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' },
});
const { app, db } = api;
const world = await createWorld(db);
const inputs = createInputs(api, await createUser(db, { level: 'group' }), world);
const document = await readDocument(app);
const calls = callsOf(document);

const kinds: readonly (NewUser | null)[] = [
  { level: 'group' },
  { level: 'group' },
  { level: 'region', assignments: [{ region_id: world.region }] },
  { level: 'property', assignments: [{ region_id: world.region, restrict_hotel_id: world.hotel }] },
  { level: 'property', codes: [] },
  null,
];

/** Dots in a path may lead to the page of the console, which answers 503 until it is built, and tests do not build it. */
const isRoot = (url: string): boolean => URL.parse(url, 'http://innkeeper.test')?.pathname === '/';

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void; // the flag puts it there
/** Memory held, in MB; memory that the process has asked of the machine beyond that follows the collector's habits. */
function memory(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

test(
  `${COUNT} requests made by chance are answered or refused, none breaks anything`,
  { timeout: 120_000 + COUNT * 60 },
  async () => {
    const valid = new Map<Described, Input>();
    for (const [key, d] of allResources) {
      if (d.readOnly) continue;
      await inputs.create(d);
      for (const path of [`/api/${key}`, `/api/${key}/{id}`]) {
        const described = calls.find((one) => one.path === path && one.method === 'POST');
        if (described) valid.set(described, await inputs.required(d));
      }
    }
    const people = await Promise.all(kinds.map(async (kind) => kind && createUser(db, kind)));
    let system = await createSystem(api, world.hotel);
    const faults: string[] = [];
    const slowest: { ms: number; shown: string }[] = [];
    const statuses = new Map<number, number>();
    let idle = 0;
    const seed = testSeed(20_261_125);
    for (let done = 0; done < COUNT; done += BATCH) {
      const batch = fc.sample(hostileRequests(calls, document, valid), {
        seed: seed + done,
        numRuns: Math.min(BATCH, COUNT - done),
      });
      for (const [n, { method, url, options }] of batch.entries()) {
        const who = n % kinds.length;
        const isSystems = url.startsWith('/integration/');
        const headers = { ...(isSystems && { 'idempotency-key': randomUUID() }), ...options.headers };
        const send = async () => {
          const began = performance.now();
          const token = isSystems && kinds[who] ? system.token : people[who]?.token;
          const { status, text } = await call(app, token ?? null, method, url, { ...options, headers });
          return { status, text, ms: performance.now() - began };
        };
        const { status, text, ...first } = await send();
        let { ms } = first;
        for (let n = 1; ms > LONGEST && n < MEASURES; n += 1) ms = Math.min(ms, (await send()).ms);
        const shown = `${method} ${url.slice(0, 300)} ${JSON.stringify(options.body instanceof Buffer ? options.body.toString('latin1') : options.body)?.slice(0, 1500)} ${JSON.stringify(options.headers)?.slice(0, 200)}`;
        if (status >= 500 && !(status === 503 && isRoot(url))) faults.push(`${status} ${shown} ${text.slice(0, 300)}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (ms > LONGEST) faults.push(`${Math.round(ms)} ms ${shown}`);
        slowest.push({ ms, shown });
        // Somebody was signed out, or lost a right: others take their place.
        const kind = kinds[who];
        if (status === 401 && kind && isSystems) system = await createSystem(api, world.hotel);
        else if (status === 401 && kind) people[who] = await createUser(db, kind);
      }
      slowest.sort((a, b) => b.ms - a.ms).splice(10);
      if (done === BATCH * 4) idle = memory();
    }
    expect(faults).toEqual([]);
    // Many of them come further than the parsers of requests.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(COUNT / 20);
    if (!IS_MEASURED) return;
    // Connections and answers of the last seconds are still being put away.
    await expect.poll(() => memory() - idle).toBeLessThan(50);
    console.log(
      `${COUNT} requests: ${JSON.stringify(Object.fromEntries(statuses))}; memory ${Math.round(idle)} MB, then ${Math.round(memory() - idle)} more`,
    );
    console.log(slowest.map(({ ms, shown }) => `${Math.round(ms)} ms ${shown.slice(0, 200)}`).join('\n'));
  },
);
