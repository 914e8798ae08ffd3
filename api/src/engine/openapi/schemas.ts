import {
  COMMON_FIELDS,
  type Field,
  type FieldKind,
  type FieldOf,
  MONEY_SCALE,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  type ResourceDefinition,
  type Rule,
  MAX_TEXTAREA_LENGTH,
  MAX_TEXT_LENGTH,
  TOKEN_MIN_LENGTH,
  allFields,
  isUserAuditField,
  getColumn,
  getResource,
  isNullable,
  isWritable,
} from '@innkeeper/contract';
import { type Nesting, getNesting } from '../resources/nesting.ts';
import { tokenField } from '../resources/tokens.ts';

export type Json = Readonly<Record<string, unknown>>;

const decimalSchema = (scale: number): Json => ({
  type: 'string',
  pattern: `^-?\\d+\\.\\d{${scale}}$`,
  examples: [`1250000.${'0'.repeat(scale)}`],
});
export const id: Json = { type: 'integer', minimum: 1 };
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

/** JSON schema of a value, by field kind. */
const schemaByKind: { [K in FieldKind]: (f: FieldOf<K>) => Json } = {
  text: (f) => ({ type: 'string', maxLength: f.max ?? MAX_TEXT_LENGTH, ...(f.pattern && { pattern: f.pattern }) }),
  email: () => ({ type: 'string', format: 'email', maxLength: MAX_TEXT_LENGTH }),
  phone: () => ({ type: 'string', pattern: '^\\+?[0-9][0-9 ()./-]{3,28}[0-9]$', examples: ['+62 811 223 344'] }),
  textarea: (f) => ({ type: 'string', maxLength: f.max ?? MAX_TEXTAREA_LENGTH }),
  editor: () => ({ type: 'string', contentMediaType: 'text/html' }),
  secret: (f) => ({
    type: 'string',
    minLength: f.token ? TOKEN_MIN_LENGTH : PASSWORD_MIN_LENGTH,
    maxLength: PASSWORD_MAX_LENGTH,
    writeOnly: true,
  }),
  integer: (f) => ({ type: 'integer', minimum: f.min ?? 0, ...(f.max !== undefined && { maximum: f.max }) }),
  decimal: (f) => decimalSchema(f.scale),
  money: () => decimalSchema(MONEY_SCALE),
  flag: () => ({ type: 'integer', enum: [0, 1] }),
  date: () => ({ type: 'string', format: 'date' }),
  instant: () => ({
    type: 'string',
    description: 'YYYY-MM-DD HH:mm:ss, UTC in answers; requests may use ISO 8601',
    examples: ['2026-03-14 09:26:53'],
  }),
  reference: (f) => ({ ...id, description: `ID of a ${f.to}` }),
  option: (f) => ({ ...id, description: `ID of a detail of the option ${f.slug}` }),
  choice: (f) => ({ type: 'string', enum: f.choices.map((c) => c.value) }),
  file: () => ({
    type: 'string',
    examples: ['/storage/a1193ca2.webp?expires=1773480413&signature=sample'],
    description: 'Returned as a signed URL. Send a file in a form; sending the URL changes nothing',
  }),
  references: (f) => ({ type: 'array', items: id, description: `IDs of ${f.to}` }),
  json: () => ({}),
};

const BOUND_LABELS = {
  lessThan: 'Less than',
  lessThanEquals: 'At most',
  moreThan: 'More than',
  moreThanEquals: 'At least',
} as const satisfies Partial<Record<Rule['rule'], string>>;

function describeRule(rule: Rule): string {
  if (rule.rule === 'isIn') return `One of ${rule.values.map(String).join(', ')}`;
  return `${BOUND_LABELS[rule.rule]} ${'field' in rule ? rule.field : 'day' in rule ? rule.day : rule.value}`;
}

/** The JSON schema of a field. */
export function schemaOf(f: Field, canBeNull: boolean): Json {
  const schema = (schemaByKind[f.kind] as (field: Field) => Json)(f); // the kind selects the function for this field type
  const notes = [f.hint?.en, ...(f.rules ?? []).map(describeRule)].filter((text) => text !== undefined);
  const titledSchema = { title: f.label.en, ...(notes.length > 0 && { description: notes.join('. ') }), ...schema };
  if (!canBeNull || typeof schema.type !== 'string') return titledSchema;
  return {
    ...titledSchema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

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
  return {
    type: 'object',
    title: d.label.en,
    properties: {
      ...Object.fromEntries(fields.map(([name, f]) => [name, schemaOf(f, isNullable(f) && f.kind !== 'references')])),
      ...(token !== undefined && {
        [token]: { type: 'string', description: 'Returned only by the call that created it' },
      }),
      ...nestedSchemas(d, getNesting(d).children),
      ...Object.fromEntries((d.embeds ?? []).map((list) => [list.resource, embeddedSchema(list)])),
    },
  };
}

/** Amounts are returned with their full scale; input may have fewer decimals. */
const decimalInputSchema = (scale: number): Json => ({
  examples: [scale === 0 ? '1250000' : `1250000.${'5'.padEnd(scale, '0')}`],
  pattern: scale === 0 ? '^-?\\d+$' : `^-?\\d+(\\.\\d{1,${scale}})?$`,
});

function inputFieldSchema(f: Field): Json {
  const schema = schemaOf(f, !f.required);
  if (f.kind === 'decimal') return { ...schema, ...decimalInputSchema(f.scale) };
  return f.kind === 'money' ? { ...schema, ...decimalInputSchema(f.whole ? 0 : MONEY_SCALE) } : schema;
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
