import { sql } from 'kysely';
import { apiError } from '../../platform/http/api-error.ts';
import { type Row, type Values, type WriteContext, lockClause } from '../../engine/resources/resource-hooks.ts';
import { memberMailTexts } from '../../texts/member-mails.ts';

/*
 * A mail uses the newest active template of its type that has an active default language. Every type with a system
 * template must keep one such template: a change that would leave none is rejected.
 */

export async function readMailTypeIds({ tx }: WriteContext, templateIds: readonly number[]): Promise<number[]> {
  const rows = await tx.selectFrom('mail_template').select('mail_type_id').where('id', 'in', templateIds).execute();
  return rows.flatMap(({ mail_type_id }) => mail_type_id ?? []);
}

type MailTable = 'mail_template' | 'mail_language';

/**
 * Rejects a change of a template or a language that would leave one of its mail types without a template to send with.
 * `after` has the values that change. Earlier rows of the same write count as changed.
 */
export async function assertSendableAfter(
  context: WriteContext,
  table: MailTable,
  before: Row,
  after: Values,
): Promise<void> {
  const { acceptedRows } = context;
  const accepted = acceptedRows?.get(table) ?? [];
  acceptedRows?.set(table, [...accepted, { ...before, ...after }]);
  const mailTypeIds =
    table === 'mail_template'
      ? [before.mail_type_id]
      : await readMailTypeIds(context, [Number(before.mail_template_id)]);
  try {
    await assertStillSendable(
      context,
      mailTypeIds.flatMap((mailTypeId) => (typeof mailTypeId === 'number' ? [mailTypeId] : [])),
    );
  } catch (error) {
    acceptedRows?.set(table, accepted);
    throw error;
  }
}

/** Throws a 409 if one of these mail types would no longer have a template to send with. */
async function assertStillSendable(context: WriteContext, mailTypes: readonly number[]): Promise<void> {
  const { tx, acceptedRows } = context;
  // Serialize these checks: otherwise two changes could each see the other's template as the remaining one.
  await sql`select from option_detail where id = any(${mailTypes}::bigint[]) order by id ${lockClause(context, 'for no key update')}`.execute(
    tx,
  );
  const checkedRowsSql = (table: MailTable) => sql`${JSON.stringify(acceptedRows?.get(table) ?? [])}::json`;
  // A template with an active language always has an active default one: see set_default_language.
  const { rows } = await sql<{ name: string }>`
    with template as (
      select id, mail_type_id from mail_template
      where is_active and deleted_at is null and id not in (select id from json_to_recordset(${checkedRowsSql('mail_template')}) c (id bigint))
      union all
      select id, mail_type_id from json_to_recordset(${checkedRowsSql('mail_template')}) c (id bigint, mail_type_id bigint, is_active boolean) where is_active
    ), language as (
      select mail_template_id from mail_language
      where is_active and deleted_at is null and id not in (select id from json_to_recordset(${checkedRowsSql('mail_language')}) c (id bigint))
      union all
      select mail_template_id from json_to_recordset(${checkedRowsSql('mail_language')}) c (mail_template_id bigint, is_active boolean) where is_active
    )
    select d.name from option_detail d
    where d.id = any(${mailTypes}::bigint[])
      and exists (select from mail_template r where r.mail_type_id = d.id and r.is_reserved)
      and not exists (
        select from template t join language l on l.mail_template_id = t.id where t.mail_type_id = d.id)
    order by d.id limit 1`.execute(tx);
  const [unsendableType] = rows;
  if (unsendableType)
    throw apiError('conflict', { message: memberMailTexts.lastTemplate({ type: unsendableType.name }) });
}
