import {
  type Field,
  type FieldKind,
  type FieldOf,
  MONEY_SCALE,
  MAX_TEXTAREA_LENGTH,
  MAX_TEXT_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  TOKEN_MIN_LENGTH,
} from './kinds.ts';
import { noEmailAddress } from './no-email.ts';
import { PHONE_PATTERN } from './phone-pattern.ts';
import { MIN_REASON_LENGTH } from './reason.ts';
import type { Rule } from './rule.ts';

/** Fields in the API's document, of records and of calls alike. */

type Json = Readonly<Record<string, unknown>>;

const decimalSchema = (scale: number): Json => ({
  type: 'string',
  pattern: `^-?\\d+\\.\\d{${scale}}$`,
  examples: [`1250000.${'0'.repeat(scale)}`],
});
/** The schema of an id. */
export const ID_SCHEMA: Json = { type: 'integer', minimum: 1 };

/** JSON schema of a value, by field kind. */
const schemaByKind: { [K in FieldKind]: (f: FieldOf<K>) => Json } = {
  text: (f) => ({ type: 'string', maxLength: f.max ?? MAX_TEXT_LENGTH, ...(f.pattern && { pattern: f.pattern }) }),
  email: ({ absence }) => ({
    type: 'string',
    format: 'email',
    maxLength: MAX_TEXT_LENGTH,
    ...(absence && { description: `Without an address, ${noEmailAddress('UUID')}, which is never mailed` }),
  }),
  phone: () => ({ type: 'string', pattern: PHONE_PATTERN.source, examples: ['+62 811 223 344'] }),
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
  flag: ({ answers }) => ({
    type: 'integer',
    enum: [0, 1],
    ...(answers && { description: `1: ${answers.yes.en}; 0: ${answers.no.en}` }),
  }),
  date: () => ({ type: 'string', format: 'date' }),
  instant: () => ({
    type: 'string',
    description: 'YYYY-MM-DD HH:mm:ss, UTC in answers; requests may use ISO 8601',
    examples: ['2026-03-14 09:26:53'],
  }),
  reference: (f) => ({ ...ID_SCHEMA, description: `ID of a ${f.to}` }),
  option: (f) => ({ ...ID_SCHEMA, description: `ID of a detail of the option ${f.slug}` }),
  choice: (f) => ({ type: 'string', enum: f.choices.map((c) => c.value) }),
  file: () => ({
    type: 'string',
    examples: ['/storage/a1193ca2.webp?expires=1773480413&signature=sample'],
    description: 'Returned as a signed URL. Send a file in a form; sending the URL changes nothing',
  }),
  references: (f) => ({
    type: 'array',
    items: ID_SCHEMA,
    description: `IDs of ${f.to}${f.names ? `: ${f.names.join(', ')}` : ''}`,
  }),
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
  const notes = [f.hint?.en, ...(f.rules ?? []).map(describeRule), schema.description].filter(
    (text) => typeof text === 'string',
  );
  const titledSchema = { title: f.label.en, ...schema, ...(notes.length > 0 && { description: notes.join('. ') }) };
  if (!canBeNull || typeof schema.type !== 'string') return titledSchema;
  return {
    ...titledSchema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

/** Amounts are returned with their full scale; input may have fewer decimals. */
const decimalInputSchema = (scale: number): Json => ({
  examples: [scale === 0 ? '1250000' : `1250000.${'5'.padEnd(scale, '0')}`],
  pattern: scale === 0 ? '^-?\\d+$' : `^-?\\d+(\\.\\d{1,${scale}})?$`,
});

/** The JSON schema of a field in a request. */
export function inputFieldSchema(f: Field): Json {
  const isReason = (f.kind === 'text' || f.kind === 'textarea') && f.reason === true;
  const schema = { ...schemaOf(f, !f.required), ...(isReason && { minLength: MIN_REASON_LENGTH }) };
  if (f.kind === 'decimal') return { ...schema, ...decimalInputSchema(f.scale) };
  return f.kind === 'money' ? { ...schema, ...decimalInputSchema(f.whole ? 0 : MONEY_SCALE) } : schema;
}
