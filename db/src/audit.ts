import { createHash } from 'node:crypto';
import {
  AUDIT_CHECKS,
  AUDIT_ROWS,
  AUDIT_SETS,
  type AuditCheckKey,
  type AuditDifference,
  type AuditResult,
  type AuditSet,
  type LogHead,
} from '@innkeeper/contract';
import { LOGGED_RESOURCES, type LoggedResource, keptHeadStatement, lineStatements } from './audit/chain.ts';
import { LOGGED_TABLES, type LoggedTable, PART, lastIds, logStatement } from './audit/log.ts';
import { RULES } from './audit/rules.ts';
import { HEAD } from './audit/seal.ts';
import type { Connection } from './connection.ts';
import type { Db } from './database.ts';

export interface AuditOptions {
  /** The sets that are added up; all by default. */
  readonly sets?: readonly AuditSet[];
  /** Told of each set that is begun, and of the parts of the log. */
  readonly onProgress?: (set: AuditSet, part?: string) => void;
  /** Whether the next one follows soon on the same connections: each statement is planned once, and its plan kept. */
  readonly isRepeated?: boolean;
  /** A head of the log that somebody kept: the log has to have it. */
  readonly keptHead?: string | undefined;
}

/** The memory of one sort; the rest is on the disk. */
const WORK_MEMORY = '64MB';

type Found = AuditDifference & Record<string, unknown>;

/**
 * Adds up everything that the database keeps, set by set, and tells the differences: each rule that is broken, by how many records,
 * and the first of them. It reads one snapshot and writes nothing. The answer is bounded, and so is the database's
 * memory: large questions spill to its disk, and the log is read in parts. See docs/decisions/0059-audit.md.
 */
export async function audit(
  db: Db,
  { sets = keysOf(AUDIT_SETS), onProgress, isRepeated = false, keptHead }: AuditOptions = {},
): Promise<AuditResult> {
  const kept = keptHead === undefined ? [] : [[undefined, keptHeadStatement(keptHead)] as const];
  const connection = await db.connect();
  try {
    await connection.query({ text: 'begin isolation level repeatable read read only' });
    await connection.query({ text: `set local work_mem = '${WORK_MEMORY}'` });
    // A kept plan was made on the books of the first time. Where those were few, a loop within a loop looked cheapest; later it is not.
    if (isRepeated) await connection.query({ text: 'set local enable_nestloop = off' });
    const found = new Map<AuditCheckKey, AuditDifference>();
    const seconds: Partial<Record<AuditSet, number>> = {};
    for (const set of sets) {
      const began = performance.now();
      onProgress?.(set);
      for (const [part, statement] of [...(set === 'log' ? kept : []), ...(await statementsOf(connection, set))]) {
        if (part !== undefined) onProgress?.(set, part);
        for (const difference of await read(connection, statement, isRepeated)) add(found, difference);
      }
      seconds[set] = Math.round(performance.now() - began) / 1000;
    }
    const { rows: heads } = await connection.query<LogHead & Record<string, unknown>>({ text: HEAD });
    await connection.query({ text: 'commit' });
    return {
      head: heads[0] ?? null,
      differences: keysOf(AUDIT_CHECKS).flatMap((check): AuditDifference[] => {
        const broken = found.get(check);
        return broken ? [broken] : [];
      }),
      seconds,
    };
  } catch (error) {
    connection.release(true); // its end rolls back
    throw error;
  } finally {
    connection.release();
  }
}

const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => Object.keys(record) as K[]; // Object.keys forgets the key type

/** The statements of a set, each with its part of the log where there are many. */
async function statementsOf(connection: Connection, set: AuditSet): Promise<(readonly [string | undefined, string])[]> {
  const rules = keysOf(RULES).filter((key) => AUDIT_CHECKS[key].set === set);
  const statements = rules.map((key) => [undefined, ruleStatement(key)] as const);
  if (set !== 'log') return statements;
  const { rows: tables } = await connection.query<LoggedTable & Record<string, unknown>>({ text: LOGGED_TABLES });
  const { rows } = await connection.query<{ name: string; last: number }>({ text: lastIds(tables) });
  const lasts = new Map(rows.map(({ name, last }) => [name, last]));
  const { rows: resources } = await connection.query<LoggedResource & Record<string, unknown>>({
    text: LOGGED_RESOURCES,
  });
  return [
    ...statements,
    ...lineStatements(resources),
    ...tables.flatMap((table) => logStatements(table, lasts.get(table.name) ?? 0)),
  ];
}

function ruleStatement(key: keyof typeof RULES): string {
  const { resource } = AUDIT_CHECKS[key];
  const named = resource === null ? 'r.resource' : `'${resource}'`;
  return `select '${key}' as "check", ${named}::text as resource, r.id::bigint as id, r.note::text as note from (${RULES[key]}) r`;
}

/** The last part has no end: the log may speak of records that are not there. */
function logStatements(table: LoggedTable, last: number): (readonly [string, string])[] {
  const parts = Math.floor(last / PART) + 1;
  return Array.from({ length: parts }, (_, i) => [
    parts === 1 ? table.name : `${table.name} ${i + 1}/${parts}`,
    logStatement(table, i === 0 ? 0 : i * PART, i === parts - 1 ? Number.MAX_SAFE_INTEGER : (i + 1) * PART),
  ]);
}

/** The differences that a statement finds: its rules one after the other, each with how many records break it. */
async function read(connection: Connection, statement: string, isRepeated: boolean): Promise<AuditDifference[]> {
  const { rows } = await connection.query<Found>({
    ...(isRepeated && { name: createHash('sha256').update(statement).digest('base64url') }),
    text: `
      select "check", n as count, json_agg(json_build_object('resource', resource, 'id', id, 'note', note) order by place) as rows from (
        select d.*, row_number() over (partition by "check" order by resource, id) as place, count(*) over (partition by "check") as n
        from (${statement}) d) d
      where place <= ${AUDIT_ROWS} group by "check", n`,
  });
  return rows;
}

/** A rule that several statements ask for is one difference. */
function add(found: Map<AuditCheckKey, AuditDifference>, { check, count, rows }: AuditDifference): void {
  const known = found.get(check);
  found.set(check, {
    check,
    count: (known?.count ?? 0) + count,
    rows: [...(known?.rows ?? []), ...rows].slice(0, AUDIT_ROWS),
  });
}
