import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BOOKS, Counters } from '../books.ts';
import type { Programme } from '../programme.ts';

export type Table = 'member' | (typeof BOOKS)[number];

export interface TableLines {
  readonly table: Table;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly text: Uint8Array;
}

/** Lines of COPY for each table, of some thousand members; those of a table refer to those of the tables before it. */
export interface Chunk {
  readonly tables: readonly TableLines[];
  /** As they stand after it. */
  readonly counters: Counters;
}

/** The order that the members are drawn by: the same order gives the same chunks. */
export interface Order {
  readonly programme: Programme;
  readonly firstId: number;
  readonly count: number;
  readonly counters: Counters;
}

/** Chunks that may be drawn ahead of the one that the database takes in: this bounds the memory. */
export const AHEAD = 2;

/** Draws members and their lives in a thread of its own, while the database is busy with those before. */
export async function* drawChunks(order: Order): AsyncGenerator<Chunk> {
  const worker = new Worker(new URL('draw-members.ts', import.meta.url), {
    workerData: order,
    // Rows live for a moment: room for a chunk of them keeps the collector from carrying them around.
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  });
  const ended = once(worker, 'exit').then(() => undefined);
  ended.catch(() => {}); // seen where it is awaited
  const drawn: Chunk[] = [];
  let wake = (): void => {};
  worker.on('message', (chunk: Chunk) => {
    drawn.push(chunk);
    wake();
  });
  let isOver = false;
  void ended.then(
    () => ((isOver = true), wake()),
    () => ((isOver = true), wake()),
  );
  try {
    for (;;) {
      const chunk = drawn.shift();
      if (chunk) {
        yield chunk;
        worker.postMessage('taken');
      } else if (isOver) {
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
