import { Readable, finished } from 'node:stream';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type FieldKind,
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
import type { Rows, SheetColumn } from './xlsx-write.ts';

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
 * what the list takes, but for paging. Not for HEAD, which would read everything to say nothing.
 */
export function registerExports(app: FastifyInstance, services: ExportServices): void {
  const { db, behaviours } = services;
  for (const d of Object.values(resources) as ResourceDefinition[]) {
    app.get(`/api/${d.key}/export`, { exposeHeadRoute: false }, (request, reply) =>
      answerFile(services, request, reply, (actor, { columns: named, ...query }, context) => {
        requirePermission(actor, permission('VIEW', d.permission));
        const columns = readColumns(d, named, languageOf(request));
        const parsed = parseListQuery(d, query, { paging: false });
        return {
          key: d.key,
          name: d.labels.en,
          columns: columns.map(({ path, heading, width }) => ({
            column: path.column,
            heading,
            width,
            kind: path.definition.kind,
          })),
          open: () => openRows(db, behaviours, actor, d, parsed, columns, context),
        };
      }),
    );
  }
}

/** Rows on their way into a file. */
export interface ExportedTable {
  /** Under which the log keeps who took it out: that of the resource, or of the report. */
  readonly key: string;
  /** What the file is named after. */
  readonly name: string;
  readonly columns: readonly FileColumn[];
  readonly open: () => Promise<ExportedRows>;
}

interface FileColumn extends SheetColumn {
  readonly column: string;
}

/**
 * Answers with a file of the format that is asked for, streamed. `read` checks the right and the other parameters; it throws what is
 * wrong with them.
 */
export async function answerFile(
  services: ExportServices,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (actor: Actor, query: RawQuery, context: FilterContext) => ExportedTable | Promise<ExportedTable>,
): Promise<FastifyReply> {
  const context = { now: services.clock(), timeZone: timeZoneOf(request) };
  const { stream, format, name } = await withActor(request, async (actor) => {
    const { format: asked, ...query } = request.query as RawQuery; // Fastify leaves the query's type to the route
    const table = await read(actor, query, context);
    const format = EXPORT_FORMATS.find((known) => known === asked);
    if (!format) throw invalid({ format: [message('choice', EXPORT_FORMATS.join(', '))] });
    return { stream: await openFile(services, actor, request, { table, format, query }), format, name: table.name };
  });
  // Somebody who is gone already would never be sent the stream, and so never end it.
  finished(reply.raw, () => stream.destroy());
  return reply
    .type(TYPES[format])
    .header('content-disposition', `attachment; filename="${fileName(name, context)}.${format}"`)
    .send(stream);
}

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** `member-vouchers-2026-11-21`, of the requester's day. */
function fileName(name: string, { now, timeZone }: FilterContext): string {
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  return `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${day.toPlainDate().toString()}`;
}

interface Ordered {
  readonly table: ExportedTable;
  readonly format: ExportFormat;
  readonly query: RawQuery;
}

function openFile(
  { db, inHeavySlot }: ExportServices,
  actor: Actor,
  request: FastifyRequest,
  ordered: Ordered,
): Promise<Readable> {
  const { table, format } = ordered;
  return new Promise((resolve, reject) => {
    const work = async (): Promise<void> => {
      const rows = await table.open();
      try {
        const logId = await logExport(db, actor, request, ordered);
        const stream = await files[format](table.columns, rows.batches);
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

/** What writes a file is loaded with the first one: most processes never do. */
type MakeFile = (columns: readonly FileColumn[], batches: ExportedRows['batches']) => Promise<Readable>;

const files: Record<ExportFormat, MakeFile> = {
  csv: async (columns, batches) => Readable.from(csvText(columns, batches), { objectMode: false }),
  xlsx: async (columns, batches) => (await import('./xlsx-write.ts')).workbook(columns, batches),
};

async function* csvText(columns: readonly FileColumn[], batches: AsyncIterable<Rows>): AsyncGenerator<string> {
  const { BOM, csvLines } = await import('./csv.ts');
  yield BOM + csvLines([columns.map(({ heading }) => guarded(heading))]);
  const texts = columns.map(({ kind }) => csvTextOf(kind));
  for await (const batch of batches)
    yield csvLines(batch.map((row) => row.map((cell, i) => (cell === null ? null : (texts[i]?.(cell) ?? cell)))));
}

/** How a cell stands in a CSV file. A number's minus makes no formula of it. */
const csvTextOf = (kind: FieldKind): ((text: string) => string) => {
  if (NUMBERS.has(kind)) return (text) => text;
  return kind === 'phone' ? (text) => dialled(text) ?? guarded(text) : guarded;
};

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'flag', 'reference', 'option']);

/** Who takes which list out, and how it was asked for: written down before the first row leaves. */
async function logExport(
  db: Db,
  actor: Actor,
  request: FastifyRequest,
  { table: { key, columns }, format, query }: Ordered,
): Promise<number> {
  const { columns: _, ...question } = query;
  const { rows } = await sql<{ id: number }>`
    insert into export_log (actor_id, ip, request_id, resource, format, columns, query)
    values (${actor.userId}, ${request.ip}::inet, ${request.id}, ${key}, ${format},
            ${columns.map(({ column }) => column)}::text[], ${JSON.stringify(question)}::jsonb) returning id`.execute(
    db.kysely,
  );
  return rows[0]?.id ?? 0;
}

const logCount = (db: Db, id: number, count: number) =>
  // Whoever has the whole file may be gone.
  whileAsked({ signal: undefined, asker: () => '' }, () =>
    sql`update export_log set rows = ${count} where id = ${id}`.execute(db.kysely),
  );
