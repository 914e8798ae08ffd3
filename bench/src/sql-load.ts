import { text } from 'node:stream/consumers';
import { openDatabase } from '@innkeeper/db';
import { type Statement, replaceValues } from './statement-log.ts';
import { summarizeTimes } from './statistics.ts';
import { workloads } from './workloads.ts';
import type { WorkloadContext } from './workload.ts';

/** The standard input of a load process, as JSON. */
export interface SqlLoad {
  readonly url: string;
  /** The statements of one request, in order. */
  readonly statements: readonly Statement[];
  readonly workload: string;
  readonly context: WorkloadContext;
  /** Values of the recorded request, which each further request replaces. */
  readonly recordedValues: readonly string[];
  /** Number of the first request to derive from it. */
  readonly from: number;
  readonly connections: number;
  readonly seconds: number;
}

/*
 * Runs the floor: the statements of a request with their values, one request after the other on each connection of a
 * plain client. Prints the results as JSON.
 */
const load: SqlLoad = JSON.parse(await text(process.stdin));
const db = openDatabase({ url: load.url, connections: load.connections, applicationName: 'innkeeper floor' });
const clients = await Promise.all(Array.from({ length: load.connections }, () => db.pool.connect()));
const times: number[] = [];
const varyingValues = workloads.find(({ name }) => name === load.workload)?.varyingValues ?? (() => []);
let n = load.from;
let failures = 0;

async function runRequest(client: (typeof clients)[number]): Promise<void> {
  const currentValues = varyingValues(load.context, n++);
  const startedAt = performance.now();
  for (const statement of load.statements) {
    const { name, sql, values } = replaceValues(statement, load.recordedValues, currentValues);
    // Statements without values, begin and commit, were sent as simple queries.
    await (values.length === 0
      ? client.query(sql)
      : client.query({ ...(name && { name }), text: sql, values: [...values] }));
  }
  times.push(performance.now() - startedAt);
}

const startedAt = performance.now();
const end = startedAt + load.seconds * 1000;
await Promise.all(
  clients.map(async (client) => {
    while (performance.now() < end) {
      await runRequest(client).catch(async (error: unknown) => {
        if (failures++ === 0) console.error(error);
        await client.query('rollback');
      });
    }
  }),
);
const seconds = (performance.now() - startedAt) / 1000;
for (const client of clients) client.release();
await db.close();
console.log(JSON.stringify(summarizeTimes(times, seconds, failures)));
