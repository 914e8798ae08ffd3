import { message, findPlaceholderError } from '@innkeeper/contract';
import { sql } from 'kysely';
import { validationError } from '../../platform/http/api-error.ts';
import { assertSendableAfter } from './sendable-templates.ts';
import { type ResourceHooks, type WriteContext, checkEach } from '../../engine/resources/resource-hooks.ts';

/**
 * Mail templates. A system template cannot change its mail type. Other templates can, if all their texts use only
 * placeholders of the new type. The last template that can send a mail of the system cannot be removed or switched off.
 */
export const mail_template: ResourceHooks = {
  check: checkEach(async (context, { action, before, values }) => {
    if (!before) return;
    await assertSendableAfter(context, 'mail_template', before, action === 'delete' ? { is_active: false } : values);
    if (values.mail_type_id === undefined || values.mail_type_id === before.mail_type_id) return;
    if (before.is_reserved === true) throw validationError({ mail_type_id: [message('reserved')] });
    const problem = await findForeignPlaceholder(context, before.id, values.mail_type_id);
    if (problem !== undefined) throw validationError({ mail_type_id: [problem] });
  }),
};

async function findForeignPlaceholder(
  { tx }: WriteContext,
  id: number,
  mailTypeId: unknown,
): Promise<string | undefined> {
  const { rows } = await sql<{ mail_type: string | null; text: string }>`
    select (select code from option_detail where id = ${mailTypeId}) as mail_type, text
    from (
      select header as text from mail_language where mail_template_id = ${id} and deleted_at is null
      union all select default_value from mail_params where mail_template_id = ${id} and deleted_at is null
      union all select v.value from mail_language_params v join mail_params p on p.id = v.mail_params_id
      where p.mail_template_id = ${id} and v.deleted_at is null
    ) texts`.execute(tx);
  return rows
    .map(({ text, mail_type }) => findPlaceholderError(text, mail_type))
    .find((problem) => problem !== undefined);
}
