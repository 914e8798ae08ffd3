import { LOG_ALL_STATEMENTS, type Statement, followLog } from './statement-log.ts';
import { call } from './measure.ts';
import { signIn, startApp } from './app.ts';
import type { Row } from './row.ts';
import { type Scale, withDatabase, withServer } from './scale.ts';

const LARGE_BATCH = 10_000;
const SMALL_BATCH = 10;

/** Deletes many members in one call and counts the statements. Restores them afterwards. */
export function measureBulkDelete({ dataDir }: Scale): Promise<Row[]> {
  return withServer(dataDir, LOG_ALL_STATEMENTS, async (url) => {
    const ids = await withDatabase(url, (db) =>
      db.read<{ id: number }>({
        sql: `select id from member where deleted_at is null order by id limit ${LARGE_BATCH}`,
        parameters: [],
      }),
    );
    const app = await startApp({ DATABASE_URL: url, DEMO: '0' });
    const log = followLog(dataDir);
    try {
      const token = await signIn(app.address, 'admin');
      const runBulkCall = async (
        action: string,
        count: number,
      ): Promise<{ statements: readonly Statement[]; ms: number }> => {
        log.statements();
        const startedAt = performance.now();
        const body = { ids: ids.slice(0, count).map(({ id }) => id) };
        await call(app.address, token, { method: 'POST', path: `/api/member/${action}`, body });
        return { ms: performance.now() - startedAt, statements: log.statements() };
      };
      const smallRun = await runBulkCall('destroyBulk', SMALL_BATCH);
      await runBulkCall('restoreBulk', SMALL_BATCH);
      const largeRun = await runBulkCall('destroyBulk', LARGE_BATCH);
      await runBulkCall('restoreBulk', LARGE_BATCH);
      return [
        {
          name: 'bulk-delete',
          work: `bulk delete of ${LARGE_BATCH.toLocaleString('en')}: statements`,
          result: `${largeRun.statements.length} statements, ${Math.round(largeRun.ms)} ms`,
          floor: `${smallRun.statements.length} statements for ${SMALL_BATCH}`,
          value: largeRun.statements.length,
          unit: 'statements',
          target: smallRun.statements.length,
        },
      ];
    } finally {
      log.close();
      await app.stop();
    }
  });
}
