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
        for (const word of Object.keys(jsonSchema)) delete jsonSchema[word];
        jsonSchema.$ref = $ref;
        return;
      }
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      const [value, none, ...more] = jsonSchema.anyOf ?? [];
      if (value?.type === undefined || none?.type !== 'null' || more.length > 0) return;
      // Write `string or null` as one list of types.
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, { ...value, ...jsonSchema, type: [value.type, 'null'].flat() });
      if (value.enum) jsonSchema.enum = [...value.enum, null];
    },
  });
  return json;
};
