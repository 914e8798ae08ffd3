import { Worker } from 'node:worker_threads';
import { IMPORT_ROWS_MAX, type MessageKey, message } from '@innkeeper/contract';
import { invalid } from '../../platform/http/fail.ts';
import type { Table } from './table-rows.ts';
import type { TableRow } from './table-row.ts';

export type { Table } from './table-rows.ts';

export interface ReadOrder {
  readonly bytes: Uint8Array;
  readonly rowsMax: number;
}

/** The thread's replies: any number of pieces, then one of the others. */
export interface ReadReply {
  readonly piece?: Table;
  readonly isDone?: boolean;
  readonly refusal?: { readonly key: MessageKey; readonly bound: number | undefined };
  readonly error?: unknown;
}

interface ReaderBounds {
  /** How long a file may take. */
  readonly seconds: number;
  /** Memory that its reader may keep, the file itself aside. */
  readonly heapMb: number;
}

/** An idle thread ends after a while: it takes 10 MB and more. */
const IDLE_MS = 30_000;

/**
 * Reads files in a thread of its own, one file a thread. However a file keeps its reader busy, everybody else is answered; a
 * reader that takes too long, or more memory than it has, is ended, and the file refused.
 */
export function createTableReader({ seconds, heapMb }: ReaderBounds): (file: { bytes: Uint8Array }) => Promise<Table> {
  let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

  const start = () =>
    new Worker(new URL('./table-worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });

  function take(): Worker {
    if (!idle) return start();
    const { worker, timer } = idle;
    clearTimeout(timer);
    idle = undefined;
    leave(worker);
    worker.ref();
    return worker;
  }

  function giveBack(worker: Worker): void {
    if (idle) return end(worker);
    const forget = () => (idle = idle?.worker === worker ? undefined : idle);
    worker.unref();
    worker.once('exit', forget).once('error', forget);
    const timer = setTimeout(() => {
      forget();
      end(worker);
    }, IDLE_MS).unref();
    idle = { worker, timer };
  }

  return async ({ bytes }) => {
    const worker = take();
    const { promise, resolve, reject } = Promise.withResolvers<Table>();
    let headers: readonly string[] = [];
    const rows: TableRow[] = [];
    let isIntact = false; // a reader that has had its say can read the next file
    const refuse = (key: MessageKey, bound?: number) => reject(invalid({ file: [message(key, bound)] }));
    const listen = ({ piece, isDone, refusal, error }: ReadReply) => {
      if (piece) {
        headers = piece.headers;
        for (const row of piece.rows) rows.push(row);
        return;
      }
      isIntact = true;
      if (isDone) resolve({ headers, rows });
      else if (refusal) refuse(refusal.key, refusal.bound);
      else reject(error);
    };
    const timer = setTimeout(() => refuse('table_slow', seconds), seconds * 1000);
    worker.on('message', listen);
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse('table_memory', heapMb);
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
      if (isIntact) giveBack(worker);
      else end(worker);
    }
  };
}

/** Removes them by name: the thread has a listener of its own for messages sent to it. */
const leave = (worker: Worker): void => {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
};

/** Nobody hears the rest that a thread says while it ends. */
const end = (worker: Worker): void => {
  worker.on('error', () => undefined);
  void worker.terminate();
};

/** Reads a CSV file or a workbook. Throws a 422 for anything else, for more rows than are taken, and beyond a bound. */
export const readTable = createTableReader({ seconds: 20, heapMb: 384 });
