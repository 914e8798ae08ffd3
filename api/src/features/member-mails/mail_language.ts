import { message, findPlaceholderError } from '@innkeeper/contract';
import { sql } from 'kysely';
import { validationError } from '../../platform/http/api-error.ts';
import { assertSendableAfter } from './sendable-templates.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  checkEach,
  lockClause,
} from '../../engine/resources/resource-hooks.ts';

/**
 * Languages of mail templates. The database makes the first active language of a template its default; this hook only
 * checks that a template remains to send with.
 */
export const mail_language: ResourceHooks = {
  check: checkEach(async (context, { action, before, values }) => {
    if (action === 'delete' && before)
      return assertSendableAfter(context, 'mail_language', before, { is_active: false });
    await assertValidHeader(context, values, before);
    const isMoved = before !== null && isChanged(values, before, 'mail_template_id');
    if (isMoved) await assertMovable(context, before.id);
    if (before) await assertSendableAfter(context, 'mail_language', before, values);
    return action === 'create' || isMoved
      ? { is_reserved: await isFirstLanguage(context, Number(values.mail_template_id)) }
      : undefined;
  }),
};

const isChanged = (values: Values, before: Row | null, name: string): boolean =>
  values[name] !== undefined && values[name] !== before?.[name];

async function assertValidHeader(context: WriteContext, values: Values, before: Row | null): Promise<void> {
  if (!isChanged(values, before, 'header') && !isChanged(values, before, 'mail_template_id')) return;
  const { header, mail_template_id } = { ...before, ...values };
  // Locks the template so that its type cannot change before this write commits.
  const { rows } = await sql<{ mail_type: string | null }>`
    select d.code as mail_type from mail_template t left join option_detail d on d.id = t.mail_type_id
    where t.id = ${mail_template_id} ${lockClause(context, 'for key share of t')}`.execute(context.tx);
  const problem = findPlaceholderError(String(header), rows[0]?.mail_type ?? null);
  if (problem !== undefined) throw validationError({ header: [problem] });
}

async function assertMovable({ tx }: WriteContext, id: number): Promise<void> {
  const { rows } =
    await sql`select from mail_language_params where mail_language_id = ${id} and deleted_at is null limit 1`.execute(
      tx,
    );
  if (rows.length > 0) throw validationError({ mail_template_id: [message('language_values')] });
}

/** Whether a template has no default yet. The lock serializes concurrent inserts. */
async function isFirstLanguage(context: WriteContext, templateId: number): Promise<boolean> {
  const { tx, acceptedRows } = context;
  await sql`select from mail_template where id = ${templateId} ${lockClause(context, 'for no key update')}`.execute(tx);
  const { rows } = await sql`
    select from mail_language where mail_template_id = ${templateId} and is_reserved and deleted_at is null`.execute(
    tx,
  );
  const key = `default language of ${templateId}`;
  if (rows.length > 0 || acceptedRows?.has(key)) return false;
  acceptedRows?.set(key, []);
  return true;
}
