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
import { tableContent, zoneHeader } from '../../engine/openapi/exchange-paths.ts';
import { answer, inQuery, ref, refusals } from '../../engine/openapi/parts.ts';
import type { Json } from '../../engine/openapi/schemas.ts';

const text: Json = { type: 'string' };
const { align, formatter } = resources.report_column.fields;
const values: Json = { type: 'object', additionalProperties: { type: ['string', 'integer', 'null'] } };

const columnProperties = {
  key: { ...text, description: '`table.column`: its values in rows and totals stand under it' },
  label: text,
  type: { type: 'string', enum: Object.keys(operatorsOf) },
  align: { type: 'string', enum: align.choices.map(({ value }) => value) },
  formatter: { type: ['string', 'null'], enum: [...formatter.choices.map(({ value }) => value), null] },
};
const whole = (properties: Readonly<Record<string, Json>>): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const currencySums: Json = {
  type: 'array',
  items: whole({
    currency: { type: ['string', 'null'], description: 'Null where there are no amounts in local money' },
    rows: { type: 'integer', description: 'How many records these are' },
    totals: {
      ...values,
      description:
        'Sums by key, with what amounts are in US dollars where records keep that, and how many records without a rate those leave out: `visit.grand_total_usd`, `visit.grand_total_without_rate`',
    },
  }),
};
const column = whole(columnProperties);
const offeredColumn = whole({
  ...columnProperties,
  is_usual: { type: 'integer', enum: [0, 1], description: 'Shown at first' },
  is_sum: { type: 'integer', enum: [0, 1], description: 'It is added up' },
});

const reportFact = whole({ word: text, meaning: text });

const name = { name: 'name', in: 'path', required: true, schema: { type: 'string', enum: Object.keys(REPORT_TABLES) } };
/** The parameters of a report, whether for a page of it or a file. */
const question = [
  name,
  inQuery('columns', text, 'Comma list of keys; those ticked at first when empty'),
  inQuery('search', text, 'Words, each of which stands in a text column of the report'),
  inQuery('sort', text, 'Comma list of keys, - for descending'),
  inQuery(
    'group',
    text,
    'Comma list of at most two keys: rows that agree in them are one, with their sums. Days and moments stand for their month, `2026-03`. A file keeps its rows, one group after the other',
  ),
  inQuery(
    'compare',
    { type: 'string', enum: [...COMPARISONS] },
    'The same question of another period than its filter names. Months of a group are those that they stand beside',
  ),
  inQuery(
    'elsewhere',
    { type: 'integer', enum: [0, 1] },
    '1: also what the list of these records has of other hotels, since their members are of yours. It is in no row and in no sum',
  ),
  {
    ...inQuery(
      'filter',
      {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: Object.fromEntries(OPERATORS.map((operator) => [operator, text])),
        },
      },
      '`filter[hotel.code][exact]=H1`, as lists take it; the overview shows the present year unless its month is asked for',
    ),
    style: 'deepObject',
    explode: true,
  },
];

/** Reports, run. */
export const reportPaths: Json = {
  '/api/report/catalogue': {
    get: {
      tags: ['Reports'],
      summary: 'The tables and columns that a report column may name',
      description: 'Needs VIEW_REPORT. Labels are in the language of Accept-Language.',
      responses: {
        200: answer('Catalogue', {
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
        ...refusals(),
      },
    },
  },
  '/api/report/run/{name}': {
    get: {
      tags: ['Reports'],
      summary: 'One page of a report, and the sums over all of it',
      description:
        'Needs VIEW_ of the report: VIEW_SALES_REPORT. Shows the columns that the report was given, and is filtered and sorted by these alone. Where one of them is a sum (`benefit.issued`), rows that agree in all others are one. Labels are in the language of Accept-Language.',
      parameters: [
        ...question,
        inQuery('page', { type: 'integer', minimum: 1, default: 1 }),
        inQuery('per_page', { type: 'integer', minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT }),
      ],
      responses: {
        200: answer('The report', {
          type: 'object',
          properties: {
            data: { type: 'array', items: { ...values, description: 'By key' } },
            columns: { type: 'array', items: column },
            offered: { type: 'array', items: offeredColumn, description: 'Every column of the report, shown or not' },
            totals: {
              ...values,
              description: 'Sums by key, of columns that can be added up; null where they are in several currencies',
            },
            by_currency: { ...currencySums, description: 'The sums over all rows, apart for each currency' },
            rows_by_currency: {
              type: 'array',
              items: currencySums,
              description: 'The same for each row of `data`; of a record its own amounts',
            },
            elsewhere: {
              ...currencySums,
              description: 'With `elsewhere=1`: the sums of what counts at other hotels, beside all others',
            },
            facts: {
              type: 'array',
              items: reportFact,
              description:
                'What a file of it says about itself: the filters in words, the hotels in sight, who asked and when',
            },
            meta: ref('meta'),
          },
          required: ['data', 'columns', 'offered', 'totals', 'by_currency', 'rows_by_currency', 'facts', 'meta'],
        }),
        ...refusals(404, 422),
      },
    },
  },
  '/api/report/run/{name}/export': {
    get: {
      tags: ['Reports'],
      summary: 'A report as a file, all that match',
      description: `Needs VIEW_ of the report. Moments are in the zone of the hotel of their row. In CSV an apostrophe stands before texts that a spreadsheet would take for formulas. A workbook says on its first sheet what it holds, pages do so behind their last row. More than ${STREAMED_ROWS_MAX} rows are refused with a 413.`,
      parameters: [
        { ...inQuery('format', { type: 'string', enum: [...REPORT_FORMATS] }), required: true },
        zoneHeader,
        ...question,
      ],
      responses: {
        200: {
          description: 'The file',
          content: { ...tableContent, 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
        },
        ...refusals(404, 413, 422, 429),
      },
    },
  },
};
