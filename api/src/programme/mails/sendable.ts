import { sql } from 'kysely';
import { fail } from '../../platform/http/fail.ts';
import { type Row, type Values, type WriteContext, holding } from '../../engine/resources/behaviour.ts';

/*
 * A mail is written from the newest active template of its type that has an active default language. Every type that
 * the system has a template for keeps one: a change that would leave none is refused.
 */

/** The mail types of templates. */
export async function mailTypesOf({ tx }: WriteContext, templates: readonly number[]): Promise<number[]> {
  const rows = await tx.selectFrom('mail_template').select('mail_type_id').where('id', 'in', templates).execute();
  return rows.flatMap(({ mail_type_id }) => mail_type_id ?? []);
}

type Table = 'mail_template' | 'mail_language';

/** In a check, asks before a change the question that `keepSendable` asks after it. `after`: the future row. */
export async function checkSendable(context: WriteContext, table: Table, before: Row, after: Values): Promise<void> {
  const { check } = context;
  if (!check) return;
  const written = check.get(table) ?? [];
  check.set(table, [...written, { ...before, ...after }]);
  const types =
    table === 'mail_template' ? [before.mail_type_id] : await mailTypesOf(context, [Number(before.mail_template_id)]);
  try {
    await keepSendable(
      context,
      types.flatMap((type) => (typeof type === 'number' ? [type] : [])),
    );
  } catch (error) {
    check.set(table, written);
    throw error;
  }
}

/** Refuses, after a change of templates or their languages, that one of these mail types has nothing to be sent with any more. */
export async function keepSendable(context: WriteContext, mailTypes: readonly number[]): Promise<void> {
  const { tx, check } = context;
  // One after the other: of two last templates each would see the other.
  await sql`select from option_detail where id = any(${mailTypes}::bigint[]) order by id ${holding(context, 'for no key update')}`.execute(
    tx,
  );
  const asked = (table: Table) => sql`${JSON.stringify(check?.get(table) ?? [])}::json`;
  // A template with an active language has an active default one: see settle_default_language.
  const { rows } = await sql<{ name: string }>`
    with template as (
      select id, mail_type_id from mail_template
      where is_active and deleted_at is null and id not in (select id from json_to_recordset(${asked('mail_template')}) c (id bigint))
      union all
      select id, mail_type_id from json_to_recordset(${asked('mail_template')}) c (id bigint, mail_type_id bigint, is_active boolean) where is_active
    ), language as (
      select mail_template_id from mail_language
      where is_active and deleted_at is null and id not in (select id from json_to_recordset(${asked('mail_language')}) c (id bigint))
      union all
      select mail_template_id from json_to_recordset(${asked('mail_language')}) c (mail_template_id bigint, is_active boolean) where is_active
    )
    select d.name from option_detail d
    where d.id = any(${mailTypes}::bigint[])
      and exists (select from mail_template r where r.mail_type_id = d.id and r.is_reserved)
      and not exists (
        select from template t join language l on l.mail_template_id = t.id where t.mail_type_id = d.id)
    order by d.id limit 1`.execute(tx);
  const [silent] = rows;
  if (silent)
    throw fail('conflict', {
      message: {
        en: `There would be nothing left to send the mail “${silent.name}” with. Make another active template of this type, with an active language, first.`,
        id: `Tidak akan ada lagi yang dapat dipakai untuk mengirim email “${silent.name}”. Buat templat aktif lain berjenis ini, dengan bahasa yang aktif, terlebih dahulu.`,
      },
    });
}
