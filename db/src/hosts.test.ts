import { createServer } from 'node:net';
import { once } from 'node:events';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { createHosts, splitHosts } from './hosts.ts';
import { startReplication } from './testing-replication.ts';
import { createTestDatabase } from './testing.ts';
import { isDatabaseUnavailable } from './unavailable.ts';
import { testingFolder } from '../../scripts/testing-folder.mjs';

describe('the hosts of a connection string', () => {
  it.each([
    ['postgres://db.example/innkeeper', ['postgres://db.example/innkeeper']],
    [
      'postgres://me:a%2Cb@a.example,b.example:5433,[::1]:5434/innkeeper?sslmode=verify-full&application_name=x,y',
      [
        'postgres://me:a%2Cb@a.example/innkeeper?sslmode=verify-full&application_name=x,y',
        'postgres://me:a%2Cb@b.example:5433/innkeeper?sslmode=verify-full&application_name=x,y',
        'postgres://me:a%2Cb@[::1]:5434/innkeeper?sslmode=verify-full&application_name=x,y',
      ],
    ],
    ['postgresql://me:a,b@c,d', ['postgresql://me:a,b@c', 'postgresql://me:a,b@d']],
    [
      'postgres://me@%2Ftmp%2Fa,%2Ftmp%2Fb/innkeeper?user=a@b',
      ['postgres://me@%2Ftmp%2Fa/innkeeper?user=a@b', 'postgres://me@%2Ftmp%2Fb/innkeeper?user=a@b'],
    ],
  ])('are separated by commas: %s', (url, urls) => {
    expect(splitHosts(url)).toEqual(urls);
  });

  it('move on once, however many connections to one host failed', () => {
    const hosts = createHosts('postgres://a,b,c/innkeeper');
    hosts.moveOn('postgres://a/innkeeper');
    hosts.moveOn('postgres://a/innkeeper');
    expect(hosts.currentUrl()).toBe('postgres://b/innkeeper');
    hosts.moveOn('postgres://b/innkeeper');
    hosts.moveOn('postgres://c/innkeeper');
    expect(hosts.currentUrl()).toBe('postgres://a/innkeeper');
  });
});

const write = ({ kysely }: Db) => sql`create table if not exists written ()`.execute(kysely);

it('a connection passes over a host that is down', async () => {
  const database = await createTestDatabase();
  const closedServer = createServer().listen(0, '127.0.0.1');
  await once(closedServer, 'listening');
  const address = closedServer.address();
  closedServer.close();
  const [, host = ''] = /^[^@]*@([^/]*)/.exec(database.url) ?? [];
  const port = typeof address === 'object' ? address?.port : 0;
  const openedDb = openDatabase({ url: database.url.replace(host, `127.0.0.1:${port},${host}`) });
  await Promise.all([1, 2, 3].map((n) => sql`create table ${sql.ref(`written_${n}`)} ()`.execute(openedDb.kysely)));
  await openedDb.close();
  await database.drop();
});

it('a connection leads to the primary, and after a promotion to the new one', async () => {
  const replication = await startReplication({ folder: testingFolder(), standbys: 1, settings: { fsync: 'off' } });
  onTestFinished(() => replication.stop());
  const { primary, standbys } = replication;
  const [standby] = standbys;
  if (!standby) throw new Error('There is one standby');
  // The standby is the first host here.
  const [standbyHost = '', primaryHost = ''] = [standby, primary].map(({ url }) => new URL(url).hostname);
  const openedDb = openDatabase({ url: primary.url.replace(primaryHost, `${standbyHost},${primaryHost}`) });
  onTestFinished(() => openedDb.close());
  await write(openedDb);
  const readingDb = openDatabase({ url: standby.url });
  onTestFinished(() => readingDb.close());
  await expect(write(readingDb)).rejects.toMatchObject({ code: '25006' });

  await primary.kill();
  // A server process may still end its own connection with a message, or be gone.
  const error: unknown = await write(openedDb).catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  await standby.promote();
  await write(openedDb);
  await write(readingDb);
});
