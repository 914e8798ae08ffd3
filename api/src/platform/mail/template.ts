import { INPUT_TYPE, type Language, parseChoices } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';

type Executor = Db['kysely'] | Tx;

/** A part of a mail, with its placeholders. */
export interface TemplatePart {
  /** Id of the parameter. */
  readonly id: number;
  /** Code of the input type. */
  readonly inputType: string;
  readonly value: string;
}

/** A mail template in one of its languages. */
export interface Template {
  /** Code of the mail type; null if the template has none. */
  readonly mailType: string | null;
  /** Decides how dates and amounts are formatted. */
  readonly language: Language;
  readonly subject: string;
  /** The name of the stored file; null without a picture. */
  readonly picture: string | null;
  /** In display order. */
  readonly parts: readonly TemplatePart[];
}

/** Unsaved texts from the editor. */
export interface Draft {
  readonly subject?: string;
  /** By parameter id. */
  readonly values: ReadonlyMap<number, string>;
}

/** Applies a draft to a template. */
export const applyDraft = (template: Template, { subject, values }: Draft): Template => ({
  ...template,
  subject: subject ?? template.subject,
  parts: template.parts.map((part) => ({ ...part, value: values.get(part.id) ?? part.value })),
});

/** SQL condition on a template language `l`: the one for a country. */
export const countryLanguageSql = (countryId: number): RawBuilder<boolean> => sql`l.country_id = ${countryId}`;

/**
 * SQL condition on a template language `l`: the one for a reader's language, where nothing else is known about the
 * reader. Indonesian is the language of Indonesia, English the one without a country. See
 * docs/decisions/0103-write-account-mails-from-templates.md.
 */
export const readerLanguageSql = (language: Language): RawBuilder<boolean> =>
  language === 'id'
    ? sql`l.country_id = (select id from country where cca2 = 'ID' and deleted_at is null)`
    : sql`l.country_id is null`;

/**
 * The template for a mail type: the newest active one with an active default, in the preferred language or else in its
 * default language. Undefined if none is active.
 */
export const findTemplate = (
  db: Executor,
  mailType: string,
  isPreferred: RawBuilder<boolean> | undefined,
): Promise<Template | undefined> =>
  readTemplate(
    db,
    sql<number>`(
    select l.id
    from mail_language l join (
      select t.id from mail_template t join option_detail d on d.id = t.mail_type_id join option o on o.id = d.option_id
      where o.slug = 'mail-type' and d.code = ${mailType} and t.is_active and t.deleted_at is null
        and exists (select from mail_language f where f.mail_template_id = t.id and f.is_reserved and f.is_active
            and f.deleted_at is null)
      order by t.created_at desc, t.id desc limit 1
    ) newest on newest.id = l.mail_template_id
    where l.is_active and l.deleted_at is null and (${isPreferred ?? sql`false`} or l.is_reserved)
    order by l.is_reserved limit 1)`,
  );

/**
 * Loads a template in the language with this id, or in the one that the SQL selects. Values come from the language, or
 * else from the template.
 */
export async function readTemplate(
  db: Executor,
  languageId: number | RawBuilder<number>,
): Promise<Template | undefined> {
  const { rows } = await sql<{
    mail_type: string | null;
    cca2: string | null;
    header: string;
    image_url: string | null;
    parts: readonly TemplatePart[];
  }>`
    select d.code as mail_type, n.cca2, l.header, t.image_url, coalesce(p.parts, '[]') as parts
    from mail_language l
    join mail_template t on t.id = l.mail_template_id
    left join option_detail d on d.id = t.mail_type_id
    left join country n on n.id = l.country_id
    left join lateral (
      select json_agg(json_build_object('id', p.id, 'inputType', i.code, 'value', coalesce(translation.value, p.default_value))
                      order by p.sort_no, p.id) as parts
      from mail_params p
      join type_input i on i.id = p.type_input_id
      left join lateral (
        select value from mail_language_params v
        where v.mail_params_id = p.id and v.mail_language_id = l.id and v.deleted_at is null order by v.id desc limit 1
      ) translation on true
      where p.mail_template_id = t.id and p.deleted_at is null
    ) p on true
    where l.id = ${languageId}`.execute(db);
  const [row] = rows;
  return (
    row && {
      mailType: row.mail_type,
      language: row.cca2 === 'ID' ? 'id' : 'en',
      subject: row.header,
      picture: row.image_url,
      // The default value of a select lists its choices; the first one is the default.
      parts: row.parts.map(({ id, inputType, value }) => ({
        id,
        inputType,
        value: inputType === INPUT_TYPE.select ? (parseChoices(value)[0] ?? '') : value,
      })),
    }
  );
}
