import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LEDGER_TABLES, SequenceValues } from '../ledger-rows.ts';
import type { Programme } from '../programme.ts';

export type Table = 'member' | (typeof LEDGER_TABLES)[number];

export interface TableLines {
  readonly table: Table;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly text: Uint8Array;
}

/** COPY lines per table for some thousand members. Rows of a table refer only to rows of the tables before it. */
export interface Chunk {
  readonly tables: readonly TableLines[];
  /** Their values after the chunk. */
  readonly sequenceValues: SequenceValues;
}

/** Describes which members to generate; the same order gives the same chunks. */
export interface Order {
  readonly programme: Programme;
  readonly firstId: number;
  readonly count: number;
  readonly sequenceValues: SequenceValues;
}

/** Maximum number of chunks generated ahead of the database; limits memory use. */
export const AHEAD = 2;

/** Generates members and their activity in a worker thread while the database loads the previous chunks. */
export async function* drawChunks(order: Order): AsyncGenerator<Chunk> {
  const worker = new Worker(new URL('draw-members.ts', import.meta.url), {
    workerData: order,
    // Rows are short-lived: with room for a whole chunk, the garbage collector does not copy them.
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  });
  const ended = once(worker, 'exit').then(() => undefined);
  ended.catch(() => {}); // handled where it is awaited
  const drawn: Chunk[] = [];
  let wake = (): void => {};
  worker.on('message', (chunk: Chunk) => {
    drawn.push(chunk);
    wake();
  });
  let isDone = false;
  void ended.then(
    () => ((isDone = true), wake()),
    () => ((isDone = true), wake()),
  );
  try {
    for (;;) {
      const chunk = drawn.shift();
      if (chunk) {
        yield chunk;
        worker.postMessage('taken');
      } else if (isDone) {
        await ended;
        return;
      } else {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  } finally {
    await worker.terminate();
  }
}
