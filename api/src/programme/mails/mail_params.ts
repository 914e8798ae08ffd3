import { INPUT_TYPE, choicesIn, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { invalid } from '../../platform/http/fail.ts';
import { readTypedValue } from './typed-value.ts';
import { type Behaviour, type Row, type Values, type WriteContext, holding } from '../../engine/resources/behaviour.ts';

const TYPING = ['mail_template_id', 'type_input_id', 'default_value'] as const;

/**
 * Parameters of a mail template. The input type takes the default value; that of a select lists the choices, one a line, of
 * which the first is the default. A parameter that languages have values for keeps its template, its type, and the choices in use.
 */
export const mail_params: Behaviour = {
  beforeWrite: async (context, values, before) => {
    if (TYPING.every((name) => values[name] === undefined || values[name] === before?.[name])) return values;
    const { inputType, mailType } = await readTypes(context, { ...before, ...values });
    const text = values.default_value ?? before?.default_value;
    const default_value = readTypedValue('default_value', String(text), { inputType, mailType });
    if (before) await keepLanguageValues(context, values, before, inputType, default_value);
    return { ...values, default_value };
  },
};

/** The template is held, so that its type stays until this is written. */
async function readTypes(context: WriteContext, { mail_template_id, type_input_id }: Values) {
  const { rows } = await sql<{ input_type: string; mail_type: string | null }>`
    select i.code as input_type, d.code as mail_type
    from mail_template t left join option_detail d on d.id = t.mail_type_id, type_input i
    where t.id = ${mail_template_id} and i.id = ${type_input_id} ${holding(context, 'for key share of t')}`.execute(
    context.tx,
  );
  return { inputType: rows[0]?.input_type ?? '', mailType: rows[0]?.mail_type ?? null };
}

async function keepLanguageValues(
  { tx }: WriteContext,
  values: Values,
  before: Row,
  inputType: string,
  defaultValue: string,
): Promise<void> {
  const own = await tx
    .selectFrom('mail_language_params')
    .select('value')
    .where('mail_params_id', '=', before.id)
    .where('deleted_at', 'is', null)
    .execute();
  if (own.length === 0) return;
  const moved = (['mail_template_id', 'type_input_id'] as const).filter(
    (name) => values[name] !== undefined && values[name] !== before[name],
  );
  if (moved.length > 0) throw invalid(Object.fromEntries(moved.map((name) => [name, [message('language_values')]])));
  if (inputType !== INPUT_TYPE.select) return;
  const choices = choicesIn(defaultValue);
  const missing = own.filter(({ value }) => !choices.includes(value)).map(({ value }) => value);
  if (missing.length > 0)
    throw invalid({ default_value: [message('choices_in_use', [...new Set(missing)].join(', '))] });
}
