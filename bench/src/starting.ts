import { setTimeout as delay } from 'node:timers/promises';
import { startProgram } from './program.ts';
import type { Row } from './row.ts';
import type { Scale } from './scale.ts';

const STARTS = 3;
/** After so long nothing of the start is going on any more. */
const IDLE_MS = 5_000;

/** The program with its own database, filled before: the time until it is ready, and its memory while there are no requests. */
export async function measureStart({ dataDir }: Scale): Promise<Row[]> {
  const times: number[] = [];
  let memory = 0;
  for (let n = 0; n < STARTS; n++) {
    const program = await startProgram({ DATA_DIR: dataDir });
    times.push(program.readyAfter);
    if (n === STARTS - 1) {
      await delay(IDLE_MS);
      memory = program.memory();
    }
    await program.stop();
  }
  const best = Math.min(...times);
  return [
    {
      name: 'start',
      work: 'start with a filled database to ready',
      figure: times.map((ms) => `${Math.round(ms)} ms`).join(', '),
      floor: '',
      value: best,
      unit: 'ms',
      target: 3_000,
    },
    {
      name: 'idle-memory',
      work: 'idle memory of the API',
      figure: `${Math.round(memory)} MB resident`,
      floor: '',
      value: memory,
      unit: 'MB',
      target: 150,
    },
  ];
}
