import { sql } from 'kysely';
import { fail } from '../../platform/http/fail.ts';
import type { WriteContext } from '../../engine/resources/behaviour.ts';

/*
 * What a mail is sent with: of the active templates of its type the newest that has an active default language. Every type that
 * the system has a template for keeps one: whatever would leave none is refused.
 */

/** The mail types of templates. */
export async function mailTypesOf({ tx }: WriteContext, templates: readonly number[]): Promise<number[]> {
  const rows = await tx.selectFrom('mail_template').select('mail_type_id').where('id', 'in', templates).execute();
  return rows.flatMap(({ mail_type_id }) => mail_type_id ?? []);
}

/** Refuses, after a change of templates or their languages, that one of these mail types has nothing to be sent with any more. */
export async function keepSendable({ tx }: WriteContext, mailTypes: readonly number[]): Promise<void> {
  // One after the other: of two last templates each would see the other.
  await sql`select from option_detail where id = any(${mailTypes}::bigint[]) order by id for no key update`.execute(tx);
  const { rows } = await sql<{ name: string }>`
    select d.name from option_detail d
    where d.id = any(${mailTypes}::bigint[])
      and exists (select from mail_template r where r.mail_type_id = d.id and r.is_reserved)
      and not exists (
        select from mail_template t join mail_language l on l.mail_template_id = t.id
        where t.mail_type_id = d.id and t.is_active and t.deleted_at is null
          and l.is_reserved and l.is_active and l.deleted_at is null)
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
