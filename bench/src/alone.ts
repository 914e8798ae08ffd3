import { ask } from './measure.ts';
import { percentile } from './statistics.ts';
import type { Ask } from './workload.ts';

const TIMES = 40;
const WARMING = 3;

export interface Alone {
  readonly p50: number;
  readonly p95: number;
  /** Of the last one. */
  readonly text: string;
}

/** One and the same request again and again, one at a time; times in milliseconds. */
export async function measureAlone(address: string, token: string, request: Ask): Promise<Alone> {
  let text = '';
  const times = await timesOf(async () => {
    ({ text } = await ask(address, token, request));
  });
  return { ...times, text };
}

/** The cost of work that is done again and again. */
export async function timesOf(work: () => Promise<unknown>): Promise<Pick<Alone, 'p50' | 'p95'>> {
  const times: number[] = [];
  for (let n = -WARMING; n < TIMES; n += 1) {
    const started = performance.now();
    await work();
    if (n >= 0) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}
