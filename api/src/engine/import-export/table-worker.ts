import { parentPort } from 'node:worker_threads';
import { TableError } from './table-limits.ts';
import { readChunks } from './table-rows.ts';
import type { ReadOrder, ReadReply } from './table.ts';

/** The thread that reads files to import: see table.ts, which starts and ends it. */
parentPort?.on('message', (order: ReadOrder) => void read(order));

const postReply = (reply: ReadReply) => parentPort?.postMessage(reply);

async function read({ bytes, rowsMax }: ReadOrder): Promise<void> {
  try {
    for await (const chunk of readChunks(Buffer.from(bytes), rowsMax)) postReply({ chunk });
    postReply({ isDone: true });
  } catch (error) {
    postReply(error instanceof TableError ? { rejection: { key: error.key, bound: error.bound } } : { error });
  }
}
