import { z } from 'zod';
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  type Field,
  type FieldKind,
  type FieldOf,
  MONEY_SCALE,
  MAX_TEXTAREA_LENGTH,
  MAX_TEXT_LENGTH,
  TOKEN_MIN_LENGTH,
  isNullable,
} from './kinds.ts';
import { message } from '../errors/messages.ts';
import {
  cleanCode,
  cleanPhone,
  isOneLine,
  stripDirectionMarks,
  stripInvisible,
} from '../texts/invisible-characters.ts';
import { COMMON_FIELDS, type FieldSet, isWritable } from './definition.ts';
import { MIN_REASON_LENGTH, isReason } from './reason.ts';
import { findConstantRuleError } from './broken-rules.ts';
import { PHONE_PATTERN } from './phone-pattern.ts';
import { findTokenWeakness } from './token-strength.ts';

/**
 * Validation from the definitions, for the API and for the console's forms. Every issue carries a message of
 * errors/messages.ts, still to be formatted.
 */

const INT4_MAX = 2_147_483_647;
/** Digits before the point that fit into a numeric column. */
const INTEGER_DIGITS = 12;
const EMAIL_PATTERN = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]{2,}$/;
const WHOLE_MONEY = new RegExp(`^(\\d+)\\.0{${MONEY_SCALE}}$`);
/** Text that can be sent after `Bearer` (RFC 6750). */
const BEARER_TOKEN = /^[\w.~+/-]+=*$/;
const DECIMAL_PATTERN = /^-?\d+(\.\d+)?$/;
const DATE_PREFIX = /^(\d{4})-(\d{2})-(\d{2})/;
const TIME_SUFFIX = /^[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;

const plainText = z
  .string({ error: message('text') })
  .refine((s) => !s.includes('\0') && s.isWellFormed(), { error: message('nul'), abort: true });

const isFilled = (s: string): boolean => s.trim() !== '';
const boundedText = (max: number) =>
  plainText.refine((s) => [...s].length <= max, { error: message('max_length', max) });

/** Text of limited length. A reason must also have enough letters or digits. */
const textRule = ({ reason = false }: { readonly reason?: boolean }, max: number) =>
  reason ? boundedText(max).refine(isReason, { error: message('reason_length', MIN_REASON_LENGTH) }) : boundedText(max);

const isDay = (s: string): boolean => {
  const [, year, month, day] = DATE_PREFIX.exec(s) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return Number(year) >= 1000 && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
};
const dayText = plainText.refine(isDay, { error: message('date'), abort: true });

/** `YYYY-MM-DD`; only the day of an instant is used. */
const daySchema = dayText
  .refine((s) => s.length === 10 || TIME_SUFFIX.test(s.slice(10)), { error: message('date') })
  .transform((s) => s.slice(0, 10));

/** ISO 8601 or `YYYY-MM-DD HH:mm:ss`; the zone is applied where the request's zone is known. */
const instantSchema = dayText.refine((s) => TIME_SUFFIX.test(s.slice(10)), { error: message('time') });

const wholeNumber = z
  .number({ error: message('number') })
  .refine(Number.isInteger, { error: message('whole'), abort: true });

const idSchema = wholeNumber.refine((n) => n > 0 && Number.isSafeInteger(n), { error: message('reference') });

function decimalSchema(scale: number, min: number, max = Infinity) {
  return z
    .union([z.string(), z.number()], { error: message('number') })
    .transform(String)
    .refine((s) => DECIMAL_PATTERN.test(s), { error: message('number'), abort: true })
    .refine((s) => (s.split('.')[1] ?? '').length <= scale, {
      error: scale === 0 ? message('whole') : message('scale', scale),
      abort: true,
    })
    .refine((s) => (s.split('.')[0] ?? '').replace(/^-?0*/, '').length <= INTEGER_DIGITS, {
      error: message('max', '9'.repeat(INTEGER_DIGITS)),
      abort: true,
    })
    .refine((s) => Number(s) >= min, { error: message('min', min) })
    .refine((s) => Number(s) <= max, { error: message('max', max) });
}

/** The lowest number of a field, 0 by default. A rule "more than" names its own bound, so only its message is shown. */
const minimumOf = ({ rules = [] }: Field, min = 0): number =>
  rules.some((rule) => rule.rule === 'moreThan' && 'value' in rule) ? -Infinity : min;

const schemaByKind: { [K in FieldKind]: (field: FieldOf<K>) => z.ZodType } = {
  text: (field) => {
    const bounded = textRule(field, field.max ?? MAX_TEXT_LENGTH).refine(isOneLine, { error: message('one_line') });
    const caseAdjusted = field.upper ? bounded.transform((s) => s.toUpperCase()) : bounded;
    if (field.pattern === undefined) return caseAdjusted;
    const pattern = new RegExp(field.pattern, 'u');
    return caseAdjusted.refine((s) => pattern.test(s), { error: message('pattern') });
  },
  email: () =>
    boundedText(MAX_TEXT_LENGTH)
      .transform((s) => s.trim())
      .refine((s) => EMAIL_PATTERN.test(s), { error: message('email') }),
  phone: () => plainText.refine((s) => PHONE_PATTERN.test(s), { error: message('phone') }),
  textarea: (field) => textRule(field, field.max ?? MAX_TEXTAREA_LENGTH),
  editor: () => boundedText(MAX_TEXTAREA_LENGTH * 10),
  secret: (field) => {
    const min = field.token ? TOKEN_MIN_LENGTH : PASSWORD_MIN_LENGTH;
    const bounded = plainText
      .refine((s) => [...s].length >= min, { error: message('min_length', min) })
      .refine((s) => [...s].length <= PASSWORD_MAX_LENGTH, { error: message('max_length', PASSWORD_MAX_LENGTH) });
    if (!field.token) return bounded;
    return bounded
      .refine((s) => BEARER_TOKEN.test(s), { error: message('pattern'), abort: true })
      .refine((s) => [...s].length < min || findTokenWeakness(s) === undefined, {
        error: (issue) => findTokenWeakness(String(issue.input)),
      });
  },
  integer: (field) =>
    wholeNumber
      .refine((n) => n >= (field.min ?? 0), { error: message('min', field.min ?? 0) })
      .refine((n) => n <= (field.max ?? INT4_MAX), { error: message('max', field.max ?? INT4_MAX) }),
  decimal: (field) => decimalSchema(field.scale, minimumOf(field, field.min), field.max),
  // A whole amount may be sent back as received: with the decimals of money, all of them zero.
  money: (field) =>
    field.whole
      ? z.preprocess(
          (value) => (typeof value === 'string' ? value.replace(WHOLE_MONEY, '$1') : value),
          decimalSchema(0, minimumOf(field)),
        )
      : decimalSchema(MONEY_SCALE, minimumOf(field)),
  flag: () =>
    z
      .union([z.literal(1), z.literal(0), z.boolean()], { error: message('flag') })
      .transform((value): 0 | 1 => (value === 1 || value === true ? 1 : 0)),
  date: () => daySchema,
  instant: () => instantSchema,
  reference: () => idSchema,
  option: () => idSchema,
  choice: (field) =>
    z.enum(
      field.choices.map((c) => c.value),
      { error: message('choice', field.choices.map((c) => c.value).join(', ')) },
    ),
  file: () => plainText,
  references: () =>
    z
      .array(idSchema, { error: message('list') })
      .max(BULK_REFERENCES, { error: message('list_length', BULK_REFERENCES) })
      .transform((ids) => [...new Set(ids)]),
  json: () => z.json(),
};
const BULK_REFERENCES = 1000;

/** Single-line text without the characters that the field does not store. */
function removeDisallowedCharacters(field: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (field.kind === 'email') return stripInvisible(value);
  if (field.kind === 'phone') return cleanPhone(value);
  if (field.kind === 'text' && field.code) return cleanCode(value);
  return field.kind === 'text' ? stripDirectionMarks(value) : value;
}

/** The schema of a field's value, without null and absence. */
export function valueSchema(field: Field): z.ZodType {
  // The kind selects the function for this field type.
  const schema = (schemaByKind[field.kind] as (field: Field) => z.ZodType)(field);
  return z.preprocess((value) => removeDisallowedCharacters(field, value), schema);
}

/** Whether a value is missing: empty text means null. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && !isFilled(value));

/** Reads the value of a field in a request: empty means null, which only nullable columns accept. */
function fieldTransform(field: Field) {
  const kindSchema = valueSchema(field);
  const isRequired = field.required === true;
  return z.transform((value: unknown, ctx) => {
    const visibleValue = removeDisallowedCharacters(field, value);
    const reject = (problem: string) => {
      ctx.addIssue({ code: 'custom', message: problem, input: visibleValue });
      return z.NEVER;
    };
    if (isEmpty(visibleValue)) {
      const ruleError = isRequired ? undefined : findConstantRuleError(field, null);
      if (ruleError !== undefined) return reject(ruleError);
      if (!isRequired && (isNullable(field) || field.kind === 'references'))
        return field.kind === 'references' ? [] : null;
      if (!isRequired && field.default !== undefined) return field.default;
      if (!isRequired && field.generated) return undefined;
      return reject(message('required'));
    }
    const parsed = kindSchema.safeParse(visibleValue);
    if (!parsed.success) return reject(parsed.error.issues[0]?.message ?? message('text'));
    const ruleError = findConstantRuleError(field, parsed.data);
    return ruleError === undefined ? parsed.data : reject(ruleError);
  });
}

function fieldSchema(field: Field, mode: 'create' | 'update'): z.ZodType {
  const schema = z.unknown().pipe(fieldTransform(field));
  return field.required === true && mode === 'create' ? schema : schema.optional();
}

/**
 * A field in the body of a call. An omitted one is empty. Texts are trimmed, because no rich text is among them, and a
 * flag may be a text.
 */
export const callFieldSchema = (field: Field): z.ZodType =>
  (field.required === true ? z.unknown() : z.unknown().optional())
    .transform((value) => (field.kind === 'flag' && (value === '1' || value === '0') ? Number(value) : value))
    .pipe(fieldTransform(field))
    .transform((value) => (typeof value === 'string' ? value.trim() : value));

const AUDIT_PROPERTIES = [...Object.keys(COMMON_FIELDS), 'created_by', 'updated_by', 'deleted_by'];

function requestSchema(definition: FieldSet, mode: 'create' | 'update') {
  const shape = Object.fromEntries(
    Object.entries(definition.fields)
      .filter(([, field]) => isWritable(field))
      .map(([name, field]) => [name, fieldSchema(field, mode)]),
  );
  const ignored = new Set([
    ...AUDIT_PROPERTIES,
    ...Object.entries(definition.fields)
      .filter(([, field]) => !isWritable(field))
      .map(([name]) => name),
  ]);
  return z
    .record(z.string(), z.unknown(), { error: message('list') })
    .transform((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.has(name))))
    .pipe(
      z.strictObject(shape, {
        error: (issue) => (issue.code === 'unrecognized_keys' ? message('unknown_field') : undefined),
      }),
    );
}

type RequestSchema = ReturnType<typeof requestSchema>;
const cache = {
  create: new WeakMap<FieldSet, RequestSchema>(),
  update: new WeakMap<FieldSet, RequestSchema>(),
};
function getCachedSchema(definition: FieldSet, mode: 'create' | 'update') {
  const schema = cache[mode].get(definition) ?? requestSchema(definition, mode);
  cache[mode].set(definition, schema);
  return schema;
}

/**
 * The body of `POST /api/{resource}`: required fields must be present, unknown ones are rejected, computed and audit
 * ones are ignored.
 */
export const schemaForCreate = (definition: FieldSet) => getCachedSchema(definition, 'create');
/** The body of an update: any of the fields; required ones must not be empty. */
export const schemaForUpdate = (definition: FieldSet) => getCachedSchema(definition, 'update');

/** Field errors of a failed parse, keyed by field, as in the error body. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  // Without a prototype: a field may be called `constructor`.
  const errorsByField: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const name of names) (errorsByField[name] ??= []).push(issue.message);
  }
  return errorsByField;
}
