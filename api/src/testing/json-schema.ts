/** The part of JSON Schema that the OpenAPI document uses, for checking it against real requests and responses. */

export type Schema = Readonly<Record<string, unknown>>;

const isObject = (v: unknown): v is Schema => typeof v === 'object' && v !== null && !Array.isArray(v);
const toArray = (v: unknown): readonly unknown[] => (Array.isArray(v) ? v : v === undefined ? [] : [v]);

const isOfType: Readonly<Record<string, (v: unknown) => boolean>> = {
  string: (v) => typeof v === 'string',
  integer: Number.isInteger,
  number: (v) => typeof v === 'number',
  boolean: (v) => typeof v === 'boolean',
  object: isObject,
  array: Array.isArray,
  null: (v) => v === null,
};

/** Keywords of JSON Schema 2020-12 that do not constrain a value. */
const ANNOTATION_KEYWORDS = new Set([
  'title',
  'description',
  'default',
  'examples',
  'writeOnly',
  'format',
  'contentMediaType',
  'propertyNames',
]);
const RULES = new Set([
  'type',
  'enum',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'pattern',
  'anyOf',
  'const',
  '$ref',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'maxItems',
]);

/** Lists errors in a schema itself, with their position in the document. */
export function findSchemaProblems(schema: unknown, root: Schema, path = '#'): string[] {
  if (!isObject(schema)) return [`${path} is no schema`];
  const unknownKeywords = Object.keys(schema).filter(
    (keyword) => !ANNOTATION_KEYWORDS.has(keyword) && !RULES.has(keyword),
  );
  const types = toArray(schema.type).filter((type) => typeof type !== 'string' || !Object.hasOwn(isOfType, type));
  const properties = isObject(schema.properties) ? schema.properties : {};
  const missingNames = toArray(schema.required).filter((name) => !Object.hasOwn(properties, String(name)));
  const inner = [
    ...Object.entries(properties),
    ...(isObject(schema.additionalProperties) ? [['*', schema.additionalProperties] as const] : []),
    ...(schema.items === undefined ? [] : [['[]', schema.items] as const]),
    ...toArray(schema.anyOf).map((item, i) => [`or ${i}`, item] as const),
  ];
  return [
    ...unknownKeywords.map((word) => `${path} has the unknown word ${word}`),
    ...types.map((type) => `${path} has the unknown type ${JSON.stringify(type)}`),
    ...missingNames.map((name) => `${path} requires ${String(name)}, which it does not have`),
    ...(typeof schema.$ref === 'string' && !resolveRef(schema.$ref, root)
      ? [`${path} points to ${schema.$ref}, which is nowhere`]
      : []),
    ...inner.flatMap(([name, part]) => findSchemaProblems(part, root, `${path}/${name}`)),
  ];
}

/** Resolves a `$ref` of the document. */
export function resolveRef(ref: string, root: Schema): Schema | undefined {
  let target: unknown = root;
  for (const part of ref.replace(/^#\//, '').split('/')) target = isObject(target) ? target[part] : undefined;
  return isObject(target) ? target : undefined;
}

/**
 * Lists where and how a value does not match a schema. A property that the schema does not name is also an
 * error, if it names any.
 */
export function findValueProblems(value: unknown, schema: Schema, root: Schema, path = '$'): string[] {
  if (typeof schema.$ref === 'string') return findValueProblems(value, resolveRef(schema.$ref, root) ?? {}, root, path);
  if (Array.isArray(schema.anyOf)) {
    const problems = schema.anyOf.map((item: Schema) => findValueProblems(value, item, root, path));
    return problems.some((branch) => branch.length === 0) ? [] : problems.flat();
  }
  const types = toArray(schema.type).map(String);
  if (types.length > 0 && !types.some((type) => isOfType[type]?.(value)))
    return [`${path} is no ${types.join(' or ')}: ${JSON.stringify(value)}`];
  const problems: string[] = [];
  if (Object.hasOwn(schema, 'const') && schema.const !== value) problems.push(`${path} is not ${String(schema.const)}`);
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    problems.push(`${path} is none of ${schema.enum.join(', ')}`);
  if (typeof value === 'string') {
    if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern, 'u').test(value))
      problems.push(`${path} does not match ${schema.pattern}: ${value}`);
    if ([...value].length > Number(schema.maxLength ?? Infinity)) problems.push(`${path} is too long`);
  }
  if (
    typeof value === 'number' &&
    (value < Number(schema.minimum ?? -Infinity) || value > Number(schema.maximum ?? Infinity))
  )
    problems.push(`${path} is out of bounds`);
  if (Array.isArray(value) && isObject(schema.items))
    problems.push(
      ...value.flatMap((item, i) => findValueProblems(item, schema.items as Schema, root, `${path}[${i}]`)),
    );
  if (isObject(value) && isObject(schema.properties)) problems.push(...findObjectProblems(value, schema, root, path));
  return problems;
}

function findObjectProblems(value: Schema, schema: Schema, root: Schema, path: string): string[] {
  const properties = schema.properties as Record<string, Schema>; // the caller has checked that they are an object
  const missing = toArray(schema.required).filter((name) => !Object.hasOwn(value, String(name)));
  return [
    ...missing.map((name) => `${path} lacks ${String(name)}`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property) return findValueProblems(inner, property, root, `${path}.${name}`);
      return isObject(schema.additionalProperties)
        ? findValueProblems(inner, schema.additionalProperties, root, `${path}.${name}`)
        : [`${path}.${name} is not described`];
    }),
  ];
}
