import { parentPort } from 'node:worker_threads';
import { TableRefusal } from './table-bounds.ts';
import { readPieces } from './table-rows.ts';
import type { ReadOrder, ReadReply } from './table.ts';

/** The thread that reads files which come to be imported: see table.ts, which starts and ends it. */
parentPort?.on('message', (order: ReadOrder) => void read(order));

const tell = (reply: ReadReply) => parentPort?.postMessage(reply);

async function read({ bytes, rowsMax }: ReadOrder): Promise<void> {
  try {
    for await (const piece of readPieces(Buffer.from(bytes), rowsMax)) tell({ piece });
    tell({ isDone: true });
  } catch (error) {
    tell(error instanceof TableRefusal ? { refusal: { key: error.key, bound: error.bound } } : { error });
  }
}
