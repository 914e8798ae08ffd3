import { parentPort } from 'node:worker_threads';
import { TableError } from './table-limits.ts';
import { readChunks } from './table-rows.ts';
import type { ReadRequest, ReadResponse } from './table.ts';

/** The thread that reads files to import: see table.ts, which starts and ends it. */
parentPort?.on('message', (request: ReadRequest) => void readFile(request));

const postResponse = (response: ReadResponse) => parentPort?.postMessage(response);

async function readFile({ bytes, rowsMax, ...options }: ReadRequest): Promise<void> {
  try {
    const chunks = readChunks(Buffer.from(bytes), rowsMax, options);
    let next = await chunks.next();
    for (; !next.done; next = await chunks.next()) postResponse({ chunk: next.value });
    postResponse({ form: next.value });
  } catch (error) {
    postResponse(error instanceof TableError ? { rejection: { key: error.key, argument: error.argument } } : { error });
  }
}
