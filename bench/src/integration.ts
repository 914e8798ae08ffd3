import { setTimeout } from 'node:timers/promises';
import type { Db } from '@innkeeper/db';
import { type SystemWorkload, bill, integrationWorkloads, write } from './integration-workloads.ts';
import { ask, loadHttp, numbers } from './measure.ts';
import { openSystem, startProgram } from './program.ts';
import { type Row, inWords } from './row.ts';
import { type Scale, readScene, withDatabase, withServer } from './scale.ts';
import { best } from './statistics.ts';
import type { SystemScene } from './workload.ts';

const ROUNDS = 3;
/** Bills of a batch: as many as a call takes. */
const BATCH = 1_000;
/** Batches under way at once. */
const AT_ONCE = 2;
const BATCHED_PER_SECOND = 1_500;

interface Load {
  readonly address: string;
  readonly token: string;
  readonly seconds: number;
}

/** A hotel's own system finds guests, posts bills one by one and in batches, and redeems, over HTTP. */
export function measureIntegration({ dataDir }: Scale, seconds: number): Promise<Row[]> {
  return withServer(dataDir, {}, async (url) => {
    const scene = await withDatabase(url, readScene);
    const program = await startProgram({ DATABASE_URL: url, DEMO: '0' });
    try {
      const { address } = program;
      const load = { address, token: await openSystem(address, scene.system.hotelId), seconds };
      const rows: Row[] = [];
      for (const workload of integrationWorkloads) {
        console.log(`  ${workload.label} …`);
        await withDatabase(url, mailsSent);
        const connections = 'within' in workload.target ? 1 : 16;
        const rounds = [];
        for (let n = 0; n < ROUNDS; n += 1)
          rounds.push(await loadHttp({ ...load, workload: workload.name, scene, connections }));
        rows.push(rowOf(workload, best(rounds)));
      }
      console.log('  integration: batches …');
      await withDatabase(url, mailsSent);
      return [...rows, await measureBatches(load, scene.system)];
    } finally {
      await program.stop();
    }
  });
}

/** Until the mails to guests that a workload has left behind are sent: the next one is measured without them, and with its own. */
async function mailsSent(db: Db): Promise<void> {
  const statement = {
    sql: 'select exists (select from mail_order) or exists (select from graphile_worker.jobs where attempts = 0) as wait',
    parameters: [],
  };
  while ((await db.read<{ wait: boolean }>(statement))[0]?.wait) await setTimeout(500);
}

function rowOf({ name, label, target }: SystemWorkload, figures: ReturnType<typeof best>): Row {
  if (figures.failures > 0) throw new Error(`${name}: ${figures.failures} requests failed`);
  const row = { name, figure: inWords(figures), floor: '', unit: 'ms' } as const;
  return 'within' in target
    ? { ...row, work: `${label}; one at a time`, value: figures.p95, target: target.within }
    : {
        ...row,
        work: `${label}: ${target.perSecond} a second, one process`,
        value: 1000 / figures.perSecond,
        target: 1000 / target.perSecond,
      };
}

/** Batches of new bills, a few at a time; the best of several rounds, of which every bill must be taken. */
async function measureBatches({ address, token, seconds }: Load, system: SystemScene): Promise<Row> {
  let most = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    let created = 0;
    const send = async (): Promise<void> => {
      while (performance.now() - started < seconds * 1000) {
        const first = numbers(BATCH);
        const visits = Array.from({ length: BATCH }, (_, i) => bill(system, first + i));
        const { text } = await ask(address, token, write('visits/batch', { visits }));
        const { meta } = JSON.parse(text) as { meta: { created: number } }; // as the call is documented
        if (meta.created !== BATCH) throw new Error(`A batch was not taken: ${text.slice(0, 500)}`);
        created += meta.created;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    most = Math.max(most, created / ((performance.now() - started) / 1000));
  }
  return {
    name: 'integration-batch',
    work: `integration: a visit of a batch of ${BATCH.toLocaleString('en')}: ${BATCHED_PER_SECOND.toLocaleString('en')} a second, one process`,
    figure: `${Math.round(most).toLocaleString('en')} visits/s, ${AT_ONCE} batches at a time`,
    floor: '',
    value: 1000 / most,
    unit: 'ms',
    target: 1000 / BATCHED_PER_SECOND,
  };
}
