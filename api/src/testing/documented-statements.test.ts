import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestApp } from './test-app.ts';

/** Every statement that the manual for operators gives to `psql` works on a database of this version. */

const manual = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const { db } = await startTestApp({ isMailQueued: true });

/** `psql … -c "statement"`, and `echo "statement" | psql …`, whose variables become texts. */
const statements = [
  ...manual.matchAll(/psql "\$DATABASE_URL" -c "([^"]+)"/g),
  ...manual.matchAll(/echo "([^"]+)" \|\s*psql/g),
].map(([, statement = '']) => statement.replace(/:'(\w+)'/g, `'$1'`).replaceAll('…', 'x'));

test('the manual has statements', () => {
  expect(statements.length).toBeGreaterThan(5);
});

test.each(statements)('the statement of the manual works: %.40s', async (statement) => {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await expect(client.query(statement)).resolves.toBeDefined();
  } finally {
    await client.query('rollback');
    client.release();
  }
});
