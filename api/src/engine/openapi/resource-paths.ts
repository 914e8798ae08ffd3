import {
  BULK_MAX,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  type ResourceDefinition,
  SELF_REVERT_MINUTES,
  allFields,
  bulkFields,
  findColumn,
  listColumns,
  operatorsOf,
  permission,
} from '@innkeeper/contract';
import {
  response,
  content,
  idParameter,
  queryParameter,
  idempotencyHeader,
  ref,
  rejections,
  versionHeader,
} from './parts.ts';
import { tokenField } from '../resources/tokens.ts';
import { type Json, id, schemaOf } from './schemas.ts';

const paging: readonly Json[] = [
  queryParameter('page', { type: 'integer', minimum: 1, default: 1 }),
  queryParameter('per_page', { type: 'integer', minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT }),
];

const listParameters = (d: ResourceDefinition): Json[] => [...paging, ...listParametersOf(d)];

/** The query parameters of a list, except paging. */
export function listParametersOf(d: ResourceDefinition): Json[] {
  const columns = [
    ...new Set([
      ...Object.keys(allFields(d)),
      ...listColumns(d).map((c) => c.column),
      'updated_by.name',
      'deleted_by.name',
    ]),
  ];
  const filters = columns.flatMap((column) => {
    const path = findColumn(d, column);
    return path && operatorsOf[path.definition.kind].length > 0
      ? [
          queryParameter(`filter[${column}]`, {
            type: 'object',
            properties: Object.fromEntries(operatorsOf[path.definition.kind].map((o) => [o, { type: 'string' }])),
          }),
        ]
      : [];
  });
  return [
    queryParameter('sort', { type: 'string', default: d.order ?? 'id' }, 'Comma-separated, - for descending'),
    queryParameter('search', { type: 'string' }, 'All words must match'),
    queryParameter('deleted', { type: 'string', enum: ['1', '0'] }, '1: includes deleted records'),
    ...filters.map((f) => ({ ...f, style: 'deepObject', explode: true })),
    ...Object.entries(d.fields).flatMap(([name, f]) =>
      f.kind === 'reference' || f.kind === 'option'
        ? [queryParameter(name, id, 'Only records that refer to this one')]
        : [],
    ),
  ];
}

const wrapInEnvelope = (envelope: 'bare' | 'nested' | 'data', schema: Json): Json => {
  if (envelope === 'bare') return schema;
  const data = envelope === 'nested' ? { type: 'object', properties: { data: schema } } : schema;
  return { type: 'object', properties: { data } };
};
const withMeta = (schema: Json): Json => ({
  ...schema,
  properties: { ...(schema.properties as Json | undefined), meta: ref('meta') },
});

/** Every call of a resource. */
export function pathsOf(d: ResourceDefinition): Json {
  const tags = [d.labels.en];
  const record = ref(d.key);
  const envelope = d.envelope ?? { list: 'data', record: 'data' };
  const one = response(d.label.en, wrapInEnvelope(envelope.record, record));
  const written = response(d.label.en, wrapInEnvelope('data', record));
  const rows = wrapInEnvelope(envelope.list, { type: 'array', items: record });
  const list = envelope.list === 'bare' ? rows : withMeta(rows);
  const bodyOf = (name: string): Json => ({
    required: true,
    content: { 'application/json': { schema: ref(name) }, 'multipart/form-data': { schema: ref(name) } },
  });
  const needs = (verb: 'VIEW' | 'STORE' | 'UPDATE' | 'DELETE') => `Needs ${permission(verb, d.permission)}.`;
  const target = {
    ids: { type: 'array', items: id },
    filter: { type: 'object' },
    except: { type: 'array', items: id },
    dry_run: { type: 'integer', enum: [0, 1] },
  };
  const bulk = { required: true, content: content({ type: 'object', properties: target }) };
  const bulkEdit = {
    required: true,
    content: content({ type: 'object', properties: { ...target, set: ref(`${d.key}_change`) }, required: ['set'] }),
  };
  const countResponse = (name: string) =>
    response('Number of records', {
      type: 'object',
      properties: {
        data: {
          type: 'object',
          description:
            'matched, in_use (first IDs still referenced), refused (first IDs rejected for another reason) and reasons are returned with a dry run',
          properties: {
            [name]: { type: 'integer' },
            matched: { type: 'integer' },
            in_use: { type: 'array', items: id },
            rejected: { type: 'array', items: id },
            reasons: { type: 'array', items: { type: 'string' } },
            ...(name === 'deleted' &&
              Object.fromEntries(
                Object.entries(d.deletePreviewCounts ?? {}).map(([key, description]) => [
                  key,
                  { type: 'integer', description: `With a dry run: ${description}` },
                ]),
              )),
          },
          examples: [{ [name]: 3 }],
        },
      },
    });
  const edited = response('Number of records', {
    type: 'object',
    properties: {
      data: {
        type: 'object',
        description: 'matched, refused (first IDs that reject the values) and reasons are returned with a dry run',
        properties: {
          updated: { type: 'integer' },
          matched: { type: 'integer' },
          rejected: { type: 'array', items: id },
          reasons: { type: 'array', items: { type: 'string' } },
        },
        examples: [{ updated: 3 }],
      },
    },
  });
  const undone = response('Number of records', {
    type: 'object',
    properties: {
      data: {
        type: 'object',
        properties: {
          updated: { type: 'integer' },
          deleted: { type: 'integer' },
          restored: { type: 'integer' },
          secrets_left: {
            type: 'integer',
            description: 'Records whose password or access token is not restored. Absent if none.',
          },
        },
        examples: [{ updated: 3, deleted: 0, restored: 0 }],
      },
    },
  });
  const reading = {
    [`/api/${d.key}`]: {
      get: {
        tags,
        summary: `List ${d.labels.en.toLowerCase()}`,
        description: needs('VIEW'),
        parameters: listParameters(d),
        responses: { 200: response(d.labels.en, list), ...rejections(422) },
      },
    },
    [`/api/${d.key}/choices`]: {
      get: {
        tags,
        summary: 'Choices for a select',
        parameters: [
          queryParameter('search', { type: 'string' }),
          ...paging,
          queryParameter('id', id),
          ...(d.key === 'option_detail'
            ? [queryParameter('slug', { type: 'string' }, 'Only details of this option')]
            : []),
        ],
        responses: {
          200: response('Choices', {
            type: 'object',
            properties: { data: { type: 'array', items: ref('choice') }, meta: ref('meta') },
          }),
          ...rejections(422),
        },
      },
    },
    [`/api/${d.key}/{id}`]: {
      get: {
        tags,
        summary: `One ${d.label.en.toLowerCase()}`,
        parameters: [idParameter],
        responses: { 200: one, ...rejections(404) },
      },
    },
    [`/api/${d.key}/{id}/history`]: {
      get: {
        tags,
        summary: 'Change history, newest first',
        description: needs('VIEW'),
        parameters: [idParameter, ...paging],
        responses: {
          200: response('History', {
            type: 'object',
            properties: { data: { type: 'array', items: ref('history') }, meta: ref('meta') },
          }),
          ...rejections(404, 422),
        },
      },
    },
  };
  if (d.readOnly) return reading;
  const byId = reading[`/api/${d.key}/{id}`];
  const token = tokenField(d);
  const field = d.deleteReason === undefined ? undefined : d.fields[d.deleteReason];
  const reason = field && schemaOf(field, true);
  const needsReason = `${needs('DELETE')}${reason && !d.reasonOptional ? ` A reason is required${d.settled ? ' for locked records' : ''}; otherwise 422.` : ''}`;
  const revertNote = d.selfRevertible
    ? ` Or ${permission('STORE', d.permission)} for a record that the caller created within the last ${SELF_REVERT_MINUTES} minutes, unchanged by others.`
    : '';
  const shownOnce = `A generated token is returned once, as ${token}. A repeat with the same idempotency key returns the answer without it.`;
  return {
    ...reading,
    [`/api/${d.key}`]: {
      ...reading[`/api/${d.key}`],
      post: {
        tags,
        summary: `Create a ${d.label.en.toLowerCase()}`,
        description: token === undefined ? needs('STORE') : `${needs('STORE')} ${shownOnce}`,
        parameters: [idempotencyHeader],
        requestBody: bodyOf(`${d.key}_input`),
        responses: { 201: written, ...rejections(409, 413, 415, 422) },
      },
    },
    [`/api/${d.key}/{id}`]: {
      ...byId,
      post: {
        tags,
        summary: `Update a ${d.label.en.toLowerCase()}`,
        description: `${needs('UPDATE')} Send only changed fields. _method may be POST, PUT, PATCH or DELETE.`,
        parameters: [idParameter, idempotencyHeader, versionHeader],
        requestBody: bodyOf(`${d.key}_change`),
        responses: { 200: written, ...rejections(404, 409, 413, 415, 422) },
      },
      delete: {
        tags,
        summary: `Delete a ${d.label.en.toLowerCase()}`,
        description: `${needsReason}${revertNote}`,
        parameters: [
          idParameter,
          versionHeader,
          ...(reason ? [queryParameter('reason', reason, 'Instead of a body')] : []),
        ],
        ...(reason && { requestBody: { content: content({ type: 'object', properties: { reason } }) } }),
        responses: { 200: written, ...(reason ? rejections(404, 409, 422) : rejections(404, 409)) },
      },
    },
    [`/api/${d.key}/{id}/restore`]: {
      post: {
        tags,
        summary: 'Restore',
        description: needs('DELETE'),
        parameters: [idParameter, idempotencyHeader, versionHeader],
        responses: { 200: written, ...rejections(404, 409) },
      },
    },
    ...(token !== undefined && {
      [`/api/${d.key}/{id}/token`]: {
        post: {
          tags,
          summary: 'Create a new token; the previous one stops working',
          description: `${needs('UPDATE')} ${shownOnce}`,
          parameters: [idParameter, idempotencyHeader, versionHeader],
          responses: { 200: written, ...rejections(404, 409) },
        },
      },
    }),
    [`/api/${d.key}/destroyBulk`]: {
      post: {
        tags,
        summary: 'Delete several, all or none',
        description: needsReason,
        parameters: [idempotencyHeader],
        requestBody: reason
          ? { required: true, content: content({ type: 'object', properties: { ...target, reason } }) }
          : bulk,
        responses: { 200: countResponse('deleted'), ...rejections(404, 409, 422) },
      },
    },
    [`/api/${d.key}/restoreBulk`]: {
      post: {
        tags,
        summary: 'Restore several records, all or none',
        description: needs('DELETE'),
        parameters: [idempotencyHeader],
        requestBody: bulk,
        responses: { 200: countResponse('restored'), ...rejections(404, 409, 422) },
      },
    },
    [`/api/${d.key}/updateBulk`]: {
      post: {
        tags,
        summary: 'Set the same values in several records, all or none',
        description: `${needs('UPDATE')} At most ${BULK_MAX} records; set takes: ${bulkFields(d).join(', ')}.`,
        parameters: [idempotencyHeader],
        requestBody: bulkEdit,
        responses: { 200: edited, ...rejections(404, 409, 422) },
      },
    },
    [`/api/${d.key}/undoBulk`]: {
      post: {
        tags,
        summary: 'Undo your own bulk change, deletion or restoration, all or none',
        description: `Needs ${permission('UPDATE', d.permission)} or ${permission('DELETE', d.permission)}, as for that call. Returns 409 conflict with IDs if a record has changed since; then nothing is undone.`,
        parameters: [idempotencyHeader],
        requestBody: {
          required: true,
          content: content({
            type: 'object',
            properties: {
              request_id: { type: 'string', format: 'uuid', description: 'X-Request-Id of that call’s answer' },
            },
            required: ['request_id'],
          }),
        },
        responses: { 200: undone, ...rejections(404, 409, 422) },
      },
    },
  };
}
