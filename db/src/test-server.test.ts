import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase, startTestServer } from './testing.ts';

/** Each test uses the server of this run, which was itself started by a test runner. */

const { TEST_DATABASE_URL = '', TEST_TEMPLATE = '', ...otherVariables } = process.env;

interface ServerVariables {
  readonly TEST_DATABASE_URL: string;
  readonly TEST_TEMPLATE: string;
}

async function startProcess(environment: object): Promise<[ChildProcessWithoutNullStreams, ServerVariables]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'test-server.ts')], {
    env: { ...otherVariables, ...environment },
  });
  // The `line` event has one argument, the text.
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return [child, JSON.parse(line) as ServerVariables]; // the tests check its output
}

async function listDatabases(): Promise<string[]> {
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    return rows.map(({ datname }) => datname);
  } finally {
    await client.end();
  }
}

test.each([
  ['when its input ends', (child: ChildProcessWithoutNullStreams) => child.stdin.end()],
  ['by SIGTERM', (child: ChildProcessWithoutNullStreams) => child.kill('SIGTERM')],
])('the test server prints its address and template, and drops the template %s', async (_, stopProcess) => {
  const [child, variables] = await startProcess({ TEST_DATABASE_URL });
  expect(variables.TEST_DATABASE_URL).toBe(TEST_DATABASE_URL);
  expect(variables.TEST_TEMPLATE).not.toBe(TEST_TEMPLATE);
  expect(await listDatabases()).toContain(variables.TEST_TEMPLATE);
  stopProcess(child);
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await listDatabases()).not.toContain(variables.TEST_TEMPLATE);
});

test('the tests use a given server and template, and leave them in place', async () => {
  const [child, variables] = await startProcess({ TEST_DATABASE_URL, TEST_TEMPLATE });
  expect(variables).toEqual({ TEST_DATABASE_URL, TEST_TEMPLATE });
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
  await (
    await startTestServer()
  )();
  expect(process.env).toMatchObject({ TEST_DATABASE_URL, TEST_TEMPLATE });
  await (await createTestDatabase()).drop();
});
