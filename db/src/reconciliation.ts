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
  LOGGED_RESOURCES,
  type LoggedResource,
  recordedHeadStatement,
  lineStatements,
} from './reconciliation/log-chain.ts';
import { LOGGED_TABLES, type LoggedTable, PART_SIZE, lastIds, logStatement } from './reconciliation/audit-log.ts';
import { RULES } from './reconciliation/rules.ts';
import { HEAD } from './reconciliation/log-seal.ts';
import type { Connection } from './connection.ts';
import type { Db } from './database.ts';

export interface ReconciliationOptions {
  /** The sets to reconcile; all by default. */
  readonly sets?: readonly ReconciliationSet[];
  /** Called at the start of each set, and of each part of the log. */
  readonly onProgress?: (set: ReconciliationSet, part?: string) => void;
  /** Whether another run follows soon on the same connections: each statement's plan is then cached. */
  readonly isRepeated?: boolean;
  /** A head of the log that was stored elsewhere and that the log must contain. */
  readonly recordedHead?: string | undefined;
}

/** Memory of one sort; larger sorts spill to disk. */
const WORK_MEM = '64MB';

type Found = ReconciliationDifference & Record<string, unknown>;

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
  const lastKnown = recordedHead === undefined ? [] : [[undefined, recordedHeadStatement(recordedHead)] as const];
  const connection = await db.connect();
  try {
    await connection.query({ text: 'begin isolation level repeatable read read only' });
    await connection.query({ text: `set local work_mem = '${WORK_MEM}'` });
    // A cached plan was made for the data of the first run. With little data a nested loop looked cheapest; later it is
    // not.
    if (isRepeated) await connection.query({ text: 'set local enable_nestloop = off' });
    const found = new Map<ReconciliationCheckKey, ReconciliationDifference>();
    const seconds: Partial<Record<ReconciliationSet, number>> = {};
    for (const set of sets) {
      const startedAt = performance.now();
      onProgress?.(set);
      for (const [part, statement] of [...(set === 'log' ? lastKnown : []), ...(await statementsOf(connection, set))]) {
        if (part !== undefined) onProgress?.(set, part);
        for (const difference of await read(connection, statement, isRepeated)) add(found, difference);
      }
      seconds[set] = Math.round(performance.now() - startedAt) / 1000;
    }
    const { rows: heads } = await connection.query<LogHead & Record<string, unknown>>({ text: HEAD });
    await connection.query({ text: 'commit' });
    return {
      head: heads[0] ?? null,
      differences: keysOf(RECONCILIATION_CHECKS).flatMap((check): ReconciliationDifference[] => {
        const broken = found.get(check);
        return broken ? [broken] : [];
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

// Object.keys forgets the key type.
const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => Object.keys(record) as K[];

/** The statements of a set, each with its part of the log if there are several. */
async function statementsOf(
  connection: Connection,
  set: ReconciliationSet,
): Promise<(readonly [string | undefined, string])[]> {
  const rules = keysOf(RULES).filter((key) => RECONCILIATION_CHECKS[key].set === set);
  const statements = rules.map((key) => [undefined, ruleStatement(key)] as const);
  if (set !== 'log') return statements;
  const { rows: tables } = await connection.query<LoggedTable & Record<string, unknown>>({ text: LOGGED_TABLES });
  const { rows } = await connection.query<{ name: string; last: number }>({ text: lastIds(tables) });
  const lastIdByTable = new Map(rows.map(({ name, last }) => [name, last]));
  const { rows: resources } = await connection.query<LoggedResource & Record<string, unknown>>({
    text: LOGGED_RESOURCES,
  });
  return [
    ...statements,
    ...lineStatements(resources),
    ...tables.flatMap((table) => logStatements(table, lastIdByTable.get(table.name) ?? 0)),
  ];
}

function ruleStatement(key: keyof typeof RULES): string {
  const { resource } = RECONCILIATION_CHECKS[key];
  const named = resource === null ? 'r.resource' : `'${resource}'`;
  return `select '${key}' as "check", ${named}::text as resource, r.id::bigint as id, r.note::text as note
    from (${RULES[key]}) r`;
}

/** The last part has no upper bound: the log may refer to records that do not exist. */
function logStatements(table: LoggedTable, last: number): (readonly [string, string])[] {
  const parts = Math.floor(last / PART_SIZE) + 1;
  return Array.from({ length: parts }, (_, i) => [
    parts === 1 ? table.name : `${table.name} ${i + 1}/${parts}`,
    logStatement(table, i === 0 ? 0 : i * PART_SIZE, i === parts - 1 ? Number.MAX_SAFE_INTEGER : (i + 1) * PART_SIZE),
  ]);
}

/** The differences that a statement finds, by rule, each with the number of records that break it. */
async function read(
  connection: Connection,
  statement: string,
  isRepeated: boolean,
): Promise<ReconciliationDifference[]> {
  const { rows } = await connection.query<Found>({
    ...(isRepeated && { name: createHash('sha256').update(statement).digest('base64url') }),
    text: `
      select "check", n as count, json_agg(json_build_object('resource', resource, 'id', id, 'note', note)
          order by place) as rows from (
        select d.*, row_number() over (partition by "check" order by resource, id) as place,
          count(*) over (partition by "check") as n
        from (${statement}) d) d
      where place <= ${RECONCILIATION_ROWS} group by "check", n`,
  });
  return rows;
}

/** A rule checked by several statements is one difference. */
function add(
  found: Map<ReconciliationCheckKey, ReconciliationDifference>,
  { check, count, rows }: ReconciliationDifference,
): void {
  const known = found.get(check);
  found.set(check, {
    check,
    count: (known?.count ?? 0) + count,
    rows: [...(known?.rows ?? []), ...rows].slice(0, RECONCILIATION_ROWS),
  });
}
