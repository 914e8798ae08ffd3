import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { figuresOf } from './statistics.ts';
import { integrationWorkloads } from './integration-workloads.ts';
import { workloads } from './workloads.ts';
import type { Ask, Scene } from './workload.ts';

/** The standard input of a process of load, as JSON. */
export interface HttpLoad {
  readonly address: string;
  readonly token: string;
  /** Name of a workload, or undefined for plain requests to the address. */
  readonly workload: string | undefined;
  readonly scene: Scene | undefined;
  /** Number of the first request: two rounds never send the same one. */
  readonly from: number;
  readonly connections: number;
  readonly seconds: number;
}

/*
 * Asks a server as fast as it answers, over connections that stay open, and prints the figures as JSON. A process of its own, so
 * that its requests do not wait for other work of the benchmark.
 */
const load: HttpLoad = JSON.parse(await text(process.stdin));
const workload = [...workloads, ...integrationWorkloads].find(({ name }) => name === load.workload);
const { scene } = load;
let n = load.from;

const times: number[] = [];
let failures = 0;

async function round(seconds: number): Promise<number> {
  const run = autocannon({
    url: load.address,
    connections: load.connections,
    duration: seconds,
    headers: { authorization: `Bearer ${load.token}`, 'content-type': 'application/json' },
    requests: [
      {
        setupRequest: (request) => {
          const ask: Ask = workload && scene ? workload.ask(scene, n++) : { method: 'GET', path: '/' };
          return {
            ...request,
            method: ask.method,
            path: ask.path,
            headers: { ...request.headers, ...ask.headers },
            ...(ask.body !== undefined && { body: JSON.stringify(ask.body) }),
          };
        },
        onResponse: (status, answer) => {
          if (status !== 200 && status !== 201 && failures++ === 0)
            console.error(`${load.workload} was answered ${status}: ${answer.slice(0, 500)}`);
        },
      },
    ],
  }) as Promise<autocannon.Result> & autocannon.Instance; // its types know one or the other; it is both
  void run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { duration, errors, timeouts } = await run;
  failures += errors + timeouts;
  return duration;
}

// A round without an answer says nothing, least of all that it took no time.
let duration = await round(load.seconds);
for (let seconds = 4 * load.seconds; times.length === 0 && seconds <= 64; seconds *= 4) duration = await round(seconds);
if (times.length === 0) failures++;
console.log(JSON.stringify(figuresOf(times, duration, failures)));
