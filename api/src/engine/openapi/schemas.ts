import {
  COMMON_FIELDS,
  type Field,
  ID_SCHEMA,
  type ResourceDefinition,
  allFields,
  isUserAuditField,
  getColumn,
  getResource,
  inputFieldSchema,
  isNullable,
  isWritable,
  schemaOf,
} from '@innkeeper/contract';
import { type Nesting, getNesting } from '../resources/nesting.ts';
import { tokenField } from '../resources/tokens.ts';

export type Json = Readonly<Record<string, unknown>>;
export const id: Json = ID_SCHEMA;
export const textSchema: Json = { type: 'string' };
export const nullableTextSchema: Json = { type: ['string', 'null'] };
export const integerSchema: Json = { type: 'integer' };
export const choiceSchema = (choices: readonly (string | number)[], description?: string): Json => ({
  type: typeof choices[0] === 'number' ? 'integer' : 'string',
  enum: choices,
  ...(description !== undefined && { description }),
});
/** `rest`: further keywords, such as `required` or a description. */
export const objectSchema = (properties: Json, rest: Json = {}): Json => ({ type: 'object', properties, ...rest });
export const listSchema = (items: Json, rest: Json = {}): Json => ({ type: 'array', items, ...rest });

/** Schema of a nested object: the display fields, the columns that lists use from it, and further nested objects. */
function nestedSchema(d: ResourceDefinition, { columns, children }: Nesting, isAuditUser: boolean): Json {
  return {
    type: ['object', 'null'],
    properties: {
      id,
      name: { type: 'string' },
      ...(d.display.code && !isAuditUser && { code: { type: ['string', 'null'] } }),
      ...Object.fromEntries([...columns].map((column) => [column, schemaOf(getColumn(d, column).definition, true)])),
      ...nestedSchemas(d, children),
    },
  };
}

const nestedSchemas = (d: ResourceDefinition, children: Nesting['children']): Json =>
  Object.fromEntries(
    [...children].map(([name, child]) => {
      const isAuditUser = Object.hasOwn(COMMON_FIELDS, `${name}_id`);
      return [name, nestedSchema(getColumn(d, `${name}.id`).resource, child, isAuditUser)];
    }),
  );

/** Schema of a list embedded in a record, such as the details of an option. */
function embeddedSchema({ resource, fields }: NonNullable<ResourceDefinition['embeds']>[number]): Json {
  const { fields: targetFields } = getResource(resource);
  const shownProperties = fields.flatMap((name) =>
    targetFields[name] ? [[name, schemaOf(targetFields[name], isNullable(targetFields[name]))] as const] : [],
  );
  return { type: 'array', items: { type: 'object', properties: { id, ...Object.fromEntries(shownProperties) } } };
}

export function recordSchema(d: ResourceDefinition): Json {
  const fields = Object.entries(allFields(d)).filter(([name, f]) => f.kind !== 'secret' && !isUserAuditField(name));
  const token = tokenField(d);
  const nested = nestedSchemas(d, getNesting(d).children);
  return {
    type: 'object',
    title: d.label.en,
    required: [...fields.map(([name]) => name), ...Object.keys(nested)],
    properties: {
      ...Object.fromEntries(fields.map(([name, f]) => [name, schemaOf(f, isNullable(f) && f.kind !== 'references')])),
      ...(token !== undefined && {
        [token]: { type: 'string', description: 'Returned only by the call that created it' },
      }),
      ...nested,
      ...Object.fromEntries((d.embeds ?? []).map((list) => [list.resource, embeddedSchema(list)])),
    },
  };
}

const isByNumber = (f: Field): boolean => f.kind === 'reference' && f.numberField !== undefined;

/** A number that replaces the id of a required reference. */
const numberProperties = ([name, f]: [string, Field]): [string, Json][] =>
  f.kind === 'reference' && f.numberField !== undefined
    ? [[f.numberField, { type: 'string', description: `Instead of ${name}; required for records of other hotels` }]]
    : [];

/** Body of a create, or of an update, where nothing is required. */
export function inputSchema(d: ResourceDefinition, mode: 'create' | 'update'): Json {
  const fields = Object.entries(d.fields).filter(([, f]) => isWritable(f));
  return {
    type: 'object',
    title: mode === 'create' ? `${d.label.en} when creating` : `${d.label.en} when updating`,
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(fields.map(([name, f]) => [name, inputFieldSchema(f)])),
      ...(mode === 'create' && Object.fromEntries(fields.flatMap(numberProperties))),
      ...(mode === 'update' && { _method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'] } }),
    },
    ...(mode === 'create' && {
      required: fields.filter(([, f]) => f.required && !isByNumber(f)).map(([name]) => name),
    }),
  };
}
