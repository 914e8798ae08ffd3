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

/** COPY lines per table for some thousand members. Rows reference only rows of the tables before theirs. */
export interface Chunk {
  readonly tables: readonly TableLines[];
  /** The sequence values after the chunk. */
  readonly sequenceValues: SequenceValues;
}

/** The members to generate; the same order gives the same chunks. */
export interface ChunkRequest {
  readonly programme: Programme;
  readonly firstId: number;
  readonly count: number;
  readonly sequenceValues: SequenceValues;
}

/** Maximum number of chunks generated ahead of the database, which limits memory use. */
export const CHUNKS_AHEAD = 2;

/** Generates members and their activity in a worker thread while the database loads the previous chunks. */
export async function* drawChunks(request: ChunkRequest): AsyncGenerator<Chunk> {
  const worker = new Worker(new URL('draw-members.ts', import.meta.url), {
    workerData: request,
    // Rows are short-lived: if a whole chunk fits, the garbage collector does not copy them.
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  });
  const ended = once(worker, 'exit').then(() => undefined);
  ended.catch(() => {}); // errors are handled where it is awaited
  const readyChunks: Chunk[] = [];
  let notify = (): void => {};
  worker.on('message', (chunk: Chunk) => {
    readyChunks.push(chunk);
    notify();
  });
  let hasEnded = false;
  void ended.then(
    () => ((hasEnded = true), notify()),
    () => ((hasEnded = true), notify()),
  );
  try {
    for (;;) {
      const chunk = readyChunks.shift();
      if (chunk) {
        yield chunk;
        worker.postMessage('taken');
      } else if (hasEnded) {
        await ended;
        return;
      } else {
        await new Promise<void>((resolve) => (notify = resolve));
      }
    }
  } finally {
    await worker.terminate();
  }
}
