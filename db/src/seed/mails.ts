import { MAIL_TYPES, placeholdersOf, placeholderTag } from '@innkeeper/contract';
import type { Tx } from '../database.ts';
import { insertRows } from './insert-rows.ts';
import { RESERVED_MAILS, type ReservedMail } from './mail-texts.ts';

/** The three parts of a mail: key, label and input type code. */
const MAIL_PARTS = [
  ['greeting', 'Greeting', '1'],
  ['body', 'Body', '7'],
  ['closing', 'Closing', '5'],
] as const;

const SORT_STEP = 10;

/**
 * Adds the mail templates that never existed: one per mail type, in English by default and in Indonesian for Indonesia,
 * with its parameters and permitted placeholders.
 */
export async function addMails(tx: Tx): Promise<void> {
  const mailTypes = await tx
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select(['option_detail.id', 'option_detail.code'])
    .where('option.slug', '=', 'mail-type')
    .where('option_detail.code', 'in', MAIL_TYPES)
    .execute();
  const existingTemplates = await tx
    .selectFrom('mail_template')
    .select('mail_type_id')
    .where('is_reserved', '=', true)
    .execute();
  const knownTypeIds = new Set(existingTemplates.map(({ mail_type_id }) => mail_type_id));
  const inputTypes = new Map(
    (await tx.selectFrom('type_input').select(['id', 'code']).where('deleted_at', 'is', null).execute()).map(
      ({ id, code }) => [code, id],
    ),
  );
  const indonesia = await tx
    .selectFrom('country')
    .select('id')
    .where('cca2', '=', 'ID')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  for (const mail of RESERVED_MAILS) {
    const type = mailTypes.find(({ code }) => code === mail.type);
    if (type && !knownTypeIds.has(type.id)) await addMail(tx, mail, type.id, inputTypes, indonesia?.id);
  }
}

async function addMail(
  tx: Tx,
  mail: ReservedMail,
  mail_type_id: number,
  inputTypes: ReadonlyMap<string, number>,
  indonesiaId: number | undefined,
): Promise<void> {
  const { name, description, en, id } = mail;
  const [mail_template_id = 0] = await insertRows(tx, 'mail_template', [
    { name, description, mail_type_id, is_active: true, is_reserved: true },
  ]);
  const languages = [
    { country_id: null, header: en.header, is_reserved: true },
    ...(indonesiaId === undefined ? [] : [{ country_id: indonesiaId, header: id.header, is_reserved: false }]),
  ];
  const [, indonesianId] = await insertRows(
    tx,
    'mail_language',
    languages.map((language) => ({ ...language, mail_template_id, is_active: true })),
  );
  const params = MAIL_PARTS.map(([part, label, code], i) => ({
    mail_template_id,
    sort_no: (i + 1) * SORT_STEP,
    name: label,
    type_input_id: inputTypes.get(code) ?? 0,
    default_value: en[part],
  }));
  const paramIds = await insertRows(tx, 'mail_params', params);
  if (indonesianId !== undefined)
    await insertRows(
      tx,
      'mail_language_params',
      MAIL_PARTS.map(([part, label, code], i) => ({
        mail_language_id: indonesianId,
        mail_params_id: paramIds[i] ?? 0,
        type_input_id: inputTypes.get(code) ?? 0,
        name: label,
        value: id[part],
      })),
    );
  await insertRows(
    tx,
    'mail_data',
    placeholdersOf(mail.type).map((placeholder, i) => ({
      mail_template_id,
      sort_no: (i + 1) * SORT_STEP,
      name: placeholderTag(placeholder.name),
      description: placeholder.meaning.en,
    })),
  );
}
