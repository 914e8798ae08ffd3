import { parentPort } from 'node:worker_threads';
import { TableError } from './table-limits.ts';
import { readChunks } from './table-rows.ts';
import type { ReadRequest, ReadResponse } from './table.ts';

/** The thread that reads files to import: see table.ts, which starts and ends it. */
parentPort?.on('message', (request: ReadRequest) => void readFile(request));

const postResponse = (response: ReadResponse) => parentPort?.postMessage(response);

async function readFile({ bytes, rowsMax }: ReadRequest): Promise<void> {
  try {
    for await (const chunk of readChunks(Buffer.from(bytes), rowsMax)) postResponse({ chunk });
    postResponse({ isDone: true });
  } catch (error) {
    postResponse(error instanceof TableError ? { rejection: { key: error.key, argument: error.argument } } : { error });
  }
}
