import type { Db } from '@innkeeper/db';

type Pool = Db['pool'];
type Callback = Parameters<Pool['connect']>[0];
type Client = NonNullable<Parameters<Callback>[1]>;

/**
 * The pool as the queue's runner gets it: a connection that is given back twice is given back once. A runner that is stopped while it
 * begins to listen, because the database went away, gives its connection back when it stops and again when listening fails; the pool
 * refuses the second time by an error that nobody catches, and that would end the program.
 */
export function listeningPool(pool: Pool): Pool {
  function connect(): Promise<Client>;
  function connect(callback: Callback): void;
  function connect(callback?: Callback): Promise<Client> | void {
    if (!callback) return pool.connect();
    pool.connect((error, client, release) => {
      let isOut = true;
      callback(error, client, (broken) => {
        if (isOut) release(broken);
        isOut = false;
      });
    });
  }
  const own: Pool = Object.create(pool);
  return Object.assign(own, { connect });
}
