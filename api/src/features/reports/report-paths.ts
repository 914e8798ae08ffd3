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
import { fileContent, fileParameters, tableContent } from '../../engine/openapi/import-export-paths.ts';
import { dataResponse, jsonResponse, queryParameter, schemaRef, errorResponses } from '../../engine/openapi/parts.ts';
import {
  type Json,
  choiceSchema,
  integerSchema,
  listSchema,
  nullableTextSchema,
  objectSchema,
  textSchema,
} from '../../engine/openapi/schemas.ts';

const { align, formatter } = resources.report_column.fields;
const valuesSchema: Json = { type: 'object', additionalProperties: { type: ['string', 'integer', 'null'] } };
const completeSchema = (properties: Json): Json => objectSchema(properties, { required: Object.keys(properties) });

const columnProperties = {
  key: { ...textSchema, description: '`table.column`: key of its values in rows and totals' },
  label: textSchema,
  type: choiceSchema(Object.keys(operatorsByKind)),
  align: choiceSchema(align.choices.map(({ value }) => value)),
  formatter: { ...nullableTextSchema, enum: [...formatter.choices.map(({ value }) => value), null] },
};
const currencySumsSchema = listSchema(
  completeSchema({
    currency: { ...nullableTextSchema, description: 'Null if there are no amounts in local currency' },
    rows: { ...integerSchema, description: 'Number of records' },
    totals: {
      ...valuesSchema,
      description:
        'Sums by key, with USD amounts where records have them, and the number of records without a rate: `visit.grand_total_usd`, `visit.grand_total_without_rate`',
    },
  }),
);

/** The parameters of a report, for a page as well as for a file. */
const reportParameters = [
  { name: 'name', in: 'path', required: true, schema: choiceSchema(Object.keys(REPORT_TABLES)) },
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
    choiceSchema(COMPARISONS),
    'The same report for another period. Grouped months are matched with the months they are compared with',
  ),
  queryParameter('as', choiceSchema(['year']), 'Of the overview as PDF: one page of the year, with charts'),
  queryParameter('measure', textSchema, 'With `as`: the key of the column in the charts. Default: the first one'),
  queryParameter(
    'elsewhere',
    choiceSchema([0, 1]),
    '1: also returns records of your members at other hotels. They are not included in rows and sums',
  ),
  {
    ...queryParameter(
      'filter',
      {
        type: 'object',
        additionalProperties: objectSchema(Object.fromEntries(OPERATORS.map((operator) => [operator, textSchema]))),
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
      operationId: 'getReportCatalogue',
      tags: ['Reports'],
      summary: 'Tables and columns available for report columns',
      description: 'Needs VIEW_REPORT. Labels are in the language of Accept-Language.',
      responses: {
        200: dataResponse(
          'Catalogue',
          listSchema(
            objectSchema({
              table: textSchema,
              label: textSchema,
              columns: listSchema(objectSchema({ column: textSchema, label: textSchema, kind: textSchema })),
            }),
          ),
        ),
        ...errorResponses(),
      },
    },
  },
  '/api/report/run/{name}': {
    get: {
      operationId: 'runReport',
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
        200: jsonResponse(
          'The report',
          objectSchema(
            {
              data: listSchema({ ...valuesSchema, description: 'By key' }),
              columns: listSchema(completeSchema(columnProperties)),
              offered: listSchema(
                completeSchema({
                  ...columnProperties,
                  is_usual: choiceSchema([0, 1], 'Shown by default'),
                  is_sum: choiceSchema([0, 1], 'Has a sum'),
                }),
                { description: 'All columns of the report, also hidden ones' },
              ),
              totals: { ...valuesSchema, description: 'Sums by key; null if amounts are in several currencies' },
              by_currency: { ...currencySumsSchema, description: 'Sums of all rows, by currency' },
              rows_by_currency: listSchema(currencySumsSchema, {
                description: 'The same for each row of `data`; for a record, its own amounts',
              }),
              rows_units: listSchema(
                { type: 'object', additionalProperties: nullableTextSchema },
                {
                  description:
                    'For each row of `data`: under `time_zone` the zone of its hotel, in which its moments are shown, and under `table.currency` the currency of the amounts of that table',
                },
              ),
              elsewhere: {
                ...currencySumsSchema,
                description: 'With `elsewhere=1`: the sums of what counts at other hotels, beside all others',
              },
              facts: listSchema(completeSchema({ word: textSchema, meaning: textSchema }), {
                description: 'Cover information of a file: filters as text, included hotels, requester and time',
              }),
              meta: schemaRef('meta'),
            },
            {
              required: [
                'data',
                'columns',
                'offered',
                'totals',
                'by_currency',
                'rows_by_currency',
                'rows_units',
                'facts',
                'meta',
              ],
            },
          ),
        ),
        ...errorResponses(404, 422),
      },
    },
  },
  '/api/report/run/{name}/export': {
    get: {
      operationId: 'exportReport',
      tags: ['Reports'],
      summary: 'A report as a file, with all matching rows',
      description: `Needs the VIEW_ right of the report. Times are in the time zone of each row’s hotel. In CSV, an apostrophe precedes texts that a spreadsheet would read as formulas. Excel files have a cover sheet; in PDF the same information follows the last row. More than ${MAX_STREAMED_ROWS} rows return 413.`,
      parameters: [...fileParameters(REPORT_FORMATS), ...reportParameters],
      responses: {
        200: {
          description: 'The file',
          content: { ...tableContent, 'application/pdf': fileContent },
        },
        ...errorResponses(404, 413, 422, 429),
      },
    },
  },
};
