import { type ExportFormat, type Label, type Language, EXPORT_FORMATS, permission } from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { type ExportServices, type MakeFile, sendFile, csvFile } from '../../engine/import-export/export.ts';
import { type ExportedRows, openCursor } from '../../engine/import-export/export-rows.ts';
import type { CellKind, SheetColumn } from '../../engine/import-export/xlsx-lines.ts';
import { tableContent, zoneHeader } from '../../engine/openapi/import-export-paths.ts';
import { queryParameter, errorResponses } from '../../engine/openapi/parts.ts';
import type { Json } from '../../engine/openapi/schemas.ts';
import type { FilterContext } from '../../engine/resources/conditions.ts';
import type { RawQuery } from '../../engine/resources/list-query.ts';
import { languageOf } from '../../platform/http/language.ts';

const VIEW_PERMISSION = permission('VIEW', 'MONTH_CLOSE');

type Heading = Label & { readonly width: number };

/** Month-close sums as a file: one row per hotel and currency, one column per value of each part. */
interface SumsFile<
  Query extends { readonly from: string; readonly to: string },
  Part extends string,
  Key extends string,
> {
  readonly path: string;
  /** File name, which is followed by the period. */
  readonly name: string;
  /** Throws a 422 that lists the invalid fields. */
  readonly parse: (rawQuery: RawQuery, context: FilterContext) => Query;
  readonly headings: readonly Heading[];
  readonly parts: Readonly<Record<Part, Label>>;
  readonly values: readonly (Label & { readonly key: Key; readonly kind: CellKind })[];
  /** SQL for the cells under the headings. */
  readonly cells: (query: Query, language: Language) => readonly RawBuilder<unknown>[];
  readonly sum: (part: Part, key: Key) => RawBuilder<unknown>;
  readonly rows: (actor: Actor, query: Query, columns: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>;
}

export function registerSumsExportRoute<
  Query extends { readonly from: string; readonly to: string },
  Part extends string,
  Key extends string,
>(app: FastifyInstance, services: ExportServices, file: SumsFile<Query, Part, Key>): void {
  const parts = Object.keys(file.parts) as Part[]; // Object.keys forgets the key type
  const sums = parts.flatMap((part) => file.values.map((value) => ({ part, value })));
  app.get(file.path, { exposeHeadRoute: false }, (request, reply) =>
    sendFile(services, request, reply, (actor, rawQuery, context) => {
      requirePermission(actor, VIEW_PERMISSION);
      const query = file.parse(rawQuery, context);
      const language = languageOf(request);
      const columns: readonly SheetColumn[] = [
        ...file.headings.map(({ width, ...heading }) => ({ heading: heading[language], width, kind: 'text' as const })),
        ...sums.map(({ part, value }) => ({
          heading: `${file.parts[part][language]}, ${value[language]}`,
          width: 140,
          kind: value.kind,
        })),
      ];
      const cells = [
        ...file.cells(query, language),
        ...sums.map(({ part, value }) => sql`${file.sum(part, value.key)} as ${sql.ref(`${part}_${value.key}`)}`),
      ];
      return {
        key: 'month_close',
        name: `${file.name}-${query.from}-${query.to}`,
        columns: sums.map(({ part, value }) => `${part}.${value.key}`),
        open: () => openCursor(services.db, actor, file.rows(actor, query, cells), context),
        files: {
          csv: ({ batches }) => csvFile(columns, batches),
          xlsx: async ({ batches }) =>
            (await import('../../engine/import-export/xlsx-write.ts')).createWorkbook(columns, batches),
        } satisfies Record<ExportFormat, MakeFile<ExportedRows>>,
      };
    }),
  );
}

/** The OpenAPI entry of such a file. */
export const sumsFilePath = (tag: string, summary: string, parameters: readonly Json[]): Json => ({
  get: {
    tags: [tag],
    summary,
    description: `Needs ${VIEW_PERMISSION}. Headings are in the language of Accept-Language. In CSV, an apostrophe precedes texts that a spreadsheet would read as formulas.`,
    parameters: [
      { ...queryParameter('format', { type: 'string', enum: [...EXPORT_FORMATS] }), required: true },
      zoneHeader,
      ...parameters,
      queryParameter('country_id', { type: 'integer', minimum: 1 }, 'Only hotels of this country'),
      queryParameter('hotel_id', { type: 'integer', minimum: 1 }, 'Only this hotel'),
    ],
    responses: { 200: { description: 'The file', content: tableContent }, ...errorResponses(422, 429) },
  },
});
