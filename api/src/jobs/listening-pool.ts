import type { Db } from '@innkeeper/db';

type Pool = Db['pool'];
type Callback = Parameters<Pool['connect']>[0];
type Client = NonNullable<Parameters<Callback>[1]>;

/**
 * The pool as passed to the queue's runner: releasing a connection twice has no effect. A runner that is stopped while
 * it starts to listen, because the database went away, releases its connection on stop and again when listening fails.
 * The pool would throw on the second release, uncaught, and the process would exit.
 */
export function createListeningPool(pool: Pool): Pool {
  function connect(): Promise<Client>;
  function connect(callback: Callback): void;
  function connect(callback?: Callback): Promise<Client> | void {
    if (!callback) return pool.connect();
    pool.connect((error, client, release) => {
      let isCheckedOut = true;
      callback(error, client, (releaseError) => {
        if (isCheckedOut) release(releaseError);
        isCheckedOut = false;
      });
    });
  }
  const wrappedPool: Pool = Object.create(pool);
  return Object.assign(wrappedPool, { connect });
}
