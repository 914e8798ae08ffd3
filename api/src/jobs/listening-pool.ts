import type pg from 'pg';

/**
 * The pool as the queue's runner gets it: a connection that is given back twice is given back once. A runner that is stopped while it
 * begins to listen, because the database went away, gives its connection back when it stops and again when listening fails; the pool
 * refuses the second time by an error that nobody catches, and that would end the program.
 */
export function listeningPool(pool: pg.Pool): pg.Pool {
  function connect(): Promise<pg.PoolClient>;
  function connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  function connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (!callback) return pool.connect();
    pool.connect((error, client, release) => {
      let isOut = true;
      callback(error, client, (broken) => {
        if (isOut) release(broken);
        isOut = false;
      });
    });
  }
  const own: pg.Pool = Object.create(pool);
  return Object.assign(own, { connect });
}
