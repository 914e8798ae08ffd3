import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/plain-server.mjs';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { findBinaries } from './embedded/binaries.ts';
import { chooseServerUser, launcher } from './embedded/server-user.ts';
import { testingFolder } from '../../scripts/testing-folder.mjs';

/** A server of one's own that speaks to nobody without TLS, with a certificate for this machine's name of `own.pem`. */

const dataDir = mkdtempSync(join(testingFolder(), 'tls-test-'));
let port: number;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  await (await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })).stop();
  const cluster = join(dataDir, 'postgres');
  const user = chooseServerUser(cluster);
  const keep = (name: string, text: string) => {
    const file = join(dataDir, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (user.ids) chownSync(file, user.ids.uid, user.ids.gid);
    return file;
  };
  const [own, other] = [await certificateOf('localhost'), await certificateOf('localhost')];
  keep('own.pem', own.cert);
  keep('other.pem', other.cert);
  port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    hba_file: keep('tls_hba.conf', 'hostssl all innkeeper 127.0.0.1/32 trust\n'),
    ssl: 'on',
    ssl_cert_file: join(dataDir, 'own.pem'),
    ssl_key_file: keep('own.key', own.private),
    fsync: 'off',
  };
  const { postgres } = await findBinaries();
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const server = launcher(user, [postgres, cluster])(postgres, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(server, 'exit');
  stop = () => (server.kill('SIGINT'), ended);
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stderr ?? Readable.from([]) })) {
    said.push(line);
    if (line.includes('ready to accept connections')) break;
  }
  expect(said.at(-1)).toContain('ready to accept connections');
});
afterAll(async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** How many of the connections over this address are encrypted, and how many there are. */
async function encrypted(host: string, query: string): Promise<unknown> {
  const db = openDatabase({ url: `postgres://innkeeper@${host}:${port}/innkeeper?${query}` });
  try {
    return await db.read({ sql: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()', parameters: [] });
  } finally {
    await db.close();
  }
}

const trusting = (file: string) => `sslmode=verify-full&sslrootcert=${encodeURIComponent(join(dataDir, file))}`;

describe('TLS by the address of the database', () => {
  test('verify-full encrypts, and believes a server whose certificate its authority has given', async () => {
    expect(await encrypted('localhost', trusting('own.pem'))).toEqual([{ ssl: true }]);
  });

  test('verify-full refuses a certificate of another authority, of another name, or of one nobody knows', async () => {
    await expect(encrypted('localhost', trusting('other.pem'))).rejects.toThrow(/self.signed certificate/);
    await expect(encrypted('127.0.0.1', trusting('own.pem'))).rejects.toThrow(/does not match certificate/);
    await expect(encrypted('localhost', 'sslmode=verify-full')).rejects.toThrow(/self.signed certificate/);
  });

  test('no-verify encrypts whoever answers, and without sslmode nothing is', async () => {
    expect(await encrypted('127.0.0.1', 'sslmode=no-verify')).toEqual([{ ssl: true }]);
    await expect(encrypted('localhost', '')).rejects.toThrow(/no encryption/);
  });
});

/** A certificate that its own key has signed, for one name, and the key. */
const certificateOf = (name: string) =>
  generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  });
