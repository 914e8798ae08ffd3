import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort, findServerOwner } from './plain-server.mjs';
import { trackProcess } from './processes.mjs';

/** Debian's path of PgBouncer. */
const POOLER_PATH = '/usr/sbin/pgbouncer';
/** Milliseconds to wait for the pooler before giving up. */
const START_TIMEOUT_MS = 30_000;

/**
 * Starts Debian's PgBouncer in front of a server, where it is installed. In transaction mode, each transaction may get
 * a different session.
 *
 * @param {string} serverUrl its address, with a user who needs no password
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | undefined>} the same databases through the pooler
 */
export async function startPooler(serverUrl) {
  if (!existsSync(POOLER_PATH)) return undefined;
  const { hostname, port: serverPort, username, pathname } = new URL(serverUrl);
  const owner = findServerOwner();
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-pooler-'));
  const file = join(folder, 'pgbouncer.ini');
  const port = String(await findFreePort());
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
server_idle_timeout = 5
logfile = ${join(folder, 'log')}
`,
  );
  if (owner) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid);
  const child = spawn(POOLER_PATH, ['-q', file], { cwd: '/', stdio: 'ignore', ...owner });
  trackProcess(child);
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const end = Date.now() + START_TIMEOUT_MS; !(await acceptsConnections(Number(port))); await delay(100))
    if (Date.now() > end || child.exitCode !== null) {
      await stop();
      throw new Error('PgBouncer does not start.');
    }
  return { url: `postgres://${username}@127.0.0.1:${port}${pathname}`, stop };
}

/** @returns {Promise<boolean>} */
function acceptsConnections(/** @type {number} */ port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
