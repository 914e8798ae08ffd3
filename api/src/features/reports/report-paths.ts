import {
  COMPARISONS,
  OPERATORS,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  REPORT_FORMATS,
  REPORT_TABLES,
  STREAMED_ROWS_MAX,
  operatorsOf,
  resources,
} from '@innkeeper/contract';
import { tableContent, zoneHeader } from '../../engine/openapi/import-export-paths.ts';
import { response, queryParameter, ref, rejections } from '../../engine/openapi/parts.ts';
import type { Json } from '../../engine/openapi/schemas.ts';

const text: Json = { type: 'string' };
const { align, formatter } = resources.report_column.fields;
const values: Json = { type: 'object', additionalProperties: { type: ['string', 'integer', 'null'] } };

const columnProperties = {
  key: { ...text, description: '`table.column`: key of its values in rows and totals' },
  label: text,
  type: { type: 'string', enum: Object.keys(operatorsOf) },
  align: { type: 'string', enum: align.choices.map(({ value }) => value) },
  formatter: { type: ['string', 'null'], enum: [...formatter.choices.map(({ value }) => value), null] },
};
const objectSchema = (properties: Readonly<Record<string, Json>>): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const currencySums: Json = {
  type: 'array',
  items: objectSchema({
    currency: { type: ['string', 'null'], description: 'Null if there are no amounts in local currency' },
    rows: { type: 'integer', description: 'Number of records' },
    totals: {
      ...values,
      description:
        'Sums by key, with USD amounts where records have them, and the number of records without a rate: `visit.grand_total_usd`, `visit.grand_total_without_rate`',
    },
  }),
};
const column = objectSchema(columnProperties);
const offeredColumn = objectSchema({
  ...columnProperties,
  is_usual: { type: 'integer', enum: [0, 1], description: 'Shown by default' },
  is_sum: { type: 'integer', enum: [0, 1], description: 'Has a sum' },
});

const reportFact = objectSchema({ word: text, meaning: text });

const name = { name: 'name', in: 'path', required: true, schema: { type: 'string', enum: Object.keys(REPORT_TABLES) } };
/** The parameters of a report, for a page as well as for a file. */
const reportQuery = [
  name,
  queryParameter('columns', text, 'Comma-separated keys. Default: the columns shown by default'),
  queryParameter('search', text, 'Words that must all occur in text columns of the report'),
  queryParameter('sort', text, 'Comma-separated keys, - for descending'),
  queryParameter(
    'group',
    text,
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
          properties: Object.fromEntries(OPERATORS.map((operator) => [operator, text])),
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
        200: response('Catalogue', {
          type: 'object',
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  table: text,
                  label: text,
                  columns: {
                    type: 'array',
                    items: { type: 'object', properties: { column: text, label: text, kind: text } },
                  },
                },
              },
            },
          },
        }),
        ...rejections(),
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
        ...reportQuery,
        queryParameter('page', { type: 'integer', minimum: 1, default: 1 }),
        queryParameter('per_page', { type: 'integer', minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT }),
      ],
      responses: {
        200: response('The report', {
          type: 'object',
          properties: {
            data: { type: 'array', items: { ...values, description: 'By key' } },
            columns: { type: 'array', items: column },
            offered: {
              type: 'array',
              items: offeredColumn,
              description: 'All columns of the report, also hidden ones',
            },
            totals: {
              ...values,
              description: 'Sums by key; null if amounts are in several currencies',
            },
            by_currency: { ...currencySums, description: 'Sums of all rows, by currency' },
            rows_by_currency: {
              type: 'array',
              items: currencySums,
              description: 'The same for each row of `data`; for a record, its own amounts',
            },
            elsewhere: {
              ...currencySums,
              description: 'With `elsewhere=1`: the sums of what counts at other hotels, beside all others',
            },
            facts: {
              type: 'array',
              items: reportFact,
              description: 'Cover information of a file: filters as text, included hotels, requester and time',
            },
            meta: ref('meta'),
          },
          required: ['data', 'columns', 'offered', 'totals', 'by_currency', 'rows_by_currency', 'facts', 'meta'],
        }),
        ...rejections(404, 422),
      },
    },
  },
  '/api/report/run/{name}/export': {
    get: {
      tags: ['Reports'],
      summary: 'A report as a file, with all matching rows',
      description: `Needs the VIEW_ right of the report. Times are in the time zone of each row’s hotel. In CSV, an apostrophe precedes texts that a spreadsheet would read as formulas. Excel files have a cover sheet; in PDF the same information follows the last row. More than ${STREAMED_ROWS_MAX} rows return 413.`,
      parameters: [
        { ...queryParameter('format', { type: 'string', enum: [...REPORT_FORMATS] }), required: true },
        zoneHeader,
        ...reportQuery,
      ],
      responses: {
        200: {
          description: 'The file',
          content: { ...tableContent, 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
        },
        ...rejections(404, 413, 422, 429),
      },
    },
  },
};
