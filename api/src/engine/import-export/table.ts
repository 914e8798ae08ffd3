import { Worker } from 'node:worker_threads';
import { MAX_IMPORT_ROWS, type MessageKey, message } from '@innkeeper/contract';
import { validationError } from '../../platform/http/api-error.ts';
import type { ReadOptions, TableChunk, TableForm } from './table-rows.ts';
import type { TableRow } from './table-row.ts';
import { type HeadingOptions, type Table, arrangeTable } from './table-structure.ts';

export interface ReadRequest extends ReadOptions {
  readonly bytes: Uint8Array;
  readonly rowsMax: number;
}

/** A message of the thread: any number of chunks, then one of the others. */
export interface ReadResponse {
  readonly chunk?: TableChunk;
  /** The file is read. */
  readonly form?: TableForm;
  readonly rejection?: { readonly key: MessageKey; readonly argument: number | string | undefined };
  readonly error?: unknown;
}

interface ReaderLimits {
  /** Time limit for reading a file. */
  readonly seconds: number;
  /** Memory limit of the reader, excluding the file itself. */
  readonly heapMb: number;
}

/** A file, and how to read it where that is not by default. */
export interface TableFile extends ReadOptions, HeadingOptions {
  readonly bytes: Uint8Array;
}

/** Time after which an idle thread is terminated, because it takes 10 MB or more. */
const IDLE_MS = 30_000;

/**
 * Reads files in worker threads, one file per thread, so that a slow file does not block other requests. A reader that
 * exceeds its time or memory is terminated, and the file rejected.
 */
export function createTableReader({ seconds, heapMb }: ReaderLimits): (file: TableFile) => Promise<Table> {
  let idleWorker: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

  const startWorker = () =>
    new Worker(new URL('./table-worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });

  function acquire(): Worker {
    if (!idleWorker) return startWorker();
    const { worker, timer } = idleWorker;
    clearTimeout(timer);
    idleWorker = undefined;
    removeListeners(worker);
    worker.ref();
    return worker;
  }

  function release(worker: Worker): void {
    if (idleWorker) return terminate(worker);
    const discardWorker = () => (idleWorker = idleWorker?.worker === worker ? undefined : idleWorker);
    worker.unref();
    worker.once('exit', discardWorker).once('error', discardWorker);
    const timer = setTimeout(() => {
      discardWorker();
      terminate(worker);
    }, IDLE_MS).unref();
    idleWorker = { worker, timer };
  }

  return async ({ bytes, sheet, encoding, ...headingOptions }) => {
    const worker = acquire();
    const { promise, resolve, reject } = Promise.withResolvers<TableForm>();
    const rows: TableRow[] = [];
    let isReusable = false; // a reader that has finished can read the next file
    const rejectFile = (key: MessageKey, argument?: number | string) => reject(rejectedFile(key, argument));
    const onMessage = ({ chunk, form, rejection, error }: ReadResponse) => {
      if (chunk) {
        for (const row of chunk.rows) rows.push(row);
        return;
      }
      isReusable = true;
      if (form) resolve(form);
      else if (rejection) rejectFile(rejection.key, rejection.argument);
      else reject(error);
    };
    const timer = setTimeout(() => rejectFile('table_slow', seconds), seconds * 1000);
    worker.on('message', onMessage);
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') rejectFile('table_memory', heapMb);
      else reject(error);
    });
    worker.once('exit', () => reject(new Error('The reader of tables ended.')));
    const request: ReadRequest = { bytes, rowsMax: MAX_IMPORT_ROWS, sheet, encoding };
    worker.postMessage(request);
    try {
      const table = arrangeTable(rows, await promise, headingOptions);
      if (table.rows.length === 0) throw rejectedFile('table_empty');
      if (table.rows.length > MAX_IMPORT_ROWS) throw rejectedFile('table_rows', MAX_IMPORT_ROWS);
      return table;
    } finally {
      clearTimeout(timer);
      removeListeners(worker);
      if (isReusable) release(worker);
      else terminate(worker);
    }
  };
}

const rejectedFile = (key: MessageKey, argument?: number | string) =>
  validationError({ [key === 'table_sheet' ? 'sheet' : 'file']: [message(key, argument)] });

/** Removes listeners by event, because the thread needs its internal message listener. */
const removeListeners = (worker: Worker): void => {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
};

/** Ignores errors while the thread ends. */
const terminate = (worker: Worker): void => {
  worker.on('error', () => undefined);
  void worker.terminate();
};

/** Reads a CSV file or a workbook. Throws a 422 for anything else, for too many rows, and above any other limit. */
export const readTable = createTableReader({ seconds: 20, heapMb: 384 });
