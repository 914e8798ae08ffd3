import { DATE_PRESETS, type ResourceDefinition, errors, resources } from '@innkeeper/contract';
import { counterPaths } from './counter-paths.ts';
import { dashboardPaths } from './dashboard-paths.ts';
import { exchangePathsOf, exchangeSchemas, importPaths } from './exchange-paths.ts';
import { mailPaths } from './mail-paths.ts';
import { memberOverviewPaths } from './member-overview-paths.ts';
import { memberPaths } from './member-paths.ts';
import { reportPaths } from './report-paths.ts';
import { pathsOf, questionParameters } from './resource-paths.ts';
import { type Json, id, inputSchema, recordSchema } from './schemas.ts';
import { sessionPaths } from './session-paths.ts';
import { sellingPaths } from './selling-paths.ts';
import { viewPaths } from './view-paths.ts';
import { workListPaths } from './work-list-paths.ts';

const text: Json = { type: 'string' };

const SHARED: Json = {
  error: {
    type: 'object',
    required: ['error', 'message', 'request_id'],
    properties: {
      error: { type: 'string', enum: Object.keys(errors) },
      message: text,
      errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
      request_id: text,
      current: { type: 'object', description: 'The record as it stands, with stale_record' },
    },
  },
  meta: {
    type: 'object',
    properties: {
      page: { type: 'integer' },
      per_page: { type: 'integer' },
      total: { type: 'integer' },
      total_is_estimate: { type: 'boolean' },
    },
  },
  choice: { type: 'object', properties: { id, name: text, code: { type: ['string', 'null'] } } },
  history: {
    type: 'object',
    properties: {
      at: text,
      by: { type: ['object', 'null'], properties: { id, name: text } },
      action: { type: 'string', enum: ['create', 'update', 'delete', 'restore'] },
      changes: { type: 'object', additionalProperties: { type: 'array', prefixItems: [{}, {}] } },
      labels: {
        type: 'object',
        description: 'Names of the records that references pointed to',
        additionalProperties: { type: 'array', items: { type: ['string', 'null'] } },
      },
    },
  },
};

/** The OpenAPI 3.1 document, made from the definitions that also validate the requests. */
export function openApiDocument(): Json {
  const all: readonly ResourceDefinition[] = Object.values(resources);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Innkeeper',
      version: '1',
      description: `Back office of a hotel membership programme. Date presets: ${DATE_PRESETS.join(', ')}.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{ bearer: [] }],
    paths: {
      ...sessionPaths(),
      ...viewPaths(),
      ...sellingPaths(),
      ...memberPaths(),
      ...memberOverviewPaths,
      ...workListPaths(),
      ...counterPaths(),
      ...dashboardPaths(),
      ...importPaths,
      ...mailPaths,
      ...reportPaths,
      ...Object.assign({}, ...all.flatMap((d) => [pathsOf(d), exchangePathsOf(d, questionParameters(d))])),
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...SHARED,
        ...exchangeSchemas,
        ...Object.fromEntries(
          all.flatMap((d) => [
            [d.key, recordSchema(d)],
            ...(d.readOnly
              ? []
              : [
                  [`${d.key}_input`, inputSchema(d, 'create')],
                  [`${d.key}_change`, inputSchema(d, 'update')],
                ]),
          ]),
        ),
      },
    },
  };
}
