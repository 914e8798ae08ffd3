import { Readable, finished } from 'node:stream';
import {
  type ExportFormat,
  REPORT_FORMATS,
  type ReportFormat,
  type ResourceDefinition,
  message,
  permission,
  resources,
} from '@innkeeper/contract';
import { type Db, whileAsked } from '@innkeeper/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { withActor } from '../../access/authenticate.ts';
import { createSlots } from '../../platform/http/slots.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { InHeavySlot } from '../../platform/http/heavy.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { Behaviours } from '../resources/behaviour.ts';
import type { FilterContext } from '../resources/conditions.ts';
import { type RawQuery, parseListQuery } from '../resources/list-query.ts';
import { timeZoneOf } from '../resources/routes.ts';
import { readColumns } from './export-columns.ts';
import { type ExportedRows, openRows } from './export-rows.ts';
import { dialled } from './dialled.ts';
import { guarded } from './guarded-text.ts';
import { type CellKind, type Rows, type SheetColumn, cellKindOf } from './xlsx-lines.ts';

export interface ExportServices {
  readonly db: Db;
  readonly behaviours: Behaviours;
  readonly clock: () => Date;
  readonly inHeavySlot: InHeavySlot;
}

/**
 * Each export holds a connection for as long as its client reads: one of a user, and not all that is heavy. A second one of a
 * user waits here and holds nothing.
 */
const inExportSlot = createSlots({ size: 3, each: 1, queue: 20 });

/**
 * `GET /api/{resource}/export?format=csv|xlsx&columns=a,b`: a list as it is filtered and sorted, all of it, as a file. Takes
 * what the list takes, but for paging. Not for HEAD, which would read everything to say nothing. See docs/decisions/0015-lists-as-files.md.
 */
export function registerExports(app: FastifyInstance, services: ExportServices): void {
  const { db, behaviours } = services;
  for (const d of Object.values(resources) as ResourceDefinition[]) {
    app.get(`/api/${d.key}/export`, { exposeHeadRoute: false }, (request, reply) =>
      answerFile(services, request, reply, (actor, { columns: named, ...query }, context) => {
        requirePermission(actor, permission('VIEW', d.permission));
        const columns = readColumns(d, named, languageOf(request));
        const parsed = parseListQuery(d, query, { paging: false });
        const shown = columns.map(({ path, heading, width }) => ({
          heading,
          width,
          kind: cellKindOf(path.definition),
        }));
        return {
          key: d.key,
          name: d.labels.en,
          columns: columns.map(({ path }) => path.column),
          open: () => openRows(db, behaviours, actor, d, parsed, columns, context),
          files: {
            csv: ({ batches }) => csvFile(shown, batches),
            xlsx: async ({ batches }) => (await import('./xlsx-write.ts')).workbook(shown, batches),
          } satisfies Record<ExportFormat, MakeFile<ExportedRows>>,
        };
      }),
    );
  }
}

/** Makes a file of rows while it is read. Its libraries are loaded with the first file: most processes never need them. */
export type MakeFile<R extends ExportedRows> = (rows: R) => Promise<Readable>;

/** Rows on their way into a file. */
export interface ExportedTable<R extends ExportedRows> {
  /** Under which the log keeps who took it out: that of the resource, or of the report. */
  readonly key: string;
  /** Begins the name of the file. */
  readonly name: string;
  /** Names of the columns, for the log. */
  readonly columns: readonly string[];
  readonly open: () => Promise<R>;
  /** The formats in which it is offered. */
  readonly files: Readonly<Partial<Record<ReportFormat, MakeFile<R>>>>;
}

/**
 * Answers with a file of the format that is asked for, streamed. `read` checks the right and the other parameters; it throws
 * their errors.
 */
export async function answerFile<R extends ExportedRows>(
  services: ExportServices,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (actor: Actor, query: RawQuery, context: FilterContext) => ExportedTable<R> | Promise<ExportedTable<R>>,
): Promise<FastifyReply> {
  const context = { now: services.clock(), timeZone: timeZoneOf(request) };
  const { stream, format, name } = await withActor(request, async (actor) => {
    const { format: asked, ...query } = request.query as RawQuery; // Fastify leaves the query's type to the route
    const table = await read(actor, query, context);
    const offered = REPORT_FORMATS.filter((format) => table.files[format]);
    const format = offered.find((known) => known === asked);
    const make = format && table.files[format];
    if (!make) throw invalid({ format: [message('choice', offered.join(', '))] });
    const taken = {
      actorId: actor.userId,
      ip: request.ip,
      requestId: request.id,
      key: table.key,
      columns: table.columns,
      format,
      query,
    };
    return { stream: await openFile(services, taken, table, make), format, name: table.name };
  });
  // Somebody who is gone already would never be sent the stream, and so never end it.
  finished(reply.raw, () => stream.destroy());
  return reply
    .type(FILE_TYPES[format])
    .header('content-disposition', `attachment; filename="${fileName(name, context)}.${format}"`)
    .send(stream);
}

export const FILE_TYPES: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** `member-vouchers-2026-11-21`, of the requester's day. */
export function fileName(name: string, { now, timeZone }: FilterContext): string {
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  return `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${day.toPlainDate().toString()}`;
}

function openFile<R extends ExportedRows>(
  { db, inHeavySlot }: ExportServices,
  taken: TakenOut,
  table: ExportedTable<R>,
  make: MakeFile<R>,
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const work = async (): Promise<void> => {
      const rows = await table.open();
      try {
        const logId = await logExport(db, taken);
        const stream = await make(rows);
        resolve(stream);
        const isWhole = await new Promise<boolean>((end) => finished(stream, (error) => end(!error)));
        if (isWhole) await logCount(db, logId, rows.count());
      } finally {
        rows.close();
      }
    };
    inExportSlot(() => inHeavySlot(work, 'lasting')).catch(reject);
  });
}

/** A CSV file of texts as PostgreSQL gives them. */
export const csvFile = async (columns: readonly SheetColumn[], batches: ExportedRows['batches']): Promise<Readable> =>
  Readable.from(csvText(columns, batches), { objectMode: false });

async function* csvText(columns: readonly SheetColumn[], batches: AsyncIterable<Rows>): AsyncGenerator<string> {
  const { BOM, csvLines } = await import('./csv.ts');
  yield BOM + csvLines([columns.map(({ heading }) => guarded(heading))]);
  const texts = columns.map(({ kind }) => csvTextOf(kind));
  for await (const batch of batches)
    yield csvLines(batch.map((row) => row.map((cell, i) => (cell === null ? null : (texts[i]?.(cell) ?? cell)))));
}

/** How a cell stands in a CSV file. A number's minus makes no formula of it. */
const csvTextOf = (kind: CellKind): ((text: string) => string) => {
  if (NUMBERS.has(kind)) return (text) => text;
  return kind === 'phone' ? (text) => dialled(text) ?? guarded(text) : guarded;
};

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'flag', 'reference', 'option']);

/** The user who exported a list, and the question asked. */
export interface TakenOut {
  readonly actorId: number;
  /** Null where a job does it. */
  readonly ip: string | null;
  readonly requestId: string;
  readonly key: string;
  readonly columns: readonly string[];
  readonly format: ReportFormat;
  readonly query: RawQuery;
}

/** Writes down who takes a list out, before the first row leaves. Resolves to the entry's id. */
export async function logExport(db: Db, taken: TakenOut): Promise<number> {
  const { columns: _, ...question } = taken.query;
  const { rows } = await sql<{ id: number }>`
    insert into export_log (actor_id, ip, request_id, resource, format, columns, query)
    values (${taken.actorId}, ${taken.ip}::inet, ${taken.requestId}, ${taken.key}, ${taken.format},
            ${taken.columns}::text[], ${JSON.stringify(question)}::jsonb) returning id`.execute(db.kysely);
  return rows[0]?.id ?? 0;
}

/** How many rows left, once all had. */
export const logCount = (db: Db, id: number, count: number) =>
  // The client may have the whole file and be gone.
  whileAsked({ signal: undefined, asker: () => '' }, () =>
    sql`update export_log set rows = ${count} where id = ${id}`.execute(db.kysely),
  );
