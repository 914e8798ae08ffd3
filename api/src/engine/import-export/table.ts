import { Worker } from 'node:worker_threads';
import { IMPORT_ROWS_MAX, type MessageKey, message } from '@innkeeper/contract';
import { invalid } from '../../platform/http/api-error.ts';
import type { Table } from './table-rows.ts';
import type { TableRow } from './table-row.ts';

export type { Table } from './table-rows.ts';

export interface ReadOrder {
  readonly bytes: Uint8Array;
  readonly rowsMax: number;
}

/** The thread's messages: any number of pieces, then one of the others. */
export interface ReadReply {
  readonly chunk?: Table;
  readonly isDone?: boolean;
  readonly rejection?: { readonly key: MessageKey; readonly bound: number | undefined };
  readonly error?: unknown;
}

interface ReaderBounds {
  /** Time limit for reading a file. */
  readonly seconds: number;
  /** Memory limit of the reader, excluding the file itself. */
  readonly heapMb: number;
}

/** An idle thread is ended after this time, because it takes 10 MB or more. */
const IDLE_MS = 30_000;

/**
 * Reads files in worker threads, one file per thread, so that a slow file does not block other requests. A reader that
 * exceeds its time or memory is terminated, and the file rejected.
 */
export function createTableReader({ seconds, heapMb }: ReaderBounds): (file: { bytes: Uint8Array }) => Promise<Table> {
  let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

  const start = () =>
    new Worker(new URL('./table-worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });

  function acquire(): Worker {
    if (!idle) return start();
    const { worker, timer } = idle;
    clearTimeout(timer);
    idle = undefined;
    leave(worker);
    worker.ref();
    return worker;
  }

  function release(worker: Worker): void {
    if (idle) return end(worker);
    const discardWorker = () => (idle = idle?.worker === worker ? undefined : idle);
    worker.unref();
    worker.once('exit', discardWorker).once('error', discardWorker);
    const timer = setTimeout(() => {
      discardWorker();
      end(worker);
    }, IDLE_MS).unref();
    idle = { worker, timer };
  }

  return async ({ bytes }) => {
    const worker = acquire();
    const { promise, resolve, reject } = Promise.withResolvers<Table>();
    let headers: readonly string[] = [];
    const rows: TableRow[] = [];
    let isIntact = false; // a reader that has finished can read the next file
    const rejectFile = (key: MessageKey, bound?: number) => reject(invalid({ file: [message(key, bound)] }));
    const listen = ({ chunk, isDone, rejection, error }: ReadReply) => {
      if (chunk) {
        headers = chunk.headers;
        for (const row of chunk.rows) rows.push(row);
        return;
      }
      isIntact = true;
      if (isDone) resolve({ headers, rows });
      else if (rejection) rejectFile(rejection.key, rejection.bound);
      else reject(error);
    };
    const timer = setTimeout(() => rejectFile('table_slow', seconds), seconds * 1000);
    worker.on('message', listen);
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') rejectFile('table_memory', heapMb);
      else reject(error);
    });
    worker.once('exit', () => reject(new Error('The reader of tables ended.')));
    const order: ReadOrder = { bytes, rowsMax: IMPORT_ROWS_MAX };
    worker.postMessage(order);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      leave(worker);
      if (isIntact) release(worker);
      else end(worker);
    }
  };
}

/** Removes listeners by event, because the thread needs its internal message listener. */
const leave = (worker: Worker): void => {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
};

/** Ignores errors while the thread ends. */
const end = (worker: Worker): void => {
  worker.on('error', () => undefined);
  void worker.terminate();
};

/** Reads a CSV file or a workbook. Throws a 422 for anything else, for too many rows, and above any other limit. */
export const readTable = createTableReader({ seconds: 20, heapMb: 384 });
