import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded.ts';
import { findBinaries } from './embedded/binaries.ts';
import { SUPERUSER } from './embedded/cluster.ts';
import { chooseServerUser, createLauncher } from './embedded/server-user.ts';
import { applicationUrl, startServer } from './embedded/server.ts';
import { serverSettings } from './embedded/settings.ts';
import { createSocketDir, removeSocketDir } from './embedded/socket-dir.ts';

/** One of several servers that replicate. Nothing restarts it. */
export interface ReplicatedServer {
  readonly name: string;
  /** Connection string of the application. */
  readonly url: string;
  /** Runs a statement as superuser. */
  run<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Ends the server with SIGKILL. */
  kill(): Promise<void>;
  /** Makes a standby the primary. Resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Makes a standby follow another primary. */
  follow(primary: ReplicatedServer): Promise<void>;
}

export interface Replication {
  readonly primary: ReplicatedServer;
  readonly standbys: readonly ReplicatedServer[];
  /** Connection string of the application with every host, the primary first. */
  readonly url: string;
  stop(): Promise<void>;
}

interface ReplicationOptions {
  /** Parent of the servers' folders. */
  readonly folder: string;
  readonly standbys: number;
  /** PostgreSQL settings of every server. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts a primary and standbys that stream from it. The standbys start as copies of the stopped primary, because the
 * embedded PostgreSQL brings no pg_basebackup.
 */
export async function startReplication({ folder, standbys, settings = {} }: ReplicationOptions): Promise<Replication> {
  const root = await mkdtemp(join(folder, 'innkeeper-replication-'));
  await chmod(root, 0o711); // the server's user must reach its own folder
  const names = Array.from({ length: standbys + 1 }, (_, n) => `server_${n}`);
  const [primaryName = '', ...standbyNames] = names;
  const clusterOf = (name: string) => join(root, name, 'postgres');
  const initialServer = await startEmbeddedPostgres({ dataDir: join(root, primaryName), settings });
  await initialServer.stop();
  for (const name of standbyNames) {
    await mkdir(join(root, name), { mode: 0o711 });
    execFileSync('cp', ['-a', clusterOf(primaryName), clusterOf(name)]); // also copies the owner
  }
  const binaries = await findBinaries();
  const user = chooseServerUser(clusterOf(primaryName));
  const launch = createLauncher(user, [binaries.postgres, root]);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopServer of stops.splice(0)) await stopServer();
    await rm(root, { recursive: true, force: true });
  };

  async function start(name: string, primaryDir: string | undefined) {
    const cluster = clusterOf(name);
    const socketDir = await createSocketDir(user);
    // Only the server's user reaches its socket.
    const accessRules = join(cluster, 'replication_hba.conf');
    await writeFile(accessRules, 'local all all trust\nlocal replication all trust\n', { mode: 0o644 });
    if (primaryDir !== undefined) {
      await writeFile(join(cluster, 'standby.signal'), '', { mode: 0o644 });
      await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo(primaryDir, name)}'\n`);
    }
    const child = await startServer({
      executable: binaries.postgres,
      cluster,
      socketDir,
      launch,
      log: () => {},
      settings: { ...serverSettings(), ...settings, hba_file: accessRules, cluster_name: name },
    });
    const end = async (signal: NodeJS.Signals) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.ref();
      child.kill(signal);
      await exited;
    };
    const killOnExit = () => void child.kill('SIGKILL');
    process.once('exit', killOnExit);
    stops.push(async () => {
      await end('SIGQUIT');
      process.off('exit', killOnExit);
      await removeSocketDir(socketDir);
    });
    const run = <Row extends pg.QueryResultRow>(statement: string) => runAsSuperuser<Row>(socketDir, statement);
    const server: ReplicatedServer = {
      name,
      url: applicationUrl(socketDir),
      run,
      kill: () => end('SIGKILL'),
      async promote() {
        await run('select pg_promote()');
      },
      async follow(primary) {
        await run(`alter system set primary_conninfo = '${conninfo(socketDirOf(primary), name)}'`);
        await run('select pg_reload_conf()');
      },
    };
    return server;
  }

  try {
    const primary = await start(primaryName, undefined);
    const standbyServers: ReplicatedServer[] = [];
    for (const name of standbyNames) standbyServers.push(await start(name, socketDirOf(primary)));
    const hosts = [primary, ...standbyServers].map((server) => encodeURIComponent(socketDirOf(server)));
    const url = primary.url.replace(hosts[0] ?? '', hosts.join(','));
    return { primary, standbys: standbyServers, url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const socketDirOf = ({ url }: ReplicatedServer): string => decodeURIComponent(new URL(url).hostname);

const conninfo = (socketDir: string, name: string): string =>
  `host=${socketDir} user=${SUPERUSER} application_name=${name}`;

async function runAsSuperuser<Row extends pg.QueryResultRow>(socketDir: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ host: socketDir, user: SUPERUSER, database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
