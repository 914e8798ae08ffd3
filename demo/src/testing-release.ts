import { writeFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { openDatabase, sealLog } from '@innkeeper/db';
import { createTestDatabase, readReleaseData, startTestServer } from '@innkeeper/db/testing';
import packageJson from '../../package.json' with { type: 'json' };
import { generateMembers } from './generate.ts';
import { seedDemo } from './seed-demo.ts';

/** Members of the demonstration, and members that are loaded without triggers. */
const DEMO_MEMBERS = 110;
const LOADED_MEMBERS = 40;

/**
 * `npm run release-data`: writes `db/releases/<version>.json.br`, a small filled demonstration as this version stores it.
 * `db/src/release-upgrade.test.ts` upgrades it from then on.
 */
const stop = await startTestServer();
try {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  const now = new Date();
  await seedDemo(db, { members: DEMO_MEMBERS, passwordHash: 'hash', now });
  await generateMembers(db, LOADED_MEMBERS, now);
  await sealLog(db);
  const file = new URL(`../../db/releases/${packageJson.version}.json.br`, import.meta.url);
  await writeFile(file, brotliCompressSync(JSON.stringify(await readReleaseData(db))));
  console.log(`Written: ${file.pathname}`);
  await db.close();
  await database.drop();
} finally {
  await stop();
}
