import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../scripts/plain-server.mjs';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { findBinaries } from './embedded/binaries.ts';
import { chooseServerUser, createLauncher } from './embedded/server-user.ts';
import { testingFolder } from '../../scripts/testing-folder.mjs';

/** The server accepts only TLS connections. Its certificate for `localhost` is in `own.pem`. */

const dataDir = mkdtempSync(join(testingFolder(), 'tls-test-'));
let port: number;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  await (await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })).stop();
  const cluster = join(dataDir, 'postgres');
  const user = chooseServerUser(cluster);
  const writeFixture = (name: string, text: string) => {
    const file = join(dataDir, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (user.ids) chownSync(file, user.ids.uid, user.ids.gid);
    return file;
  };
  const [trusted, untrusted] = [await createCertificate('localhost'), await createCertificate('localhost')];
  writeFixture('own.pem', trusted.cert);
  writeFixture('other.pem', untrusted.cert);
  port = await findFreePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    hba_file: writeFixture('tls_hba.conf', 'hostssl all innkeeper 127.0.0.1/32 trust\n'),
    ssl: 'on',
    ssl_cert_file: join(dataDir, 'own.pem'),
    ssl_key_file: writeFixture('own.key', trusted.private),
    fsync: 'off',
  };
  const { postgres } = await findBinaries();
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const server = createLauncher(user, [postgres, cluster])(postgres, args, {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  stop = () => (server.kill('SIGINT'), exited);
  const messages: string[] = [];
  for await (const line of createInterface({ input: server.stderr ?? Readable.from([]) })) {
    messages.push(line);
    if (line.includes('ready to accept connections')) break;
  }
  expect(messages.at(-1)).toContain('ready to accept connections');
});
afterAll(async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Whether a connection to this address is encrypted. */
async function readEncryption(host: string, query: string): Promise<unknown> {
  const db = openDatabase({ url: `postgres://innkeeper@${host}:${port}/innkeeper?${query}` });
  try {
    return await db.read({ sql: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()', parameters: [] });
  } finally {
    await db.close();
  }
}

const trustOptions = (file: string) => `sslmode=verify-full&sslrootcert=${encodeURIComponent(join(dataDir, file))}`;

describe('TLS as requested by the database URL', () => {
  test('verify-full encrypts, and accepts a certificate of the given authority', async () => {
    expect(await readEncryption('localhost', trustOptions('own.pem'))).toEqual([{ ssl: true }]);
  });

  test('verify-full rejects certificates of another or unknown authority, or for another name', async () => {
    await expect(readEncryption('localhost', trustOptions('other.pem'))).rejects.toThrow(/self.signed certificate/);
    await expect(readEncryption('127.0.0.1', trustOptions('own.pem'))).rejects.toThrow(/does not match certificate/);
    await expect(readEncryption('localhost', 'sslmode=verify-full')).rejects.toThrow(/self.signed certificate/);
  });

  test('no-verify encrypts without checking the certificate; without sslmode nothing is encrypted', async () => {
    expect(await readEncryption('127.0.0.1', 'sslmode=no-verify')).toEqual([{ ssl: true }]);
    await expect(readEncryption('localhost', '')).rejects.toThrow(/no encryption/);
  });
});

/** A self-signed certificate for one name, and its key. */
const createCertificate = (name: string) =>
  generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  });
