import { INPUT_TYPE, parseChoices, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { validationError } from '../../platform/http/api-error.ts';
import { parseTypedValue } from './typed-value.ts';
import { type ResourceHooks, checkEach, lockClause } from '../../engine/resources/resource-hooks.ts';

const PARAM_FIELDS = ['mail_language_id', 'mail_params_id', 'type_input_id', 'value'] as const;

interface Param {
  readonly is_same_template: boolean;
  readonly type_input_id: number;
  readonly input_type: string;
  readonly input_type_name: string;
  readonly default_value: string;
  readonly mail_type: string | null;
}

/**
 * The value of a template's parameter in one language. It must match the parameter's input type; for a select, it must
 * be one of the choices.
 */
export const mail_language_params: ResourceHooks = {
  check: checkEach(async (context, { action, before, values }) => {
    if (action === 'delete') return undefined;
    if (PARAM_FIELDS.every((name) => values[name] === undefined || values[name] === before?.[name])) return undefined;
    const { mail_language_id, mail_params_id, type_input_id, value } = { ...before, ...values };
    // Locks both, so that neither moves to another template or type before this write commits.
    const { rows } = await sql<Param>`
      select p.mail_template_id = l.mail_template_id as is_same_template, p.type_input_id, i.code as input_type,
             i.name as input_type_name, p.default_value, d.code as mail_type
      from mail_params p
      join type_input i on i.id = p.type_input_id
      join mail_template t on t.id = p.mail_template_id
      left join option_detail d on d.id = t.mail_type_id, mail_language l
      where p.id = ${mail_params_id}
        and l.id = ${mail_language_id} ${lockClause(context, 'for key share of p, l, t')}`.execute(context.tx);
    const [param] = rows;
    if (!param?.is_same_template) throw validationError({ mail_params_id: [message('other_template')] });
    if (param.type_input_id !== type_input_id)
      throw validationError({ type_input_id: [message('other_input_type', param.input_type_name)] });
    const choices = param.input_type === INPUT_TYPE.select ? { choices: parseChoices(param.default_value) } : {};
    const valueType = { inputType: param.input_type, mailType: param.mail_type, ...choices };
    return { value: parseTypedValue('value', String(value), valueType) };
  }),
};
