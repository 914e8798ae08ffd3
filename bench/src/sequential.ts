import { call } from './measure.ts';
import { percentile } from './statistics.ts';
import type { RequestSpec } from './workload.ts';

const REPETITIONS = 40;
const WARM_UP_REPETITIONS = 3;

export interface SequentialLatency {
  readonly p50: number;
  readonly p95: number;
  /** The response of the last request. */
  readonly text: string;
}

/** Sends one request repeatedly, one at a time. Times are in milliseconds. */
export async function measureSequential(
  address: string,
  token: string,
  request: RequestSpec,
): Promise<SequentialLatency> {
  let responseText = '';
  const times = await measureLatency(async () => {
    ({ text: responseText } = await call(address, token, request));
  });
  return { ...times, text: responseText };
}

/** Repeats work and measures its times in milliseconds. */
export async function measureLatency(work: () => Promise<unknown>): Promise<Pick<SequentialLatency, 'p50' | 'p95'>> {
  const times: number[] = [];
  for (let n = -WARM_UP_REPETITIONS; n < REPETITIONS; n += 1) {
    const startedAt = performance.now();
    await work();
    if (n >= 0) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}
