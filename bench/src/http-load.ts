import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { summarizeTimes } from './statistics.ts';
import { toPeerRequest } from './peer/requests.ts';
import { integrationWorkloads } from './integration-workloads.ts';
import { workloads } from './workloads.ts';
import type { RequestSpec, WorkloadContext } from './workload.ts';

/** The standard input of a load process, as JSON. */
export interface HttpLoad {
  readonly address: string;
  readonly token: string;
  /** Workload name, or undefined for plain requests to the address. */
  readonly workload: string | undefined;
  readonly context: WorkloadContext | undefined;
  /** The number of the first request. Numbers never repeat between rounds. */
  readonly from: number;
  readonly connections: number;
  readonly seconds: number;
  /** Whether the address is the peer's, which has other requests for the same work. */
  readonly isPeer?: boolean;
}

/*
 * Sends requests as fast as the server responds, over keep-alive connections, and prints the results as JSON. Runs in
 * its own process, so that its requests do not wait for other work of the benchmark.
 */
const load: HttpLoad = JSON.parse(await text(process.stdin));
const workload = [...workloads, ...integrationWorkloads].find(({ name }) => name === load.workload);
const { context } = load;
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
          const ownCall: RequestSpec = workload && context ? workload.call(context, n++) : { method: 'GET', path: '/' };
          const call = load.isPeer ? toPeerRequest(ownCall) : ownCall;
          return {
            ...request,
            method: call.method,
            path: call.path,
            headers: { ...request.headers, ...call.headers },
            ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
          };
        },
        onResponse: (status, response) => {
          if (status !== 200 && status !== 201 && failures++ === 0)
            console.error(`${load.workload} was answered ${status}: ${response.slice(0, 500)}`);
        },
      },
    ],
  }) as Promise<autocannon.Result> & autocannon.Instance; // The types declare only one of the two
  void run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { duration, errors, timeouts } = await run;
  failures += errors + timeouts;
  return duration;
}

// A round without any response measures nothing: repeat it with more time instead of reporting zero.
let duration = await round(load.seconds);
for (let seconds = 4 * load.seconds; times.length === 0 && seconds <= 64; seconds *= 4) duration = await round(seconds);
if (times.length === 0) failures++;
console.log(JSON.stringify(summarizeTimes(times, duration, failures)));
