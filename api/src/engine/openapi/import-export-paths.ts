import {
  DATE_ORDERS,
  EXPORT_FORMATS,
  IMPORT_ENCODINGS,
  MAX_EXPORTED_IDS,
  MAX_IMPORT_CHANGES,
  MAX_IMPORT_ERRORS,
  MAX_IMPORT_ROWS,
  type ResourceDefinition,
  importFields,
  matchFields,
  permission,
} from '@innkeeper/contract';
import {
  dataResponse,
  jsonContent,
  idParameter,
  headerParameter,
  queryParameter,
  idempotencyHeader,
  schemaRef,
  errorResponses,
} from './parts.ts';
import { operationNamesOf } from './operation-names.ts';
import {
  type Json,
  choiceSchema,
  integerSchema,
  listSchema,
  nullableTextSchema,
  objectSchema,
  textSchema,
} from './schemas.ts';

const countSchema: Json = { type: 'integer', minimum: 0 };
const zoneHeader = headerParameter('X-Time-Zone', 'IANA time zone for times in the file. Default: UTC');
export const fileContent: Json = { schema: { type: 'string', format: 'binary' } };
/** Content types of a file with rows. */
export const tableContent: Json = {
  'text/csv': fileContent,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': fileContent,
};
/** The parameters of every file. */
export const fileParameters = (formats: readonly string[]): readonly Json[] => [
  { ...queryParameter('format', choiceSchema(formats)), required: true },
  zoneHeader,
];

/** Schemas shared by the calls of every resource. */
export const importExportSchemas: Json = {
  import_check: objectSchema({
    source: objectSchema(
      {
        sheet: nullableTextSchema,
        sheets: listSchema(objectSchema({ name: textSchema, is_hidden: { type: 'boolean' } })),
        heading_row: countSchema,
        heading_rows: listSchema(objectSchema({ row: countSchema, texts: listSchema(textSchema) })),
        encoding: nullableTextSchema,
      },
      { description: 'How the file was read, and the alternatives' },
    ),
    columns: listSchema(
      objectSchema({
        header: textSchema,
        field: nullableTextSchema,
        sample: listSchema(textSchema),
        dates: objectSchema(
          {
            text: textSchema,
            readings: objectSchema(Object.fromEntries(DATE_ORDERS.map((order) => [order, nullableTextSchema]))),
            chosen: { type: ['string', 'null'], enum: [...DATE_ORDERS, null] },
          },
          {
            description:
              'Days such as `2/4/1990` whose order the column does not decide, in both readings. Choose one with date_orders',
          },
        ),
      }),
      { examples: [[{ header: 'Email', field: 'email', sample: ['sri.lestari@example.test'] }]] },
    ),
    rows: countSchema,
    created: countSchema,
    updated: countSchema,
    rejected: countSchema,
    other_persons: { ...countSchema, description: 'Changed records that get another name or email address' },
    changes: listSchema(
      objectSchema({
        row: countSchema,
        id: integerSchema,
        name: textSchema,
        changes: objectSchema({
          resource: textSchema,
          currency: { ...textSchema, description: 'Currency of the amounts, if the record has one' },
          fields: { type: 'object', additionalProperties: listSchema(nullableTextSchema) },
        }),
        is_other_person: { type: 'boolean' },
      }),
      {
        description: `First ${MAX_IMPORT_CHANGES} changed records, those with another name or email address first: the values before and after by field, in the notation of the audit log`,
      },
    ),
    errors: listSchema(
      objectSchema({
        row: countSchema,
        values: { type: 'object', additionalProperties: textSchema },
        errors: { type: 'object', additionalProperties: listSchema(textSchema) },
      }),
      {
        description: `First ${MAX_IMPORT_ERRORS} rejected rows, numbered as in a spreadsheet`,
        examples: [
          [{ row: 7, values: { email: 'sri at example' }, errors: { email: ['Enter a valid email address.'] } }],
        ],
      },
    ),
  }),
  import_done: objectSchema({
    id: integerSchema,
    rows: countSchema,
    created: countSchema,
    updated: countSchema,
    rejected: countSchema,
  }),
};

/** A list or its sums as a file. */
export const exportOperation = (
  operationId: string,
  tag: string,
  summary: string,
  right: string,
  parameters: readonly Json[],
): Json => ({
  operationId,
  tags: [tag],
  summary,
  description: `Needs ${right}. Headings are in the language of Accept-Language. In CSV, an apostrophe precedes texts that a spreadsheet would read as formulas.`,
  parameters: [...fileParameters(EXPORT_FORMATS), ...parameters],
  responses: { 200: { description: 'The file', content: tableContent }, ...errorResponses(422, 429) },
});

const SELECTED_IDS = `Comma-separated IDs of matching records, up to ${MAX_EXPORTED_IDS}`;

/** Export and import of a list. `listParameters` are those of the list without paging. */
export function importExportPathsOf(d: ResourceDefinition, listParameters: readonly Json[]): Json {
  const names = operationNamesOf(d);
  const readPaths: Json = {
    [`/api/${d.key}/export`]: {
      get: exportOperation(
        names.export,
        d.labels.en,
        `${d.labels.en} as a file, with all matching records`,
        permission('VIEW', d.permission),
        [
          queryParameter(
            'columns',
            textSchema,
            'Comma-separated, dotted columns too. Default: the list’s default columns',
          ),
          queryParameter('ids', textSchema, `${SELECTED_IDS}, which are exported`),
          queryParameter('except', textSchema, `${SELECTED_IDS}, which are left out`),
          ...listParameters,
        ],
      ),
    },
  };
  if (d.readOnly) return readPaths;
  return {
    ...readPaths,
    [`/api/${d.key}/import`]: {
      post: {
        operationId: names.import,
        tags: [d.labels.en],
        summary: `Import ${d.labels.en.toLowerCase()} from a file`,
        description: `Needs ${permission('STORE', d.permission)}, and ${permission('UPDATE', d.permission)} for rows that match a record, which they update. All rows are imported or none, unless \`skip_rejected\` is 1. With \`Prefer: handling=strict\`, records that would get another name or email address need a confirmation. Fields: ${Object.keys(importFields(d)).join(', ')}. Errors are listed by row and field: \`row 7: email\`.`,
        parameters: [idempotencyHeader, zoneHeader],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: objectSchema(
                {
                  file: {
                    type: 'string',
                    format: 'binary',
                    description: `CSV or XLSX, up to 10 MB and ${MAX_IMPORT_ROWS} rows`,
                  },
                  dry_run: choiceSchema(['0', '1'], 'Validates and returns the effect without saving'),
                  errors: choiceSchema(['csv'], 'With dry_run: the rejected rows as a file'),
                  changes: choiceSchema(['csv'], 'With dry_run: the changes as a file'),
                  match: choiceSchema(matchFields(d), 'The field that finds the record of a row. Default: id'),
                  skip_rejected: choiceSchema(['0', '1'], 'Imports the other rows if some are rejected'),
                  sheet: { type: 'string', description: 'Of a workbook. Default: the first visible one with cells' },
                  heading_row: {
                    type: 'integer',
                    minimum: 1,
                    description: 'Number of the row with the headings. Default: the one with most known headings',
                  },
                  encoding: choiceSchema(IMPORT_ENCODINGS, 'Of a CSV file. Default: UTF-8'),
                  mapping: { type: 'string', description: 'JSON: { "<header>": "<field>" | null }' },
                  fixed_values: {
                    type: 'string',
                    description: 'JSON: { "<field>": "text" } for all rows, of fields without a column',
                  },
                  date_orders: {
                    type: 'string',
                    description: `JSON: { "<header>": "${DATE_ORDERS.join('" | "')}" }, for columns of which the check returns \`dates\``,
                  },
                  corrections: { type: 'string', description: 'JSON: { "<row>": { "<field>": "text" } }' },
                },
                { required: ['file'], examples: [{ file: 'rows.csv', dry_run: '1' }] },
              ),
            },
          },
        },
        responses: {
          200: {
            description: 'Effect of the import, or its rejected rows or changes as a file',
            content: { ...jsonContent(objectSchema({ data: schemaRef('import_check') })), 'text/csv': fileContent },
          },
          201: dataResponse('Result of the import', schemaRef('import_done')),
          ...errorResponses(409, 413, 422, 429),
        },
      },
    },
  };
}

/** Past imports, and reverting one. */
export const importPaths: Json = {
  '/api/import': {
    get: {
      operationId: 'listImports',
      tags: ['Imports'],
      summary: 'Imports of a resource, newest first. Own imports only, unless the user has access to all hotels',
      parameters: [{ ...queryParameter('resource', textSchema), required: true }],
      responses: {
        200: dataResponse(
          'Imports',
          listSchema(
            objectSchema({
              id: integerSchema,
              resource: textSchema,
              file_name: textSchema,
              rows: countSchema,
              created: countSchema,
              updated: countSchema,
              at: textSchema,
              by: objectSchema({ id: integerSchema, name: textSchema }),
              undone_at: nullableTextSchema,
              can_undo: { type: 'boolean' },
            }),
          ),
        ),
        ...errorResponses(422),
      },
    },
  },
  '/api/import/{id}/undo': {
    post: {
      operationId: 'undoImport',
      tags: ['Imports'],
      summary: 'Undo an import: deletes created records and restores previous values',
      description:
        'Returns 409 conflict with IDs if a record has changed since; then nothing is undone. With dry_run, returns the effect or the reason for rejection without saving.',
      parameters: [idParameter, idempotencyHeader],
      requestBody: { content: jsonContent(objectSchema({ dry_run: choiceSchema([0, 1]) })) },
      responses: {
        200: dataResponse(
          'Number of records',
          objectSchema({ deleted: countSchema, updated: countSchema, secrets_left: countSchema }),
        ),
        ...errorResponses(404, 409, 422),
      },
    },
  },
};
