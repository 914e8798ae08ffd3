import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { dumpSchema } from './schema-dump.ts';
import { createTestDatabase } from './testing.ts';

test('db/schema.sql matches the schema of a migrated database; `npm run schema` updates it', async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  try {
    await expect(await dumpSchema(db)).toMatchFileSnapshot('../schema.sql');
  } finally {
    await db.close();
    await database.drop();
  }
});
