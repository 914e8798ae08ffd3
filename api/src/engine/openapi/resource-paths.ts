import {
  MAX_BULK_RECORDS,
  PER_PAGE_DEFAULT,
  MAX_PER_PAGE,
  type ResourceDefinition,
  SELF_REVERT_MINUTES,
  allFields,
  bulkFields,
  findColumn,
  listColumns,
  operatorsByKind,
  permission,
  schemaOf,
} from '@innkeeper/contract';
import {
  dataResponse,
  jsonResponse,
  jsonContent,
  idParameter,
  queryParameter,
  idempotencyHeader,
  schemaRef,
  errorResponses,
  versionHeader,
} from './parts.ts';
import { operationNamesOf } from './operation-names.ts';
import { tokenField } from '../resources/tokens.ts';
import { type Json, choiceSchema, id, integerSchema, listSchema, objectSchema, textSchema } from './schemas.ts';

const pagingParameters: readonly Json[] = [
  queryParameter('page', { ...id, default: 1 }),
  queryParameter('per_page', { ...id, maximum: MAX_PER_PAGE, default: PER_PAGE_DEFAULT }),
];

const listParameters = (d: ResourceDefinition): Json[] => [...pagingParameters, ...listParametersOf(d)];

/** How a bulk edit reads local times of events at a hotel; empty without such a field. */
function describeHotelTimes(d: ResourceDefinition): string {
  const names = bulkFields(d).filter((name) => {
    const f = d.fields[name];
    return f?.kind === 'instant' && f.inHotelZone === true;
  });
  return names.length === 0 ? '' : ` A local time of ${names.join(', ')} is that of each record’s hotel.`;
}

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
    return path && !path.definition.shownOnly && operatorsByKind[path.definition.kind].length > 0
      ? [
          queryParameter(
            `filter[${column}]`,
            objectSchema(Object.fromEntries(operatorsByKind[path.definition.kind].map((o) => [o, textSchema]))),
          ),
        ]
      : [];
  });
  return [
    queryParameter('sort', { type: 'string', default: d.order ?? 'id' }, 'Comma-separated, - for descending'),
    queryParameter('search', textSchema, 'All words must match'),
    queryParameter('deleted', choiceSchema(['1', '0']), '1: includes deleted records'),
    ...filters.map((f) => ({ ...f, style: 'deepObject', explode: true })),
    ...Object.entries(d.fields).flatMap(([name, f]) =>
      f.kind === 'reference' || f.kind === 'option'
        ? [queryParameter(name, id, 'Only records that refer to this one')]
        : [],
    ),
  ];
}

const envelopeSchema = (data: Json): Json => objectSchema({ data }, { required: ['data'] });
const wrapInEnvelope = (envelope: 'bare' | 'nested' | 'data', schema: Json): Json => {
  if (envelope === 'bare') return schema;
  return envelopeSchema(envelope === 'nested' ? envelopeSchema(schema) : schema);
};
const withMeta = (schema: Json): Json => ({
  ...schema,
  properties: { ...(schema.properties as Json | undefined), meta: schemaRef('meta') },
  required: ['data', 'meta'],
});

/** Every call of a resource. */
export function resourcePathsOf(d: ResourceDefinition): Json {
  const tags = [d.labels.en];
  const names = operationNamesOf(d);
  const recordRef = schemaRef(d.key);
  const envelope = d.envelope ?? { list: 'data', record: 'data' };
  const recordResponse = jsonResponse(d.label.en, wrapInEnvelope(envelope.record, recordRef));
  const writeResponse = dataResponse(d.label.en, recordRef);
  const recordsSchema = wrapInEnvelope(envelope.list, listSchema(recordRef));
  const pageSchema = envelope.list === 'bare' ? recordsSchema : withMeta(recordsSchema);
  const inputBody = (name: string): Json => ({
    required: true,
    content: { 'application/json': { schema: schemaRef(name) }, 'multipart/form-data': { schema: schemaRef(name) } },
  });
  const describePermission = (verb: 'VIEW' | 'STORE' | 'UPDATE' | 'DELETE') =>
    `Needs ${permission(verb, d.permission)}.`;
  const selectionProperties = {
    ids: listSchema(id),
    filter: { type: 'object' },
    except: listSchema(id),
    dry_run: choiceSchema([0, 1]),
  };
  const createBody = (properties: Json, rest: Json = {}): Json => ({
    required: true,
    content: jsonContent(objectSchema(properties, rest)),
  });
  const countResponse = (description: string, counts: Json, example: Json): Json =>
    dataResponse('Number of records', objectSchema(counts, { description, examples: [example] }));
  const bulkResponse = (name: 'deleted' | 'restored') =>
    countResponse(
      'matched, in_use (first IDs still referenced), refused (first IDs rejected for another reason) and reasons are returned with a dry run',
      {
        [name]: integerSchema,
        matched: integerSchema,
        in_use: listSchema(id),
        rejected: listSchema(id),
        reasons: listSchema(textSchema),
        ...(name === 'deleted' &&
          Object.fromEntries(
            Object.entries(d.deletePreviewCounts ?? {}).map(([key, description]) => [
              key,
              { ...integerSchema, description: `With a dry run: ${description}` },
            ]),
          )),
      },
      { [name]: 3 },
    );
  const editResponse = countResponse(
    'matched, refused (first IDs that reject the values) and reasons are returned with a dry run',
    { updated: integerSchema, matched: integerSchema, rejected: listSchema(id), reasons: listSchema(textSchema) },
    { updated: 3 },
  );
  const undoResponse = dataResponse(
    'Number of records',
    objectSchema(
      {
        updated: integerSchema,
        deleted: integerSchema,
        restored: integerSchema,
        secrets_left: {
          ...integerSchema,
          description: 'Records whose password or access token is not restored. Absent if none.',
        },
      },
      { examples: [{ updated: 3, deleted: 0, restored: 0 }] },
    ),
  );
  const readPaths = {
    [`/api/${d.key}`]: {
      get: {
        operationId: names.list,
        tags,
        summary: `List ${d.labels.en.toLowerCase()}`,
        description: describePermission('VIEW'),
        parameters: listParameters(d),
        responses: { 200: jsonResponse(d.labels.en, pageSchema), ...errorResponses(422) },
      },
    },
    [`/api/${d.key}/choices`]: {
      get: {
        operationId: names.choices,
        tags,
        summary: 'Choices for a select',
        parameters: [
          queryParameter('search', textSchema),
          ...pagingParameters,
          queryParameter('id', id),
          ...(d.choicesBy ? [queryParameter(d.choicesBy.parameter, textSchema, d.choicesBy.description)] : []),
        ],
        responses: {
          200: jsonResponse('Choices', withMeta(envelopeSchema(listSchema(schemaRef('choice'))))),
          ...errorResponses(422),
        },
      },
    },
    [`/api/${d.key}/{id}`]: {
      get: {
        operationId: names.get,
        tags,
        summary: `One ${d.label.en.toLowerCase()}`,
        parameters: [idParameter],
        responses: { 200: recordResponse, ...errorResponses(404) },
      },
    },
    [`/api/${d.key}/{id}/history`]: {
      get: {
        operationId: names.history,
        tags,
        summary: 'Change history, newest first',
        description: describePermission('VIEW'),
        parameters: [idParameter, ...pagingParameters],
        responses: {
          200: jsonResponse('History', withMeta(envelopeSchema(listSchema(schemaRef('history'))))),
          ...errorResponses(404, 422),
        },
      },
    },
  };
  if (d.readOnly) return readPaths;
  const recordPath = readPaths[`/api/${d.key}/{id}`];
  const token = tokenField(d);
  const field = d.deleteReason === undefined ? undefined : d.fields[d.deleteReason];
  const reasonSchema = field && schemaOf(field, true);
  const optionNote = d.deleteReasonOption ? `, unless the option ${d.deleteReasonOption.slug} is 0` : '';
  const reasonNote = ` A reason is required${d.immutable ? ' for locked records' : ''}${optionNote}; otherwise 422.`;
  const deleteNote = `${describePermission('DELETE')}${reasonSchema && !d.reasonOptional ? reasonNote : ''}`;
  const revertNote = d.selfRevertible
    ? ` Or ${permission('STORE', d.permission)} for a record that the caller created within the last ${SELF_REVERT_MINUTES} minutes, unchanged by others.`
    : '';
  const tokenNote = `A generated token is returned once, as ${token}. A repeat with the same idempotency key returns the answer without it.`;
  return {
    ...readPaths,
    [`/api/${d.key}`]: {
      ...readPaths[`/api/${d.key}`],
      post: {
        operationId: names.create,
        tags,
        summary: `Create a ${d.label.en.toLowerCase()}`,
        description: token === undefined ? describePermission('STORE') : `${describePermission('STORE')} ${tokenNote}`,
        parameters: [idempotencyHeader],
        requestBody: inputBody(`${d.key}_input`),
        responses: { 201: writeResponse, ...errorResponses(409, 413, 415, 422) },
      },
    },
    [`/api/${d.key}/{id}`]: {
      ...recordPath,
      post: {
        operationId: names.update,
        tags,
        summary: `Update a ${d.label.en.toLowerCase()}`,
        description: `${describePermission('UPDATE')} Send only changed fields. _method may be POST, PUT, PATCH or DELETE.`,
        parameters: [idParameter, idempotencyHeader, versionHeader],
        requestBody: inputBody(`${d.key}_change`),
        responses: { 200: writeResponse, ...errorResponses(404, 409, 413, 415, 422) },
      },
      delete: {
        operationId: names.delete,
        tags,
        summary: `Delete a ${d.label.en.toLowerCase()}`,
        description: `${deleteNote}${revertNote}`,
        parameters: [
          idParameter,
          versionHeader,
          ...(reasonSchema ? [queryParameter('reason', reasonSchema, 'Instead of a body')] : []),
        ],
        ...(reasonSchema && {
          requestBody: { content: jsonContent(objectSchema({ reason: reasonSchema })) },
        }),
        responses: { 200: writeResponse, ...(reasonSchema ? errorResponses(404, 409, 422) : errorResponses(404, 409)) },
      },
    },
    [`/api/${d.key}/{id}/restore`]: {
      post: {
        operationId: names.restore,
        tags,
        summary: 'Restore',
        description: describePermission('DELETE'),
        parameters: [idParameter, idempotencyHeader, versionHeader],
        responses: { 200: writeResponse, ...errorResponses(404, 409) },
      },
    },
    ...(token !== undefined && {
      [`/api/${d.key}/{id}/token`]: {
        post: {
          operationId: names.createToken,
          tags,
          summary: 'Create a new token; the previous one stops working',
          description: `${describePermission('UPDATE')} ${tokenNote}`,
          parameters: [idParameter, idempotencyHeader, versionHeader],
          responses: { 200: writeResponse, ...errorResponses(404, 409) },
        },
      },
    }),
    [`/api/${d.key}/destroyBulk`]: {
      post: {
        operationId: names.bulkDelete,
        tags,
        summary: 'Delete several, all or none',
        description: deleteNote,
        parameters: [idempotencyHeader],
        requestBody: createBody({ ...selectionProperties, ...(reasonSchema && { reason: reasonSchema }) }),
        responses: { 200: bulkResponse('deleted'), ...errorResponses(404, 409, 422) },
      },
    },
    [`/api/${d.key}/restoreBulk`]: {
      post: {
        operationId: names.bulkRestore,
        tags,
        summary: 'Restore several records, all or none',
        description: describePermission('DELETE'),
        parameters: [idempotencyHeader],
        requestBody: createBody(selectionProperties),
        responses: { 200: bulkResponse('restored'), ...errorResponses(404, 409, 422) },
      },
    },
    [`/api/${d.key}/updateBulk`]: {
      post: {
        operationId: names.bulkUpdate,
        tags,
        summary: 'Set the same values in several records, all or none',
        description: `${describePermission('UPDATE')} At most ${MAX_BULK_RECORDS} records; set takes: ${bulkFields(d).join(', ')}.${describeHotelTimes(d)}`,
        parameters: [idempotencyHeader],
        requestBody: createBody({ ...selectionProperties, set: schemaRef(`${d.key}_change`) }, { required: ['set'] }),
        responses: { 200: editResponse, ...errorResponses(404, 409, 422) },
      },
    },
    [`/api/${d.key}/undoBulk`]: {
      post: {
        operationId: names.bulkUndo,
        tags,
        summary: 'Undo your own bulk change, deletion or restoration, all or none',
        description: `Needs ${permission('UPDATE', d.permission)} or ${permission('DELETE', d.permission)}, as for that call. Returns 409 conflict with IDs if a record has changed since; then nothing is undone.`,
        parameters: [idempotencyHeader],
        requestBody: createBody(
          { request_id: { type: 'string', format: 'uuid', description: 'X-Request-Id of that call’s answer' } },
          { required: ['request_id'] },
        ),
        responses: { 200: undoResponse, ...errorResponses(404, 409, 422) },
      },
    },
  };
}
