import { setTimeout as delay } from 'node:timers/promises';
import { startApp } from './app.ts';
import type { Row } from './row.ts';
import type { Scale } from './scale.ts';

const START_COUNT = 3;
/** Milliseconds after which all startup work is finished. */
const IDLE_MS = 5_000;

/**
 * Measures the server with an already filled database of its own: the time until it is ready, and its memory without
 * requests.
 */
export async function measureStart({ dataDir }: Scale): Promise<Row[]> {
  const times: number[] = [];
  let memory = 0;
  for (let n = 0; n < START_COUNT; n++) {
    const app = await startApp({ DATA_DIR: dataDir });
    times.push(app.startupMs);
    if (n === START_COUNT - 1) {
      await delay(IDLE_MS);
      memory = app.memory();
    }
    await app.stop();
  }
  const fastest = Math.min(...times);
  return [
    {
      name: 'start',
      work: 'start with a filled database to ready',
      result: times.map((ms) => `${Math.round(ms)} ms`).join(', '),
      value: fastest,
      unit: 'ms',
      target: 3_000,
    },
    {
      name: 'idle-memory',
      work: 'idle memory of the API',
      result: `${Math.round(memory)} MB resident`,
      value: memory,
      unit: 'MB',
      target: 150,
    },
  ];
}
