import { Readable, finished } from 'node:stream';
import {
  type ExportFormat,
  type Language,
  REPORT_FORMATS,
  type ReportFormat,
  type ResourceDefinition,
  message,
  permission,
  resources,
} from '@innkeeper/contract';
import { type Db, withRequestOwner } from '@innkeeper/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { openToIntegrations, withActor } from '../../access/authenticate.ts';
import { createLimiter } from '../../platform/http/limiter.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { RunExpensive } from '../../platform/http/concurrency-limit.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { HooksByResource } from '../resources/resource-hooks.ts';
import type { FilterContext } from '../resources/conditions.ts';
import { type RawQuery, parseListQuery } from '../resources/list-query.ts';
import { getTimeZone } from '../resources/routes.ts';
import { parseColumns } from './export-columns.ts';
import { type ExportedRows, openRows } from './export-rows.ts';
import { parseSelection } from './export-selection.ts';
import { type Fact, createRowsFact } from './file-facts.ts';
import { codeFormatter } from './format-cell.ts';
import { describeList } from './list-facts.ts';
import { formatCodeDigits, formatPhone } from './phone-digits.ts';
import { guardFormula } from './formula-guard.ts';
import { type CellKind, type Rows, type SheetColumn, cellKindOf } from './xlsx-lines.ts';
import type { WorkbookLayout } from './xlsx-write.ts';
import { fileFactTexts } from '../../texts/file-facts.ts';

export interface ExportServices {
  readonly db: Db;
  readonly hooksByResource: HooksByResource;
  readonly clock: () => Date;
  readonly runExpensive: RunExpensive;
}

/**
 * An export holds a connection while its client downloads. Each user may run one, and all users together fewer than the
 * limit of expensive requests. A second one waits here without a connection.
 */
const limitExports = createLimiter({ size: 3, perCaller: 1, queue: 20 });

/**
 * `GET /api/{resource}/export?format=csv|xlsx&columns=a,b`: the whole list, filtered and sorted, as a file. Takes the
 * list's parameters except paging, and `ids` or `except` of a selection. No HEAD, which would read everything and return
 * nothing. See docs/decisions/0015-read-and-write-list-files-with-our-own-code.md.
 */
export function registerExports(app: FastifyInstance, services: ExportServices): void {
  const { db, hooksByResource } = services;
  for (const d of Object.values(resources) as ResourceDefinition[]) {
    app.get(`/api/${d.key}/export`, { ...openToIntegrations, exposeHeadRoute: false }, (request, reply) =>
      sendFile(services, request, reply, (actor, { columns: columnNames, ...query }, context) => {
        requirePermission(actor, permission('VIEW', d.permission));
        const language = languageOf(request);
        const columns = parseColumns(d, columnNames, language);
        const { query: listParameters, selection } = parseSelection(query);
        const listQuery = parseListQuery(d, listParameters, { paging: false });
        const sheetColumns = columns.map(({ path: { definition }, heading, width }) => ({
          heading,
          width,
          kind: cellKindOf(definition),
          formatCode: codeFormatter(definition, language),
        }));
        return {
          key: d.key,
          name: d.labels.en,
          columns: columns.map(({ path }) => path.column),
          open: () => openRows(db, hooksByResource, actor, d, listQuery, columns, context, selection),
          files: {
            // The file of a log is read by people and never imported, so it has words for codes.
            csv: ({ batches }) => csvFile(sheetColumns, batches, { hasWords: d.view === true }),
            xlsx: async (rows) => {
              const listFile = { d, query: listQuery, columns, actor, context, language };
              const facts = await describeList(db, hooksByResource, listFile);
              return (await import('./xlsx-write.ts')).createWorkbook(sheetColumns, rows.batches, {
                layout: createLayout(
                  d.labels[language],
                  () => [...facts, createRowsFact(rows.count(), language)],
                  language,
                ),
              });
            },
          } satisfies Record<ExportFormat, MakeFile<ExportedRows>>,
        };
      }),
    );
  }
}

/** The layout of a workbook: its rows, then what it states about itself. */
export const createLayout = (title: string, lines: () => readonly Fact[], language: Language): WorkbookLayout => ({
  name: title,
  about: { name: fileFactTexts.about[language], title, lines },
});

/** Streams rows into a file. Libraries are loaded with the first file, because most processes never need them. */
export type MakeFile<R extends ExportedRows> = (rows: R) => Promise<Readable>;

/** A table to export. */
export interface ExportedTable<R extends ExportedRows> {
  /** Key of the resource or report under which the export is logged. */
  readonly key: string;
  /** Prefix of the file name. */
  readonly name: string;
  /** Column names, for the log. */
  readonly columns: readonly string[];
  readonly open: () => Promise<R>;
  /** The supported formats. */
  readonly files: Readonly<Partial<Record<ReportFormat, MakeFile<R>>>>;
}

/**
 * Streams a file in the requested format. `read` checks permissions and the other parameters, and throws their errors.
 */
export async function sendFile<R extends ExportedRows>(
  services: ExportServices,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (actor: Actor, query: RawQuery, context: FilterContext) => ExportedTable<R> | Promise<ExportedTable<R>>,
): Promise<FastifyReply> {
  const context = { now: services.clock(), timeZone: getTimeZone(request) };
  const { stream, format, name } = await withActor(request, async (actor) => {
    const { format: requestedFormat, ...query } = request.query as RawQuery; // Fastify leaves the query untyped
    const table = await read(actor, query, context);
    const supportedFormats = REPORT_FORMATS.filter((format) => table.files[format]);
    const format = supportedFormats.find((candidate) => candidate === requestedFormat);
    const makeFile = format && table.files[format];
    if (!makeFile) throw validationError({ format: [message('choice', supportedFormats.join(', '))] });
    const exportLog = {
      actorId: actor.userId,
      ip: request.ip,
      requestId: request.id,
      key: table.key,
      columns: table.columns,
      format,
      query,
    };
    return { stream: await openFile(services, exportLog, table, makeFile), format, name: table.name };
  });
  // If the client has disconnected, Fastify never reads the stream, so it would never end.
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

/** For example `member-vouchers-2026-11-21`, with today's date in the requester's zone. */
export function fileName(name: string, { now, timeZone }: FilterContext): string {
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  return `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${day.toPlainDate().toString()}`;
}

function openFile<R extends ExportedRows>(
  { db, runExpensive }: ExportServices,
  exportLog: ExportLog,
  table: ExportedTable<R>,
  makeFile: MakeFile<R>,
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const writeExport = async (): Promise<void> => {
      const rows = await table.open();
      try {
        const logId = await logExport(db, exportLog);
        const stream = await makeFile(rows);
        resolve(stream);
        const isComplete = await new Promise<boolean>((resolveEnd) => finished(stream, (error) => resolveEnd(!error)));
        if (isComplete) await logRowCount(db, logId, rows.count());
      } finally {
        rows.close();
      }
    };
    limitExports(() => runExpensive(writeExport, 'lasting')).catch(reject);
  });
}

interface CsvOptions {
  /** Whether codes are written as words, as in workbooks. */
  readonly hasWords?: boolean;
}

/** A CSV file of PostgreSQL's texts. */
export const csvFile = async (
  columns: readonly SheetColumn[],
  batches: ExportedRows['batches'],
  options: CsvOptions = {},
): Promise<Readable> => Readable.from(csvText(columns, batches, options), { objectMode: false });

async function* csvText(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<Rows>,
  { hasWords = false }: CsvOptions,
): AsyncGenerator<string> {
  const { BOM, csvLines } = await import('./csv.ts');
  yield BOM + csvLines([columns.map(({ heading }) => guardFormula(heading))]);
  const formatters = columns.map(({ kind, formatCode }) => (hasWords && formatCode) || csvFormatterOf(kind));
  for await (const batch of batches)
    yield csvLines(batch.map((row) => row.map((cell, i) => (cell === null ? null : (formatters[i]?.(cell) ?? cell)))));
}

/** How a cell is written to CSV. A number may begin with a minus without being escaped as a formula. */
const csvFormatterOf = (kind: CellKind): ((text: string) => string) => {
  if (NUMERIC_KINDS.has(kind)) return (text) => text;
  const formatDigits = DIGIT_FORMATTERS[kind];
  return formatDigits ? (text) => formatDigits(text) ?? guardFormula(text) : guardFormula;
};

const DIGIT_FORMATTERS: { readonly [K in CellKind]?: (text: string) => string | undefined } = {
  phone: formatPhone,
  code: formatCodeDigits,
};

const NUMERIC_KINDS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'flag', 'reference', 'option']);

/** The user who exported a list, and the query. */
export interface ExportLog {
  readonly actorId: number;
  /** Null for a job. */
  readonly ip: string | null;
  readonly requestId: string;
  readonly key: string;
  readonly columns: readonly string[];
  readonly format: ReportFormat;
  readonly query: RawQuery;
}

/** Logs the export before the first row is sent. Resolves to the entry's id. */
export async function logExport(db: Db, exportLog: ExportLog): Promise<number> {
  const { columns: _, ...listQuery } = exportLog.query;
  const { rows } = await sql<{ id: number }>`
    insert into export_log (actor_id, ip, request_id, resource, format, columns, query)
    values (${exportLog.actorId}, ${exportLog.ip}::inet, ${exportLog.requestId}, ${exportLog.key}, ${exportLog.format},
            ${exportLog.columns}::text[], ${JSON.stringify(listQuery)}::jsonb) returning id`.execute(db.kysely);
  return rows[0]?.id ?? 0;
}

/** Logs the number of rows after the last was sent. */
export const logRowCount = (db: Db, id: number, count: number) =>
  // Not aborted with the request: the client may disconnect as soon as it has the whole file.
  withRequestOwner({ signal: undefined, caller: () => '' }, () =>
    sql`update export_log set rows = ${count} where id = ${id}`.execute(db.kysely),
  );
