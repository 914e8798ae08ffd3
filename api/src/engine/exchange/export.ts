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
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { withActor } from '../../access/authenticate.ts';
import { createSlots } from '../../platform/http/slots.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { InHeavySlot } from '../../platform/http/heavy.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { Behaviours } from '../resources/behaviour.ts';
import { type RawQuery, parseListQuery } from '../resources/list-query.ts';
import { timeZoneOf } from '../resources/routes.ts';
import { type ExportColumn, readColumns } from './export-columns.ts';
import { type ExportedRows, openRows } from './export-rows.ts';
import { dialled } from './dialled.ts';
import { guarded } from './guarded-text.ts';
import type { Rows } from './xlsx-write.ts';

interface Services {
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
export function registerExports(app: FastifyInstance, services: Services): void {
  for (const d of Object.values(resources) as ResourceDefinition[]) {
    app.get(`/api/${d.key}/export`, { exposeHeadRoute: false }, async (request, reply) => {
      const { stream, format } = await withActor(request, (actor) => exportList(services, actor, d, request));
      // Somebody who is gone already would never be sent the stream, and so never end it.
      finished(reply.raw, () => stream.destroy());
      return reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="${fileName(d, services, request)}.${format}"`)
        .send(stream);
    });
  }
}

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** `member-vouchers-2026-11-21`, of the requester's day. */
function fileName(d: ResourceDefinition, { clock }: Services, request: FastifyRequest): string {
  const day = Temporal.Instant.fromEpochMilliseconds(clock().getTime()).toZonedDateTimeISO(timeZoneOf(request));
  return `${d.labels.en.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${day.toPlainDate().toString()}`;
}

async function exportList(
  services: Services,
  actor: Actor,
  d: ResourceDefinition,
  request: FastifyRequest,
): Promise<{ stream: Readable; format: ExportFormat }> {
  requirePermission(actor, permission('VIEW', d.permission));
  const { format: asked, columns: named, ...query } = request.query as RawQuery; // Fastify leaves the query's type to the route
  const format = EXPORT_FORMATS.find((known) => known === asked);
  if (!format) throw invalid({ format: [message('choice', EXPORT_FORMATS.join(', '))] });
  const columns = readColumns(d, named, languageOf(request));
  const parsed = parseListQuery(d, query, { paging: false });
  const context = { now: services.clock(), timeZone: timeZoneOf(request) };
  return new Promise((resolve, reject) => {
    const work = async (): Promise<void> => {
      const rows = await openRows(services.db, services.behaviours, actor, d, parsed, columns, context);
      try {
        const logId = await logExport(services.db, actor, request, { d, format, columns, query });
        const stream = await files[format](columns, rows.batches);
        resolve({ stream, format });
        const isWhole = await new Promise<boolean>((end) => finished(stream, (error) => end(!error)));
        if (isWhole) await logCount(services.db, logId, rows.count());
      } finally {
        rows.close();
      }
    };
    inExportSlot(() => services.inHeavySlot(work, 'file')).catch(reject);
  });
}

/** What writes a file is loaded with the first one: most processes never do. */
type MakeFile = (columns: readonly ExportColumn[], batches: ExportedRows['batches']) => Promise<Readable>;

const files: Record<ExportFormat, MakeFile> = {
  csv: async (columns, batches) => Readable.from(csvText(columns, batches), { objectMode: false }),
  xlsx: async (columns, batches) =>
    (await import('./xlsx-write.ts')).workbook(
      columns.map(({ heading, width, path }) => ({ heading, width, kind: path.definition.kind })),
      batches,
    ),
};

async function* csvText(columns: readonly ExportColumn[], batches: AsyncIterable<Rows>): AsyncGenerator<string> {
  const { BOM, csvLines } = await import('./csv.ts');
  yield BOM + csvLines([columns.map(({ heading }) => guarded(heading))]);
  const texts = columns.map(({ path }) => csvTextOf(path.definition.kind));
  for await (const batch of batches)
    yield csvLines(batch.map((row) => row.map((cell, i) => (cell === null ? null : (texts[i]?.(cell) ?? cell)))));
}

/** How a cell stands in a CSV file. A number's minus makes no formula of it. */
const csvTextOf = (kind: FieldKind): ((text: string) => string) => {
  if (NUMBERS.has(kind)) return (text) => text;
  return kind === 'phone' ? (text) => dialled(text) ?? guarded(text) : guarded;
};

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'flag', 'reference', 'option']);

interface Logged {
  readonly d: ResourceDefinition;
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
  readonly query: RawQuery;
}

/** Who takes which list out, and how it was asked for: written down before the first row leaves. */
async function logExport(db: Db, actor: Actor, request: FastifyRequest, logged: Logged): Promise<number> {
  const { d, format, columns, query } = logged;
  const { rows } = await sql<{ id: number }>`
    insert into export_log (actor_id, ip, request_id, resource, format, columns, query)
    values (${actor.userId}, ${request.ip}::inet, ${request.id}, ${d.key}, ${format},
            ${columns.map(({ path }) => path.column)}::text[], ${JSON.stringify(query)}::jsonb) returning id`.execute(
    db.kysely,
  );
  return rows[0]?.id ?? 0;
}

const logCount = (db: Db, id: number, count: number) =>
  // Whoever has the whole file may be gone.
  whileAsked({ signal: undefined, asker: () => '' }, () =>
    sql`update export_log set rows = ${count} where id = ${id}`.execute(db.kysely),
  );
