import { INPUT_TYPE, parseChoices, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { validationError } from '../../platform/http/api-error.ts';
import { parseTypedValue } from './typed-value.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  checkEach,
  lockClause,
} from '../../engine/resources/resource-hooks.ts';

const PARAM_FIELDS = ['mail_template_id', 'type_input_id', 'default_value'] as const;

/**
 * Parameters of a mail template. The default value must match the input type; for a select it lists the choices, one
 * per line, and the first is the default. If languages have values for a parameter, its template, its type and the used
 * choices cannot change.
 */
export const mail_params: ResourceHooks = {
  check: checkEach(async (context, { action, before, values }) => {
    if (action === 'delete') return undefined;
    if (PARAM_FIELDS.every((name) => values[name] === undefined || values[name] === before?.[name])) return undefined;
    const { inputType, mailType } = await readTypes(context, { ...before, ...values });
    const text = values.default_value ?? before?.default_value;
    const default_value = parseTypedValue('default_value', String(text), { inputType, mailType });
    if (before) await syncLanguageValues(context, values, before, inputType, default_value);
    return { default_value };
  }),
};

/** Locks the template so that its type cannot change before this write commits. */
async function readTypes(context: WriteContext, { mail_template_id, type_input_id }: Values) {
  const { rows } = await sql<{ input_type: string; mail_type: string | null }>`
    select i.code as input_type, d.code as mail_type
    from mail_template t left join option_detail d on d.id = t.mail_type_id, type_input i
    where t.id = ${mail_template_id} and i.id = ${type_input_id} ${lockClause(context, 'for key share of t')}`.execute(
    context.tx,
  );
  return { inputType: rows[0]?.input_type ?? '', mailType: rows[0]?.mail_type ?? null };
}

async function syncLanguageValues(
  { tx }: WriteContext,
  values: Values,
  before: Row,
  inputType: string,
  defaultValue: string,
): Promise<void> {
  const languageValues = await tx
    .selectFrom('mail_language_params')
    .select('value')
    .where('mail_params_id', '=', before.id)
    .where('deleted_at', 'is', null)
    .execute();
  if (languageValues.length === 0) return;
  const changedFields = (['mail_template_id', 'type_input_id'] as const).filter(
    (name) => values[name] !== undefined && values[name] !== before[name],
  );
  if (changedFields.length > 0)
    throw validationError(Object.fromEntries(changedFields.map((name) => [name, [message('language_values')]])));
  if (inputType !== INPUT_TYPE.select) return;
  const choices = parseChoices(defaultValue);
  const missing = languageValues.filter(({ value }) => !choices.includes(value)).map(({ value }) => value);
  if (missing.length > 0)
    throw validationError({ default_value: [message('choices_in_use', [...new Set(missing)].join(', '))] });
}
