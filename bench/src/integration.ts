import { setTimeout } from 'node:timers/promises';
import type { Db } from '@innkeeper/db';
import { type IntegrationWorkload, bill, integrationWorkloads, write } from './integration-workloads.ts';
import { call, loadHttp, numbers } from './measure.ts';
import { createIntegration, startApp } from './app.ts';
import { type Row, formatMeasurements } from './row.ts';
import { type Scale, readContext, withDatabase, withServer } from './scale.ts';
import { best } from './statistics.ts';
import type { IntegrationContext } from './workload.ts';

const ROUNDS = 3;
/** Bills per batch: the most that a call accepts. */
const BATCH = 1_000;
/** Concurrent batches. */
const MAX_CONCURRENT = 2;
const BATCH_VISITS_PER_SECOND = 1_500;

interface LoadOptions {
  readonly address: string;
  readonly token: string;
  readonly seconds: number;
}

/**
 * Measures a hotel's own system over HTTP: it finds guests, posts bills one by one and in batches, and redeems
 * vouchers.
 */
export function measureIntegration({ dataDir }: Scale, seconds: number): Promise<Row[]> {
  return withServer(dataDir, {}, async (url) => {
    const context = await withDatabase(url, readContext);
    const app = await startApp({ DATABASE_URL: url, DEMO: '0' });
    try {
      const { address } = app;
      const load = { address, token: await createIntegration(address, context.system.hotelId), seconds };
      const rows: Row[] = [];
      for (const workload of integrationWorkloads) {
        console.log(`  ${workload.label} …`);
        await withDatabase(url, waitForMails);
        const connections = 'within' in workload.target ? 1 : 16;
        const rounds = [];
        for (let n = 0; n < ROUNDS; n += 1)
          rounds.push(await loadHttp({ ...load, workload: workload.name, context, connections }));
        rows.push(rowOf(workload, best(rounds)));
      }
      console.log('  integration: batches …');
      await withDatabase(url, waitForMails);
      return [...rows, await measureBatches(load, context.system)];
    } finally {
      await app.stop();
    }
  });
}

/**
 * Waits until the mails to guests from the previous workload are sent, so that the next one is measured with its own
 * mails only.
 */
async function waitForMails(db: Db): Promise<void> {
  const statement = {
    sql: 'select exists (select from mail_request) or exists (select from graphile_worker.jobs where attempts = 0) as wait',
    parameters: [],
  };
  while ((await db.read<{ wait: boolean }>(statement))[0]?.wait) await setTimeout(500);
}

function rowOf({ name, label, target }: IntegrationWorkload, metrics: ReturnType<typeof best>): Row {
  if (metrics.failures > 0) throw new Error(`${name}: ${metrics.failures} requests failed`);
  const row = { name, result: formatMeasurements(metrics), floor: '', unit: 'ms' } as const;
  return 'within' in target
    ? { ...row, work: `${label}; one at a time`, value: metrics.p95, target: target.within }
    : {
        ...row,
        work: `${label}: ${target.perSecond} a second, one process`,
        value: 1000 / metrics.perSecond,
        target: 1000 / target.perSecond,
      };
}

/**
 * Posts batches of new bills, a few at a time. Takes the best of several rounds, in which every bill must be accepted.
 */
async function measureBatches({ address, token, seconds }: LoadOptions, system: IntegrationContext): Promise<Row> {
  let most = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    let created = 0;
    const send = async (): Promise<void> => {
      while (performance.now() - started < seconds * 1000) {
        const first = numbers(BATCH);
        const visits = Array.from({ length: BATCH }, (_, i) => bill(system, first + i));
        const { text } = await call(address, token, write('visits/batch', { visits }));
        const { meta } = JSON.parse(text) as { meta: { created: number } }; // the documented response
        if (meta.created !== BATCH) throw new Error(`A batch was not accepted: ${text.slice(0, 500)}`);
        created += meta.created;
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, send));
    most = Math.max(most, created / ((performance.now() - started) / 1000));
  }
  return {
    name: 'integration-batch',
    work: `integration: a visit of a batch of ${BATCH.toLocaleString('en')}: ${BATCH_VISITS_PER_SECOND.toLocaleString('en')} a second, one process`,
    result: `${Math.round(most).toLocaleString('en')} visits/s, ${MAX_CONCURRENT} batches at a time`,
    floor: '',
    value: 1000 / most,
    unit: 'ms',
    target: 1000 / BATCH_VISITS_PER_SECOND,
  };
}
