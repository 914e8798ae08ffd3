import { setTimeout } from 'node:timers/promises';
import type { Db } from '@innkeeper/db';
import { type IntegrationWorkload, createBill, integrationWorkloads, createWrite } from './integration-workloads.ts';
import { call, loadHttp, reserveNumbers } from './measure.ts';
import { createIntegration } from './app.ts';
import { type Row, formatMeasurements } from './row.ts';
import { type Scale, readContext, withScale } from './scale.ts';
import { pickBestRound } from './statistics.ts';
import type { IntegrationContext } from './workload.ts';

const ROUNDS = 3;
/** Bills per batch: the maximum of a call. */
const BATCH_SIZE = 1_000;
/** Concurrent batches. */
const MAX_CONCURRENT = 2;
const BATCH_VISITS_PER_SECOND = 1_500;

interface LoadOptions {
  readonly address: string;
  readonly token: string;
  readonly seconds: number;
}

/**
 * Measures the calls of a hotel's own system over HTTP: finding guests, posting bills one by one and in batches,
 * redeeming vouchers.
 */
export const measureIntegration = (scale: Scale, seconds: number): Promise<Row[]> =>
  withScale(scale, async ({ address }, db) => {
    const context = await readContext(db);
    const load = { address, token: await createIntegration(address, context.system.hotelId), seconds };
    const rows: Row[] = [];
    for (const workload of integrationWorkloads) {
      console.log(`  ${workload.label} …`);
      await waitForMails(db);
      const connections = 'limitMs' in workload.target ? 1 : 16;
      const rounds = [];
      for (let n = 0; n < ROUNDS; n += 1)
        rounds.push(await loadHttp({ ...load, workload: workload.name, context, connections }));
      rows.push(toRow(workload, pickBestRound(rounds)));
    }
    console.log('  integration: batches …');
    await waitForMails(db);
    return [...rows, await measureBatches(load, context.system)];
  });

/**
 * Waits until the previous workload's mails to guests are sent, so that the next workload is measured only with its own
 * mails.
 */
async function waitForMails(db: Db): Promise<void> {
  const statement = {
    sql: `select exists (select from mail_request)
            or exists (select from graphile_worker.jobs where attempts = 0) as is_sending`,
    parameters: [],
  };
  while ((await db.read<{ is_sending: boolean }>(statement))[0]?.is_sending) await setTimeout(500);
}

function toRow({ name, label, target }: IntegrationWorkload, metrics: ReturnType<typeof pickBestRound>): Row {
  if (metrics.failures > 0) throw new Error(`${name}: ${metrics.failures} requests failed`);
  const row = { name, result: formatMeasurements(metrics), unit: 'ms' } as const;
  return 'limitMs' in target
    ? { ...row, work: `${label}; one at a time`, value: metrics.p95, target: target.limitMs }
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
  let maxPerSecond = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    let created = 0;
    const send = async (): Promise<void> => {
      while (performance.now() - startedAt < seconds * 1000) {
        const first = reserveNumbers(BATCH_SIZE);
        const visits = Array.from({ length: BATCH_SIZE }, (_, i) => createBill(system, first + i));
        const text = await call(address, token, createWrite('visits/batch', { visits }));
        const { meta } = JSON.parse(text) as { meta: { created: number } }; // the documented response
        if (meta.created !== BATCH_SIZE) throw new Error(`A batch was not accepted: ${text.slice(0, 500)}`);
        created += meta.created;
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, send));
    maxPerSecond = Math.max(maxPerSecond, created / ((performance.now() - startedAt) / 1000));
  }
  return {
    name: 'integration-batch',
    work: `integration: a visit of a batch of ${BATCH_SIZE.toLocaleString('en')}: ${BATCH_VISITS_PER_SECOND.toLocaleString('en')} a second, one process`,
    result: `${Math.round(maxPerSecond).toLocaleString('en')} visits/s, ${MAX_CONCURRENT} batches at a time`,
    value: 1000 / maxPerSecond,
    unit: 'ms',
    target: 1000 / BATCH_VISITS_PER_SECOND,
  };
}
