import { LOG_ALL_STATEMENTS, type Statement, listen } from './statement-log.ts';
import { call } from './measure.ts';
import { signIn, startApp } from './app.ts';
import type { Row } from './row.ts';
import { type Scale, withDatabase, withServer } from './scale.ts';

const MANY = 10_000;
const SMALL_BATCH = 10;

/** Deletes and restores many members in one call, and counts the statements that takes. */
export function measureBulk({ dataDir }: Scale): Promise<Row[]> {
  return withServer(dataDir, LOG_ALL_STATEMENTS, async (url) => {
    const ids = await withDatabase(url, (db) =>
      db.read<{ id: number }>({
        sql: `select id from member where deleted_at is null order by id limit ${MANY}`,
        parameters: [],
      }),
    );
    const app = await startApp({ DATABASE_URL: url, DEMO: '0' });
    const log = listen(dataDir);
    try {
      const token = await signIn(app.address, 'admin');
      const run = async (action: string, count: number): Promise<{ statements: readonly Statement[]; ms: number }> => {
        log.statements();
        const started = performance.now();
        const body = { ids: ids.slice(0, count).map(({ id }) => id) };
        await call(app.address, token, { method: 'POST', path: `/api/member/${action}`, body });
        return { ms: performance.now() - started, statements: log.statements() };
      };
      const few = await run('destroyBulk', SMALL_BATCH);
      await run('restoreBulk', SMALL_BATCH);
      const many = await run('destroyBulk', MANY);
      await run('restoreBulk', MANY);
      return [
        {
          name: 'bulk-delete',
          work: `bulk delete of ${MANY.toLocaleString('en')}: statements`,
          result: `${many.statements.length} statements, ${Math.round(many.ms)} ms`,
          floor: `${few.statements.length} statements for ${SMALL_BATCH}`,
          value: many.statements.length,
          unit: 'statements',
          target: few.statements.length,
        },
      ];
    } finally {
      log.close();
      await app.stop();
    }
  });
}
