import {
  COMPARISONS,
  OPERATORS,
  PER_PAGE_DEFAULT,
  MAX_PER_PAGE,
  REPORT_FORMATS,
  REPORT_TABLES,
  MAX_STREAMED_ROWS,
  operatorsByKind,
  resources,
} from '@innkeeper/contract';
import { tableContent, zoneHeader } from '../../engine/openapi/import-export-paths.ts';
import { jsonResponse, queryParameter, schemaRef, errorResponses } from '../../engine/openapi/parts.ts';
import type { Json } from '../../engine/openapi/schemas.ts';

const textSchema: Json = { type: 'string' };
const { align, formatter } = resources.report_column.fields;
const valuesSchema: Json = { type: 'object', additionalProperties: { type: ['string', 'integer', 'null'] } };

const columnProperties = {
  key: { ...textSchema, description: '`table.column`: key of its values in rows and totals' },
  label: textSchema,
  type: { type: 'string', enum: Object.keys(operatorsByKind) },
  align: { type: 'string', enum: align.choices.map(({ value }) => value) },
  formatter: { type: ['string', 'null'], enum: [...formatter.choices.map(({ value }) => value), null] },
};
const objectSchema = (properties: Readonly<Record<string, Json>>): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const currencySumsSchema: Json = {
  type: 'array',
  items: objectSchema({
    currency: { type: ['string', 'null'], description: 'Null if there are no amounts in local currency' },
    rows: { type: 'integer', description: 'Number of records' },
    totals: {
      ...valuesSchema,
      description:
        'Sums by key, with USD amounts where records have them, and the number of records without a rate: `visit.grand_total_usd`, `visit.grand_total_without_rate`',
    },
  }),
};
const columnSchema = objectSchema(columnProperties);
const offeredColumnSchema = objectSchema({
  ...columnProperties,
  is_usual: { type: 'integer', enum: [0, 1], description: 'Shown by default' },
  is_sum: { type: 'integer', enum: [0, 1], description: 'Has a sum' },
});

const factSchema = objectSchema({ word: textSchema, meaning: textSchema });

const nameParameter = {
  name: 'name',
  in: 'path',
  required: true,
  schema: { type: 'string', enum: Object.keys(REPORT_TABLES) },
};
/** The parameters of a report, for a page as well as for a file. */
const reportParameters = [
  nameParameter,
  queryParameter('columns', textSchema, 'Comma-separated keys. Default: the columns shown by default'),
  queryParameter('search', textSchema, 'Words that must all occur in text columns of the report'),
  queryParameter('sort', textSchema, 'Comma-separated keys, - for descending'),
  queryParameter(
    'group',
    textSchema,
    'At most two comma-separated keys: rows with equal values form one group with sums. Dates are grouped by month, `2026-03`. A file contains all rows, sorted by group',
  ),
  queryParameter(
    'compare',
    { type: 'string', enum: [...COMPARISONS] },
    'The same report for another period. Grouped months are matched with the months they are compared with',
  ),
  queryParameter(
    'elsewhere',
    { type: 'integer', enum: [0, 1] },
    '1: also returns records of your members at other hotels. They are not included in rows and sums',
  ),
  {
    ...queryParameter(
      'filter',
      {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: Object.fromEntries(OPERATORS.map((operator) => [operator, textSchema])),
        },
      },
      '`filter[hotel.code][exact]=H1`, as in lists. The overview shows the current year unless filtered by month',
    ),
    style: 'deepObject',
    explode: true,
  },
];

/** OpenAPI paths for running reports. */
export const reportPaths: Json = {
  '/api/report/catalogue': {
    get: {
      tags: ['Reports'],
      summary: 'Tables and columns available for report columns',
      description: 'Needs VIEW_REPORT. Labels are in the language of Accept-Language.',
      responses: {
        200: jsonResponse('Catalogue', {
          type: 'object',
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  table: textSchema,
                  label: textSchema,
                  columns: {
                    type: 'array',
                    items: { type: 'object', properties: { column: textSchema, label: textSchema, kind: textSchema } },
                  },
                },
              },
            },
          },
        }),
        ...errorResponses(),
      },
    },
  },
  '/api/report/run/{name}': {
    get: {
      tags: ['Reports'],
      summary: 'One page of a report, with sums of all rows',
      description:
        'Needs the VIEW_ right of the report, such as VIEW_SALES_REPORT. Only columns of the report can be shown, filtered and sorted. If a column is a sum (`benefit.issued`), rows that are equal in all other columns are combined. Labels are in the language of Accept-Language.',
      parameters: [
        ...reportParameters,
        queryParameter('page', { type: 'integer', minimum: 1, default: 1 }),
        queryParameter('per_page', { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: PER_PAGE_DEFAULT }),
      ],
      responses: {
        200: jsonResponse('The report', {
          type: 'object',
          properties: {
            data: { type: 'array', items: { ...valuesSchema, description: 'By key' } },
            columns: { type: 'array', items: columnSchema },
            offered: {
              type: 'array',
              items: offeredColumnSchema,
              description: 'All columns of the report, also hidden ones',
            },
            totals: {
              ...valuesSchema,
              description: 'Sums by key; null if amounts are in several currencies',
            },
            by_currency: { ...currencySumsSchema, description: 'Sums of all rows, by currency' },
            rows_by_currency: {
              type: 'array',
              items: currencySumsSchema,
              description: 'The same for each row of `data`; for a record, its own amounts',
            },
            elsewhere: {
              ...currencySumsSchema,
              description: 'With `elsewhere=1`: the sums of what counts at other hotels, beside all others',
            },
            facts: {
              type: 'array',
              items: factSchema,
              description: 'Cover information of a file: filters as text, included hotels, requester and time',
            },
            meta: schemaRef('meta'),
          },
          required: ['data', 'columns', 'offered', 'totals', 'by_currency', 'rows_by_currency', 'facts', 'meta'],
        }),
        ...errorResponses(404, 422),
      },
    },
  },
  '/api/report/run/{name}/export': {
    get: {
      tags: ['Reports'],
      summary: 'A report as a file, with all matching rows',
      description: `Needs the VIEW_ right of the report. Times are in the time zone of each row’s hotel. In CSV, an apostrophe precedes texts that a spreadsheet would read as formulas. Excel files have a cover sheet; in PDF the same information follows the last row. More than ${MAX_STREAMED_ROWS} rows return 413.`,
      parameters: [
        { ...queryParameter('format', { type: 'string', enum: [...REPORT_FORMATS] }), required: true },
        zoneHeader,
        ...reportParameters,
      ],
      responses: {
        200: {
          description: 'The file',
          content: { ...tableContent, 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
        },
        ...errorResponses(404, 413, 422, 429),
      },
    },
  },
};
