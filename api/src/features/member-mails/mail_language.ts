import { message, invalidPlaceholder } from '@innkeeper/contract';
import { sql } from 'kysely';
import { invalid } from '../../platform/http/api-error.ts';
import { checkSendable, assertStillSendable, mailTypesOf } from './sendable.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  lockClause,
} from '../../engine/resources/resource-hooks.ts';

/**
 * Languages of mail templates. The database makes the first active language of a template its default; this hook only
 * checks that a template remains to send with.
 */
export const mail_language: ResourceHooks = {
  beforeWrite: async (context, values, before) => {
    await checkHeader(context, values, before);
    const isMoved = before !== null && differs(values, before, 'mail_template_id');
    if (isMoved) await assertMovable(context, before.id);
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
    await assertSendableTypes(context, [now.mail_template_id, ...(before ? [Number(before.mail_template_id)] : [])]);
  },
  afterDelete: async (context, ids) => assertSendableTypes(context, await templatesOf(context, ids)),
  afterRestore: async (context, rows) =>
    assertSendableTypes(
      context,
      rows.map((row) => Number(row.mail_template_id)),
    ),
};

const differs = (values: Values, before: Row | null, name: string): boolean =>
  values[name] !== undefined && values[name] !== before?.[name];

async function checkHeader(context: WriteContext, values: Values, before: Row | null): Promise<void> {
  if (!differs(values, before, 'header') && !differs(values, before, 'mail_template_id')) return;
  const { header, mail_template_id } = { ...before, ...values };
  // Locks the template so that its type cannot change before this write commits.
  const { rows } = await sql<{ mail_type: string | null }>`
    select d.code as mail_type from mail_template t left join option_detail d on d.id = t.mail_type_id
    where t.id = ${mail_template_id} ${lockClause(context, 'for key share of t')}`.execute(context.tx);
  const wrong = invalidPlaceholder(String(header), rows[0]?.mail_type ?? null);
  if (wrong !== undefined) throw invalid({ header: [wrong] });
}

async function assertMovable({ tx }: WriteContext, id: number): Promise<void> {
  const { rows } =
    await sql`select from mail_language_params where mail_language_id = ${id} and deleted_at is null limit 1`.execute(
      tx,
    );
  if (rows.length > 0) throw invalid({ mail_template_id: [message('language_values')] });
}

/** Whether a template has no default yet. The lock serializes concurrent inserts. */
async function isFirst(context: WriteContext, template: number): Promise<boolean> {
  const { tx } = context;
  await sql`select from mail_template where id = ${template} ${lockClause(context, 'for no key update')}`.execute(tx);
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

async function assertSendableTypes(context: WriteContext, templates: readonly number[]): Promise<void> {
  await assertStillSendable(context, await mailTypesOf(context, templates));
}
