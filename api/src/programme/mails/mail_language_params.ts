import { INPUT_TYPE, choicesIn, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { invalid } from '../../platform/http/fail.ts';
import { readTypedValue } from './typed-value.ts';
import { type Behaviour, holding } from '../../engine/resources/behaviour.ts';

const TYPING = ['mail_language_id', 'mail_params_id', 'type_input_id', 'value'] as const;

interface Param {
  readonly is_same_template: boolean;
  readonly type_input_id: number;
  readonly input_type: string;
  readonly input_type_name: string;
  readonly default_value: string;
  readonly mail_type: string | null;
}

/**
 * The value that a language has for a parameter of its own template: of the parameter's input type, and where that is a select one of the
 * parameter's choices.
 */
export const mail_language_params: Behaviour = {
  beforeWrite: async (context, values, before) => {
    if (TYPING.every((name) => values[name] === undefined || values[name] === before?.[name])) return values;
    const { mail_language_id, mail_params_id, type_input_id, value } = { ...before, ...values };
    // Both are held, so that neither moves to another template or type until this is written.
    const { rows } = await sql<Param>`
      select p.mail_template_id = l.mail_template_id as is_same_template, p.type_input_id, i.code as input_type,
             i.name as input_type_name, p.default_value, d.code as mail_type
      from mail_params p
      join type_input i on i.id = p.type_input_id
      join mail_template t on t.id = p.mail_template_id
      left join option_detail d on d.id = t.mail_type_id, mail_language l
      where p.id = ${mail_params_id} and l.id = ${mail_language_id} ${holding(context, 'for key share of p, l, t')}`.execute(
      context.tx,
    );
    const [param] = rows;
    if (!param?.is_same_template) throw invalid({ mail_params_id: [message('other_template')] });
    if (param.type_input_id !== type_input_id)
      throw invalid({ type_input_id: [message('other_input_type', param.input_type_name)] });
    const choices = param.input_type === INPUT_TYPE.select ? { choices: choicesIn(param.default_value) } : {};
    const typing = { inputType: param.input_type, mailType: param.mail_type, ...choices };
    return { ...values, value: readTypedValue('value', String(value), typing) };
  },
};
