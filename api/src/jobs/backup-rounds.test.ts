import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, startEmbeddedPostgres } from '@innkeeper/db';
import { expect, onTestFinished, test } from 'vitest';
import { testingFolder } from '../../../scripts/testing-folder.mjs';
import type { Bucket } from '../platform/files/s3-store.ts';
import { backupRounds, findBackupProblem } from './backup-rounds.ts';
import { createMaintenance } from './maintenance.ts';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(testingFolder(), 'innkeeper-rounds-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('the running program backs up its database, and a failed backup is a failing job', async () => {
  const dataDir = await createFolder();
  const folder = join(await createFolder(), 'backups');
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  const db = openDatabase({ url: server.url, connections: 1 });
  onTestFinished(async () => {
    await db.close();
    await server.stop();
  });
  const stopController = new AbortController();
  const run = async (to: string, backupBucket?: Bucket) => {
    const rounds = backupRounds({ dataDir, backup: { folder: to, keep: 2 }, backupBucket }, stopController.signal);
    const maintenance = createMaintenance(db, rounds);
    await maintenance.runOnce({ error: () => {} });
    return maintenance.failing().map(({ job }) => job);
  };
  expect(await run(folder)).toEqual([]);
  expect(await readdir(join(folder, 'base'))).toHaveLength(1);

  const awayBucket = {
    endpoint: 'http://127.0.0.1:1',
    region: 'us-east-1',
    bucket: 'backups',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  };
  expect(await run(folder, awayBucket)).toEqual(['back up']);

  const used = await createFolder();
  await writeFile(join(used, 'note.txt'), 'mine');
  expect(await run(used)).toEqual(['back up']);
  stopController.abort();
  expect(await run(join(folder, '..', 'later'))).toEqual([]);
});

test('an unusable folder of backups is known at the start', async () => {
  const folder = await createFolder();
  expect(await findBackupProblem({ backup: undefined })).toBeUndefined();
  expect(await findBackupProblem({ backup: { folder: join(folder, 'new'), keep: 7 } })).toBeUndefined();
  expect(await findBackupProblem({ backup: { folder, keep: 7 } })).toBe(
    `${folder}: this folder has other files; name an empty or a new one`,
  );
  await writeFile(join(folder, 'file'), '');
  expect(await findBackupProblem({ backup: { folder: join(folder, 'file'), keep: 7 } })).toContain('EEXIST');
});
