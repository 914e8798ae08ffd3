import {
  BULK_MAX,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  type ResourceDefinition,
  TAKE_BACK_MINUTES,
  allFields,
  bulkFields,
  findColumn,
  listColumns,
  operatorsOf,
  permission,
} from '@innkeeper/contract';
import { answer, content, idParameter, inQuery, onceHeader, ref, refusals, versionHeader } from './parts.ts';
import { tokenField } from '../resources/tokens.ts';
import { type Json, id, schemaOf } from './schemas.ts';

const paging: readonly Json[] = [
  inQuery('page', { type: 'integer', minimum: 1, default: 1 }),
  inQuery('per_page', { type: 'integer', minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT }),
];

const listParameters = (d: ResourceDefinition): Json[] => [...paging, ...questionParameters(d)];

/** The parameters of a list, for every page of it. */
export function questionParameters(d: ResourceDefinition): Json[] {
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
          inQuery(`filter[${column}]`, {
            type: 'object',
            properties: Object.fromEntries(operatorsOf[path.definition.kind].map((o) => [o, { type: 'string' }])),
          }),
        ]
      : [];
  });
  return [
    inQuery('sort', { type: 'string', default: d.order ?? 'id' }, 'Comma list, - for descending'),
    inQuery('search', { type: 'string' }, 'All words must match'),
    inQuery('deleted', { type: 'string', enum: ['1', '0'] }, 'Deleted records are included'),
    ...filters.map((f) => ({ ...f, style: 'deepObject', explode: true })),
    ...Object.entries(d.fields).flatMap(([name, f]) =>
      f.kind === 'reference' || f.kind === 'option' ? [inQuery(name, id, 'Records that point to this one alone')] : [],
    ),
  ];
}

const wrapped = (how: 'bare' | 'nested' | 'data', schema: Json): Json => {
  if (how === 'bare') return schema;
  const data = how === 'nested' ? { type: 'object', properties: { data: schema } } : schema;
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
  const one = answer(d.label.en, wrapped(envelope.record, record));
  const written = answer(d.label.en, wrapped('data', record));
  const rows = wrapped(envelope.list, { type: 'array', items: record });
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
  const done = (name: string) =>
    answer('How many', {
      type: 'object',
      properties: {
        data: {
          type: 'object',
          description:
            'matched, in_use (the first ids that something still points to), refused (the first that stay for another reason) and reasons (why, each once) come with a dry run',
          properties: {
            [name]: { type: 'integer' },
            matched: { type: 'integer' },
            in_use: { type: 'array', items: id },
            refused: { type: 'array', items: id },
            reasons: { type: 'array', items: { type: 'string' } },
            ...(name === 'deleted' &&
              Object.fromEntries(
                Object.entries(d.countedBeforeDelete ?? {}).map(([key, counted]) => [
                  key,
                  { type: 'integer', description: `With a dry run: ${counted}` },
                ]),
              )),
          },
          examples: [{ [name]: 3 }],
        },
      },
    });
  const edited = answer('How many', {
    type: 'object',
    properties: {
      data: {
        type: 'object',
        description:
          'matched, refused (the first ids that do not take the values) and reasons (why, each once) come with a dry run',
        properties: {
          updated: { type: 'integer' },
          matched: { type: 'integer' },
          refused: { type: 'array', items: id },
          reasons: { type: 'array', items: { type: 'string' } },
        },
        examples: [{ updated: 3 }],
      },
    },
  });
  const undone = answer('How many', {
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
            description: 'Records of which a password or access token stays as it is. Absent for none.',
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
        responses: { 200: answer(d.labels.en, list), ...refusals(422) },
      },
    },
    [`/api/${d.key}/choices`]: {
      get: {
        tags,
        summary: 'What a select offers',
        parameters: [
          inQuery('search', { type: 'string' }),
          ...paging,
          inQuery('id', id),
          ...(d.key === 'option_detail' ? [inQuery('slug', { type: 'string' }, 'Details of this option alone')] : []),
        ],
        responses: {
          200: answer('Choices', {
            type: 'object',
            properties: { data: { type: 'array', items: ref('choice') }, meta: ref('meta') },
          }),
          ...refusals(422),
        },
      },
    },
    [`/api/${d.key}/{id}`]: {
      get: {
        tags,
        summary: `One ${d.label.en.toLowerCase()}`,
        parameters: [idParameter],
        responses: { 200: one, ...refusals(404) },
      },
    },
    [`/api/${d.key}/{id}/history`]: {
      get: {
        tags,
        summary: 'Who changed what when, newest first',
        description: needs('VIEW'),
        parameters: [idParameter, ...paging],
        responses: {
          200: answer('History', {
            type: 'object',
            properties: { data: { type: 'array', items: ref('history') }, meta: ref('meta') },
          }),
          ...refusals(404, 422),
        },
      },
    },
  };
  if (d.readOnly) return reading;
  const byId = reading[`/api/${d.key}/{id}`];
  const token = tokenField(d);
  const field = d.deleteReason === undefined ? undefined : d.fields[d.deleteReason];
  const reason = field && schemaOf(field, true);
  const needsReason = `${needs('DELETE')}${reason && !d.reasonOptional ? ` A reason is asked for${d.settled ? ' where some of them stand as they were made' : ''}: a 422 without one.` : ''}`;
  const takesBack = d.takenBack
    ? ` Or ${permission('STORE', d.permission)} for a record that the caller made within the last ${TAKE_BACK_MINUTES} minutes, and that nobody else has changed.`
    : '';
  const shownOnce = `A token that is made here stands as ${token} in this answer alone; whoever asks again under the same key gets the answer without it.`;
  return {
    ...reading,
    [`/api/${d.key}`]: {
      ...reading[`/api/${d.key}`],
      post: {
        tags,
        summary: `Create a ${d.label.en.toLowerCase()}`,
        description: token === undefined ? needs('STORE') : `${needs('STORE')} ${shownOnce}`,
        parameters: [onceHeader],
        requestBody: bodyOf(`${d.key}_input`),
        responses: { 201: written, ...refusals(409, 413, 415, 422) },
      },
    },
    [`/api/${d.key}/{id}`]: {
      ...byId,
      post: {
        tags,
        summary: `Update a ${d.label.en.toLowerCase()}`,
        description: `${needs('UPDATE')} Sends only what changes. _method may be POST, PUT, PATCH or DELETE.`,
        parameters: [idParameter, onceHeader, versionHeader],
        requestBody: bodyOf(`${d.key}_change`),
        responses: { 200: written, ...refusals(404, 409, 413, 415, 422) },
      },
      delete: {
        tags,
        summary: `Delete a ${d.label.en.toLowerCase()}`,
        description: `${needsReason}${takesBack}`,
        parameters: [
          idParameter,
          versionHeader,
          ...(reason ? [inQuery('reason', reason, 'In the place of a body')] : []),
        ],
        ...(reason && { requestBody: { content: content({ type: 'object', properties: { reason } }) } }),
        responses: { 200: written, ...(reason ? refusals(404, 409, 422) : refusals(404, 409)) },
      },
    },
    [`/api/${d.key}/{id}/restore`]: {
      post: {
        tags,
        summary: 'Restore',
        description: needs('DELETE'),
        parameters: [idParameter, onceHeader, versionHeader],
        responses: { 200: written, ...refusals(404, 409) },
      },
    },
    ...(token !== undefined && {
      [`/api/${d.key}/{id}/token`]: {
        post: {
          tags,
          summary: 'Make another token; the one before serves no more',
          description: `${needs('UPDATE')} ${shownOnce}`,
          parameters: [idParameter, onceHeader, versionHeader],
          responses: { 200: written, ...refusals(404, 409) },
        },
      },
    }),
    [`/api/${d.key}/destroyBulk`]: {
      post: {
        tags,
        summary: 'Delete several, all or none',
        description: needsReason,
        parameters: [onceHeader],
        requestBody: reason
          ? { required: true, content: content({ type: 'object', properties: { ...target, reason } }) }
          : bulk,
        responses: { 200: done('deleted'), ...refusals(404, 409, 422) },
      },
    },
    [`/api/${d.key}/restoreBulk`]: {
      post: {
        tags,
        summary: 'Restore several, all or none',
        description: needs('DELETE'),
        parameters: [onceHeader],
        requestBody: bulk,
        responses: { 200: done('restored'), ...refusals(404, 409, 422) },
      },
    },
    [`/api/${d.key}/updateBulk`]: {
      post: {
        tags,
        summary: 'Give several the same values, all or none',
        description: `${needs('UPDATE')} At most ${BULK_MAX} records; set takes: ${bulkFields(d).join(', ')}.`,
        parameters: [onceHeader],
        requestBody: bulkEdit,
        responses: { 200: edited, ...refusals(404, 409, 422) },
      },
    },
    [`/api/${d.key}/undoBulk`]: {
      post: {
        tags,
        summary: 'Take back what a bulk call of one’s own changed, deleted or restored, all or none',
        description: `Needs ${permission('UPDATE', d.permission)} or ${permission('DELETE', d.permission)}, whichever that call needed. 409 conflict, with ids, where one of the records was changed since; then nothing is undone.`,
        parameters: [onceHeader],
        requestBody: {
          required: true,
          content: content({
            type: 'object',
            properties: {
              request_id: { type: 'string', format: 'uuid', description: 'X-Request-Id of the answer to that call' },
            },
            required: ['request_id'],
          }),
        },
        responses: { 200: undone, ...refusals(404, 409, 422) },
      },
    },
  };
}
