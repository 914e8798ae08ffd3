import { text } from 'node:stream/consumers';
import { openDatabase } from '@innkeeper/db';
import { type Statement, exchange } from './capture.ts';
import { figuresOf } from './statistics.ts';
import { workloads } from './workloads.ts';
import type { Scene } from './workload.ts';

/** The standard input of a process of load, as JSON. */
export interface SqlLoad {
  readonly url: string;
  /** The statements of one request, in their order. */
  readonly statements: readonly Statement[];
  readonly workload: string;
  readonly scene: Scene;
  /** Values of the request that was listened to, which the others exchange. */
  readonly recorded: readonly string[];
  /** Number of the first one to make of it. */
  readonly from: number;
  readonly connections: number;
  readonly seconds: number;
}

/*
 * The floor: the statements of a request, with their values, one request after the other on each connection of a bare client.
 * Prints the figures as JSON.
 */
const load: SqlLoad = JSON.parse(await text(process.stdin));
const db = openDatabase({ url: load.url, connections: load.connections, applicationName: 'innkeeper floor' });
const clients = await Promise.all(Array.from({ length: load.connections }, () => db.pool.connect()));
const times: number[] = [];
const varying = workloads.find(({ name }) => name === load.workload)?.varying ?? (() => []);
let n = load.from;
let failures = 0;

async function request(client: (typeof clients)[number]): Promise<void> {
  const turn = varying(load.scene, n++);
  const started = performance.now();
  for (const statement of load.statements) {
    const { name, sql, values } = exchange(statement, load.recorded, turn);
    // Without values it came as a simple query: begin, commit.
    await (values.length === 0
      ? client.query(sql)
      : client.query({ ...(name && { name }), text: sql, values: [...values] }));
  }
  times.push(performance.now() - started);
}

const started = performance.now();
const end = started + load.seconds * 1000;
await Promise.all(
  clients.map(async (client) => {
    while (performance.now() < end) {
      await request(client).catch(async (error: unknown) => {
        if (failures++ === 0) console.error(error);
        await client.query('rollback');
      });
    }
  }),
);
const seconds = (performance.now() - started) / 1000;
for (const client of clients) client.release();
await db.close();
console.log(JSON.stringify(figuresOf(times, seconds, failures)));
