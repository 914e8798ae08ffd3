import {
  DATE_PRESETS,
  type Field,
  type FieldKind,
  type FieldOf,
  MONEY_SCALE,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  type ResourceDefinition,
  TEXTAREA_MAX,
  TEXT_MAX,
  allFields,
  errors,
  findColumn,
  isNullable,
  isWritable,
  listColumns,
  operatorsOf,
  permission,
  relationsOf,
  resources,
} from '@innkeeper/contract';

type Json = Readonly<Record<string, unknown>>;

const decimalText = (scale: number): Json => ({
  type: 'string',
  pattern: `^-?\\d+\\.\\d{${scale}}$`,
  examples: [`1250000.${'0'.repeat(scale)}`],
});
const id: Json = { type: 'integer', minimum: 1 };

/** The JSON schema of a value of each kind. */
const byKind: { [K in FieldKind]: (f: FieldOf<K>) => Json } = {
  text: (f) => ({ type: 'string', maxLength: f.max ?? TEXT_MAX, ...(f.pattern && { pattern: f.pattern }) }),
  email: () => ({ type: 'string', format: 'email', maxLength: TEXT_MAX }),
  phone: () => ({ type: 'string', pattern: '^\\+?[0-9][0-9 ()./-]{3,28}[0-9]$' }),
  textarea: (f) => ({ type: 'string', maxLength: f.max ?? TEXTAREA_MAX }),
  editor: () => ({ type: 'string', contentMediaType: 'text/html' }),
  secret: () => ({ type: 'string', minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH, writeOnly: true }),
  integer: (f) => ({ type: 'integer', minimum: f.min ?? 0, ...(f.max !== undefined && { maximum: f.max }) }),
  decimal: (f) => decimalText(f.scale),
  money: () => decimalText(MONEY_SCALE),
  flag: () => ({ type: 'integer', enum: [0, 1] }),
  date: () => ({ type: 'string', format: 'date' }),
  instant: () => ({
    type: 'string',
    description: 'YYYY-MM-DD HH:mm:ss, UTC in answers; requests may send ISO 8601 too',
  }),
  reference: (f) => ({ ...id, description: `Id of a ${f.to}` }),
  option: (f) => ({ ...id, description: `Id of a detail of the option ${f.slug}` }),
  choice: (f) => ({ type: 'string', enum: f.choices.map((c) => c.value) }),
  file: () => ({ type: 'string', description: 'A signed address; sent as a file part of a form' }),
  references: (f) => ({ type: 'array', items: id, description: `Ids of ${f.to}` }),
  json: () => ({}),
};

function schemaOf(f: Field, canBeNull: boolean): Json {
  const schema = (byKind[f.kind] as (field: Field) => Json)(f); // the kind picks the function that takes exactly this field
  const described = { title: f.label.en, ...(f.hint && { description: f.hint.en }), ...schema };
  if (!canBeNull || typeof schema.type !== 'string') return described;
  return {
    ...described,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

const nested = (withCode: boolean): Json => ({
  type: ['object', 'null'],
  properties: { id, name: { type: 'string' }, ...(withCode && { code: { type: ['string', 'null'] } }) },
});

function recordSchema(d: ResourceDefinition): Json {
  const fields = Object.entries(allFields(d)).filter(([name, f]) => f.kind !== 'secret' && !name.endsWith('_by_id'));
  return {
    type: 'object',
    title: d.label.en,
    properties: {
      ...Object.fromEntries(fields.map(([name, f]) => [name, schemaOf(f, isNullable(f) && f.kind !== 'references')])),
      ...Object.fromEntries(
        relationsOf(d).map(({ name, to }) => [name, nested(Object.hasOwn(resources, to) && to !== 'users')]),
      ),
    },
  };
}

function inputSchema(d: ResourceDefinition): Json {
  const fields = Object.entries(d.fields).filter(([, f]) => isWritable(f));
  return {
    type: 'object',
    title: `${d.label.en}, as it is written`,
    additionalProperties: false,
    properties: Object.fromEntries(fields.map(([name, f]) => [name, schemaOf(f, !f.required)])),
    required: fields.filter(([, f]) => f.required).map(([name]) => name),
  };
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: Json): Json => ({ 'application/json': { schema } });
const answer = (description: string, schema: Json): Json => ({ description, content: content(schema) });
const refusals = (...statuses: readonly number[]): Json =>
  Object.fromEntries(
    [401, 403, ...statuses].map((status) => [status, { description: codesOf(status), content: content(ref('error')) }]),
  );
const codesOf = (status: number): string =>
  Object.entries(errors)
    .filter(([, e]) => e.status === status)
    .map(([code]) => code)
    .join(', ');

const inQuery = (name: string, schema: Json, description?: string): Json => ({
  name,
  in: 'query',
  schema,
  ...(description && { description }),
});
const inHeader = (name: string, description: string): Json => ({
  name,
  in: 'header',
  schema: { type: 'string' },
  description,
});
const idParameter: Json = { name: 'id', in: 'path', required: true, schema: id };
const onceHeader = inHeader('Idempotency-Key', 'The same key and body within 24 hours get the first answer again');

function listParameters(d: ResourceDefinition): Json[] {
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
    inQuery('page', { type: 'integer', minimum: 1, default: 1 }),
    inQuery('per_page', { type: 'integer', minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT }),
    inQuery('sort', { type: 'string', default: d.order ?? 'id' }, 'Comma list, - for descending'),
    inQuery('search', { type: 'string' }, 'All words must match'),
    inQuery('deleted', { type: 'string', enum: ['1', '0'] }, 'Deleted records are included'),
    ...filters.map((f) => ({ ...f, style: 'deepObject', explode: true })),
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

function pathsOf(d: ResourceDefinition): Json {
  const tags = [d.labels.en];
  const record = ref(d.key);
  const envelope = d.envelope ?? { list: 'data', record: 'data' };
  const one = answer(d.label.en, wrapped(envelope.record, record));
  const written = answer(d.label.en, wrapped('data', record));
  const rows = wrapped(envelope.list, { type: 'array', items: record });
  const list = envelope.list === 'bare' ? rows : withMeta(rows);
  const input = {
    required: true,
    content: {
      'application/json': { schema: ref(`${d.key}_input`) },
      'multipart/form-data': { schema: ref(`${d.key}_input`) },
    },
  };
  const needs = (verb: 'VIEW' | 'STORE' | 'UPDATE' | 'DELETE') => `Needs ${permission(verb, d.permission)}.`;
  const bulk = {
    required: true,
    content: content({
      type: 'object',
      properties: {
        ids: { type: 'array', items: id },
        filter: { type: 'object' },
        except: { type: 'array', items: id },
        dry_run: { type: 'integer', enum: [0, 1] },
      },
    }),
  };
  const done = (name: string) =>
    answer('How many', {
      type: 'object',
      properties: { data: { type: 'object', properties: { [name]: { type: 'integer' } } } },
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
        parameters: [inQuery('search', { type: 'string' }), inQuery('page', { type: 'integer' }), inQuery('id', id)],
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
        parameters: [idParameter],
        responses: {
          200: answer('History', { type: 'object', properties: { data: { type: 'array', items: ref('history') } } }),
          ...refusals(404),
        },
      },
    },
  };
  if (d.readOnly) return reading;
  const byId = reading[`/api/${d.key}/{id}`];
  return {
    ...reading,
    [`/api/${d.key}`]: {
      ...reading[`/api/${d.key}`],
      post: {
        tags,
        summary: `Create a ${d.label.en.toLowerCase()}`,
        description: needs('STORE'),
        parameters: [onceHeader],
        requestBody: input,
        responses: { 201: written, ...refusals(409, 413, 415, 422) },
      },
    },
    [`/api/${d.key}/{id}`]: {
      ...byId,
      post: {
        tags,
        summary: `Update a ${d.label.en.toLowerCase()}`,
        description: `${needs('UPDATE')} Sends only what changes. _method may be POST, PUT, PATCH or DELETE.`,
        parameters: [
          idParameter,
          onceHeader,
          inHeader('If-Unmodified-Since-Version', '409 stale_record when another write came first'),
        ],
        requestBody: input,
        responses: { 200: written, ...refusals(404, 409, 413, 415, 422) },
      },
      delete: {
        tags,
        summary: `Delete a ${d.label.en.toLowerCase()}`,
        description: needs('DELETE'),
        parameters: [idParameter],
        responses: { 200: written, ...refusals(404, 409) },
      },
    },
    [`/api/${d.key}/{id}/restore`]: {
      post: {
        tags,
        summary: 'Restore',
        description: needs('DELETE'),
        parameters: [idParameter],
        responses: { 200: written, ...refusals(404, 409) },
      },
    },
    [`/api/${d.key}/destroyBulk`]: {
      post: {
        tags,
        summary: 'Delete several, all or none',
        description: needs('DELETE'),
        parameters: [onceHeader],
        requestBody: bulk,
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
  };
}

const text: Json = { type: 'string' };
const form = (properties: Json, required: readonly string[]): Json => {
  const schema = { type: 'object', properties, required };
  return { required: true, content: { 'application/json': { schema }, 'multipart/form-data': { schema } } };
};

function sessionPaths(): Json {
  const tags = ['Signing in'];
  const token = {
    type: 'object',
    properties: { token_type: text, access_token: text, refresh_token: text, expires_in: { type: 'integer' } },
  };
  const done = answer('Done', { type: 'object' });
  const call = (summary: string, requestBody?: Json, isPublic = false): Json => ({
    tags,
    summary,
    ...(requestBody && { requestBody }),
    ...(isPublic && { security: [] }),
    responses: { 200: done, ...refusals(422, 429) },
  });
  return {
    '/oauth/token': {
      post: {
        tags,
        security: [],
        summary: 'Sign in, or refresh a session',
        requestBody: form(
          {
            grant_type: { type: 'string', enum: ['password', 'refresh_token'] },
            username: text,
            password: text,
            refresh_token: text,
            client_id: text,
            client_secret: text,
            scope: text,
            remember_me: { type: 'integer', enum: [0, 1] },
          },
          ['grant_type', 'client_id'],
        ),
        responses: { 200: answer('Tokens', token), ...refusals(400, 429) },
      },
    },
    '/api/user': { get: call('The signed-in user: rights, hotels, settings, navigation') },
    '/api/user/logout': { post: call('End this session') },
    '/api/user/settings': { post: call('Save the settings, a JSON string', form({ settings: text }, ['settings'])) },
    '/api/user/bookmark': { post: call('Save the shortcuts, a JSON string', form({ bookmark: text }, ['bookmark'])) },
    '/api/user/sessions': { get: call('Own sessions') },
    '/api/user/sessions/{id}': { delete: { ...call('End one of the own sessions'), parameters: [idParameter] } },
    '/api/user/password': {
      post: call(
        'Change the own password',
        form({ current_password: text, password: text, password_confirmation: text }, [
          'current_password',
          'password',
          'password_confirmation',
        ]),
      ),
    },
    '/api/user/profile': { post: call('Change the own name and phone', form({ name: text, phone_no: text }, [])) },
    '/api/password/email': {
      post: call('Ask for a mail to set a new password', form({ email: text }, ['email']), true),
    },
    '/api/password/reset': {
      post: call(
        'Set a new password',
        form({ email: text, password: text, password_confirmation: text, token: text }, [
          'email',
          'password',
          'password_confirmation',
          'token',
        ]),
        true,
      ),
    },
  };
}

const SHARED: Json = {
  error: {
    type: 'object',
    required: ['error', 'message', 'request_id'],
    properties: {
      error: { type: 'string', enum: Object.keys(errors) },
      message: text,
      errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
      request_id: text,
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
    paths: { ...sessionPaths(), ...Object.assign({}, ...all.map(pathsOf)) },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...SHARED,
        ...Object.fromEntries(
          all.flatMap((d) => [[d.key, recordSchema(d)], ...(d.readOnly ? [] : [[`${d.key}_input`, inputSchema(d)]])]),
        ),
      },
    },
  };
}
