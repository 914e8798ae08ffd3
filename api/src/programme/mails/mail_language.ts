import { message, wrongPlaceholder } from '@innkeeper/contract';
import { sql } from 'kysely';
import { invalid } from '../../platform/http/fail.ts';
import { checkSendable, keepSendable, mailTypesOf } from './sendable.ts';
import { type Behaviour, type Row, type Values, type WriteContext, holding } from '../../engine/resources/behaviour.ts';

/**
 * Languages of mail templates. The first active one of a template is its default: the database sees to that, and here only that
 * something is left to send.
 */
export const mail_language: Behaviour = {
  beforeWrite: async (context, values, before) => {
    await checkHeader(context, values, before);
    const isMoved = before !== null && differs(values, before, 'mail_template_id');
    if (isMoved) await refuseMove(context, before.id);
    if (before) await checkSendable(context, 'mail_language', before, values);
    return before === null || isMoved
      ? { ...values, is_reserved: await isFirst(context, Number(values.mail_template_id)) }
      : values;
  },
  afterWrite: async (context, id, before) => {
    const now = await context.tx
      .selectFrom('mail_language')
      .select('mail_template_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await settle(context, [now.mail_template_id, ...(before ? [Number(before.mail_template_id)] : [])]);
  },
  afterDelete: async (context, ids) => settle(context, await templatesOf(context, ids)),
  afterRestore: async (context, rows) =>
    settle(
      context,
      rows.map((row) => Number(row.mail_template_id)),
    ),
};

const differs = (values: Values, before: Row | null, name: string): boolean =>
  values[name] !== undefined && values[name] !== before?.[name];

async function checkHeader(context: WriteContext, values: Values, before: Row | null): Promise<void> {
  if (!differs(values, before, 'header') && !differs(values, before, 'mail_template_id')) return;
  const { header, mail_template_id } = { ...before, ...values };
  // The template is held, so that its type stays until this is written.
  const { rows } = await sql<{ mail_type: string | null }>`
    select d.code as mail_type from mail_template t left join option_detail d on d.id = t.mail_type_id
    where t.id = ${mail_template_id} ${holding(context, 'for key share of t')}`.execute(context.tx);
  const wrong = wrongPlaceholder(String(header), rows[0]?.mail_type ?? null);
  if (wrong !== undefined) throw invalid({ header: [wrong] });
}

async function refuseMove({ tx }: WriteContext, id: number): Promise<void> {
  const { rows } =
    await sql`select from mail_language_params where mail_language_id = ${id} and deleted_at is null limit 1`.execute(
      tx,
    );
  if (rows.length > 0) throw invalid({ mail_template_id: [message('language_values')] });
}

/** Whether a template has no default yet. Two that come at once are asked one after the other. */
async function isFirst(context: WriteContext, template: number): Promise<boolean> {
  const { tx } = context;
  await sql`select from mail_template where id = ${template} ${holding(context, 'for no key update')}`.execute(tx);
  const { rows } = await sql`
    select from mail_language where mail_template_id = ${template} and is_reserved and deleted_at is null`.execute(tx);
  return rows.length === 0;
}

async function templatesOf({ tx }: WriteContext, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('mail_language')
    .select('mail_template_id')
    .distinct()
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ mail_template_id }) => mail_template_id);
}

async function settle(context: WriteContext, templates: readonly number[]): Promise<void> {
  await keepSendable(context, await mailTypesOf(context, templates));
}
