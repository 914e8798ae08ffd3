import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runToEnd } from './process.ts';

let folder: string;
let occupyingServer: Server;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'innkeeper-rejected-'));
  occupyingServer = createServer();
  await new Promise<void>((resolve) => occupyingServer.listen(0, '127.0.0.1', resolve));
  database = await createTestDatabase();
});
afterAll(async () => {
  occupyingServer.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const createOccupiedPort = () => String((occupyingServer.address() as AddressInfo).port); // a server on a port has no other address
/** The URL of the test's own database with another name or location. */
const changeUrl = (change: (url: URL) => void) => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

/** Starts the program with this one problem, and expects one line that names it. */
async function expectRejected(
  environment: Record<string, string>,
  ...expectedTexts: readonly (string | RegExp)[]
): Promise<void> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const { status, stderr } = await runToEnd('main', { PORT: '0', DATA_DIR: dataDir, ...environment });
  expect(stderr).toMatch(/^Innkeeper cannot start: [^\n]+\n$/);
  for (const name of expectedTexts) expect(stderr).toMatch(name);
  expect(status).toBe(1);
}

describe('a start that fails with one line and status 1', () => {
  test.each<[string, Record<string, string>]>([
    ['PORT', { PORT: 'eight thousand' }],
    ['DEMO', { DEMO: 'yes' }],
    ['HOST', { HOST: '192.0.2.1' }],
    ['HOST', { HOST: 'no such host' }],
  ])('rejects %s with an invalid value: %o', async (name, environment) => {
    await expectRejected(environment, name, Object.values(environment)[0] ?? '');
  });

  test('rejects a database address of another kind without repeating it, as it may hold a password', async () => {
    await expectRejected({ DATABASE_URL: 'mysql://127.0.0.1/innkeeper' }, /DATABASE_URL (?!.*mysql)/);
  });

  test('rejects a port used by another program', async () => {
    await expectRejected({ PORT: createOccupiedPort() }, 'PORT', createOccupiedPort(), 'in use');
  });

  test('rejects a database server that is unreachable', async () => {
    await expectRejected(
      { DATABASE_URL: `postgres://innkeeper@127.0.0.1:${createOccupiedPort()}1/innkeeper` },
      'DATABASE_URL',
    );
    await expectRejected(
      { DATABASE_URL: 'postgres://innkeeper@127.0.0.1:1/innkeeper' },
      'DATABASE_URL',
      'ECONNREFUSED',
    );
  });

  test('rejects a database that does not exist', async () => {
    const url = changeUrl((u) => (u.pathname = '/no_such_database'));
    await expectRejected({ DATABASE_URL: url }, 'DATABASE_URL', 'no_such_database');
  });

  test('rejects a database without a user if no first user is configured', async () => {
    await expectRejected({ DATABASE_URL: database.url }, 'ADMIN_EMAIL', 'ADMIN_PASSWORD');
  });

  test('rejects a data directory that is damaged', async () => {
    const dataDir = join(folder, 'damaged');
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    await expectRejected({ DATA_DIR: dataDir }, dataDir);
  });

  test('rejects a data directory that is a file', async () => {
    const dataDir = join(folder, 'file');
    await writeFile(dataDir, '');
    await expectRejected({ DATA_DIR: dataDir }, dataDir, 'DATA_DIR');
  });
});
