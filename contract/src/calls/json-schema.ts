import { z } from 'zod';

/** A schema as JSON Schema, in the forms usual in the document. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): Readonly<Record<string, unknown>> => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    reused: 'inline',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (typeof jsonSchema.record === 'string') {
        const $ref = `#/components/schemas/${jsonSchema.record}`;
        for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
        jsonSchema.$ref = $ref;
        return;
      }
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      const [valueSchema, nullSchema, ...otherSchemas] = jsonSchema.anyOf ?? [];
      if (valueSchema?.type === undefined || nullSchema?.type !== 'null' || otherSchemas.length > 0) return;
      // Merges `string or null` into one list of types.
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, { ...valueSchema, ...jsonSchema, type: [valueSchema.type, 'null'].flat() });
      if (valueSchema.enum) jsonSchema.enum = [...valueSchema.enum, null];
    },
  });
  return json;
};
