import { createHash } from 'node:crypto';
import {
  RECONCILIATION_CHECKS,
  RECONCILIATION_ROWS,
  RECONCILIATION_SETS,
  type ReconciliationCheckKey,
  type ReconciliationDifference,
  type ReconciliationResult,
  type ReconciliationSet,
  type LogHead,
} from '@innkeeper/contract';
import {
  LOGGED_RESOURCES_QUERY,
  type LoggedResource,
  recordedHeadStatement,
  lineStatements,
} from './reconciliation/log-chain.ts';
import {
  LOGGED_TABLES_QUERY,
  type LoggedTable,
  PART_SIZE,
  lastIdsQuery,
  logStatement,
} from './reconciliation/audit-log.ts';
import { RULES } from './reconciliation/rules.ts';
import { LOG_HEAD_QUERY } from './reconciliation/log-seal.ts';
import type { Connection } from './connection.ts';
import type { Db } from './database.ts';

export interface ReconciliationOptions {
  /** The sets to reconcile; all by default. */
  readonly sets?: readonly ReconciliationSet[];
  /** Called at the start of each set, and of each part of the log. */
  readonly onProgress?: (set: ReconciliationSet, part?: string) => void;
  /** Whether runs are repeated on the same connections, so that caching the plans pays off. */
  readonly isRepeated?: boolean;
  /** A log head that was stored outside of the database. The log must contain it. */
  readonly recordedHead?: string | undefined;
}

/** Memory of one sort; larger sorts spill to disk. */
const WORK_MEM = '64MB';

type DifferenceRow = ReconciliationDifference & Record<string, unknown>;

/**
 * Recomputes all stored totals, set by set, and returns the differences: each broken rule, with the number of records
 * that break it and the first of them. Reads one snapshot and writes nothing. The result is bounded, and so is the
 * database's memory: large queries spill to its disk, and the log is read in parts. See
 * docs/decisions/0059-reconcile-stored-totals-with-independent-statements.md.
 */
export async function reconcile(
  db: Db,
  { sets = keysOf(RECONCILIATION_SETS), onProgress, isRepeated = false, recordedHead }: ReconciliationOptions = {},
): Promise<ReconciliationResult> {
  const headStatements = recordedHead === undefined ? [] : [[undefined, recordedHeadStatement(recordedHead)] as const];
  const connection = await db.connect();
  try {
    await connection.query({ text: 'begin isolation level repeatable read read only' });
    await connection.query({ text: `set local work_mem = '${WORK_MEM}'` });
    // A cached plan is made for the data of the first run. With little data a nested loop is cheapest; later it is
    // slow.
    if (isRepeated) await connection.query({ text: 'set local enable_nestloop = off' });
    const differenceByCheck = new Map<ReconciliationCheckKey, ReconciliationDifference>();
    const seconds: Partial<Record<ReconciliationSet, number>> = {};
    for (const set of sets) {
      const startedAt = performance.now();
      onProgress?.(set);
      for (const [part, statement] of [
        ...(set === 'log' ? headStatements : []),
        ...(await loadStatements(connection, set)),
      ]) {
        if (part !== undefined) onProgress?.(set, part);
        for (const difference of await readDifferences(connection, statement, isRepeated))
          addDifference(differenceByCheck, difference);
      }
      seconds[set] = Math.round(performance.now() - startedAt) / 1000;
    }
    const { rows: heads } = await connection.query<LogHead & Record<string, unknown>>({ text: LOG_HEAD_QUERY });
    await connection.query({ text: 'commit' });
    return {
      head: heads[0] ?? null,
      differences: keysOf(RECONCILIATION_CHECKS).flatMap((check): ReconciliationDifference[] => {
        const found = differenceByCheck.get(check);
        return found ? [found] : [];
      }),
      seconds,
    };
  } catch (error) {
    connection.release(true); // closing the connection rolls back
    throw error;
  } finally {
    connection.release();
  }
}

// Object.keys loses the key type.
const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => Object.keys(record) as K[];

/** The statements of a set. Each statement about a part of the log comes with the name of that part. */
async function loadStatements(
  connection: Connection,
  set: ReconciliationSet,
): Promise<(readonly [string | undefined, string])[]> {
  const rules = keysOf(RULES).filter((key) => RECONCILIATION_CHECKS[key].set === set);
  const statements = rules.map((key) => [undefined, ruleStatement(key)] as const);
  if (set !== 'log') return statements;
  const { rows: tables } = await connection.query<LoggedTable & Record<string, unknown>>({ text: LOGGED_TABLES_QUERY });
  const { rows } = await connection.query<{ name: string; last_id: number }>({ text: lastIdsQuery(tables) });
  const lastIdByTable = new Map(rows.map(({ name, last_id }) => [name, last_id]));
  const { rows: resources } = await connection.query<LoggedResource & Record<string, unknown>>({
    text: LOGGED_RESOURCES_QUERY,
  });
  return [
    ...statements,
    ...lineStatements(resources),
    ...tables.flatMap((table) => logStatements(table, lastIdByTable.get(table.name) ?? 0)),
  ];
}

function ruleStatement(key: keyof typeof RULES): string {
  const { resource } = RECONCILIATION_CHECKS[key];
  const resourceSql = resource === null ? 'r.resource' : `'${resource}'`;
  return `select '${key}' as "check", ${resourceSql}::text as resource, r.id::bigint as id, r.note::text as note
    from (${RULES[key]}) r`;
}

/** The last part has no upper bound, because the log may refer to records that do not exist. */
function logStatements(table: LoggedTable, lastId: number): (readonly [string, string])[] {
  const parts = Math.floor(lastId / PART_SIZE) + 1;
  return Array.from({ length: parts }, (_, i) => [
    parts === 1 ? table.name : `${table.name} ${i + 1}/${parts}`,
    logStatement(table, i === 0 ? 0 : i * PART_SIZE, i === parts - 1 ? Number.MAX_SAFE_INTEGER : (i + 1) * PART_SIZE),
  ]);
}

/** Runs a statement. Returns its differences by rule, each with the number of records and the first of them. */
async function readDifferences(
  connection: Connection,
  statement: string,
  isRepeated: boolean,
): Promise<ReconciliationDifference[]> {
  const { rows } = await connection.query<DifferenceRow>({
    ...(isRepeated && { name: createHash('sha256').update(statement).digest('base64url') }),
    text: `
      select "check", n as count, json_agg(json_build_object('resource', resource, 'id', id, 'note', note)
          order by position) as rows from (
        select d.*, row_number() over (partition by "check" order by resource, id) as position,
          count(*) over (partition by "check") as n
        from (${statement}) d) d
      where position <= ${RECONCILIATION_ROWS} group by "check", n`,
  });
  return rows;
}

/** Several statements can check one rule: their differences are merged. */
function addDifference(
  differenceByCheck: Map<ReconciliationCheckKey, ReconciliationDifference>,
  { check, count, rows }: ReconciliationDifference,
): void {
  const existing = differenceByCheck.get(check);
  differenceByCheck.set(check, {
    check,
    count: (existing?.count ?? 0) + count,
    rows: [...(existing?.rows ?? []), ...rows].slice(0, RECONCILIATION_ROWS),
  });
}
