import { parseArgs } from 'node:util';
import { AUDIT_CHECKS, AUDIT_SETS, type AuditDifference, type AuditSet } from '@innkeeper/contract';
import { audit } from '../audit.ts';
import { openDatabase } from '../database.ts';
import { sealLog } from './seal.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../embedded.ts';

/**
 * `npm run audit`: adds everything up and names the differences, with their records. It reads the database of DATABASE_URL or
 * `--url`, else the embedded one in DATA_DIR, whether Innkeeper runs on it or not. It seals the log first, and names its head last:
 * who keeps that outside gives it back by `--head`, and sees that the log still begins the same. Ends with status 1 where something differs,
 * and with 2 where it could not look.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, head: { type: 'string' } } });
  const server = await findServer(values.url ?? process.env['DATABASE_URL']);
  const db = openDatabase({ url: server.url, connections: 1, applicationName: 'innkeeper-audit' });
  try {
    let heading = '';
    const say = (set: AuditSet, part?: string) => {
      const line = `${AUDIT_SETS[set].en}${part === undefined ? '' : `: ${part}`} …`;
      if (line !== heading) console.log(line);
      heading = line;
    };
    await sealLog(db);
    const { differences, seconds, head } = await audit(db, { onProgress: say, keptHead: values.head });
    for (const difference of differences) console.log(inWords(difference));
    const took = Object.values(seconds).reduce((sum, each) => sum + each, 0);
    const result = differences.length === 0 ? 'Everything agrees' : `${differences.length} rules are broken`;
    console.log(`${result}; added up in ${took.toFixed(1)} s`);
    if (head) console.log(`Head of the log: ${head.seal}-${head.hash}, ${head.lines} lines, sealed at ${head.at} UTC`);
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    await db.close();
    await server.stop();
  }
}

async function findServer(url: string | undefined): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = process.env['DATA_DIR'] ?? 'data';
  const running = url ?? findRunningPostgres(dataDir);
  if (running !== undefined) return { url: running, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir, log: console.log });
}

function inWords({ check, count, rows }: AuditDifference): string {
  const { set, label } = AUDIT_CHECKS[check];
  const named = rows.map(({ resource, id, note }) => `  ${resource} ${id}${note === null ? '' : `: ${note}`}`);
  const more = count > rows.length ? [`  … and ${count - rows.length} more`] : [];
  return [`${AUDIT_SETS[set].en}: not so that "${label.en}", ${count} times`, ...named, ...more].join('\n');
}

/** PostgreSQL's codes for a table, column or function that is not there. */
const MISSING = new Set(['42P01', '42703', '42883']);

if (import.meta.main) {
  main().catch((error: unknown) => {
    const isOlder = error instanceof Error && 'code' in error && MISSING.has(String(error.code));
    const message = error instanceof Error ? error.message : String(error);
    console.error(
      isOlder ? `${message}: the database is older than this program; start Innkeeper on it once, then audit` : message,
    );
    process.exitCode = 2;
  });
}
