import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoSession, signInToDemo } from './demo-session.ts';
import { startServer } from './process.ts';

let dataDir: string;
beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-second-'))));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const startMain = () => startServer('main', { DATA_DIR: dataDir, PORT: '0', DEMO_MEMBERS: '50' });

async function readTotals(request: DemoSession): Promise<(string | null)[]> {
  const lists = await Promise.all(
    ['member', 'users', 'hotel', 'type_input'].map((key) => request('GET', `/api/${key}`)),
  );
  return lists.map(({ headers }) => headers.get('x-total-count'));
}

test('a second start of the demonstration leaves all data unchanged, and adds nothing', async () => {
  const first = await startMain();
  const before = await signInToDemo(first.address);
  expect((await before('POST', '/api/type_input', { name: 'Stamp', code: 'stamp' })).status).toBe(201);
  const totalsBefore = await readTotals(before);
  expect(totalsBefore.every((total) => Number(total) > 0)).toBe(true);
  await first.stop();

  const second = await startMain();
  expect(await readTotals(await signInToDemo(second.address))).toEqual(totalsBefore);
  await second.stop();
});
