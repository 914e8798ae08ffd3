import { isAccountMailType } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { readSampleFacts, senderOf } from '../../account/account-mails.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Facts, type RenderedMail, type Sender, renderMail } from '../../platform/mail/render-template.ts';
import { type Draft, readTemplate, applyDraft } from '../../platform/mail/template.ts';
import { readMemberFacts } from './mail-facts.ts';
import { canUnsubscribe } from './queue-mails.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

interface SampleContext {
  readonly db: Db['kysely'] | Tx;
  readonly config: Pick<Config, 'mail' | 'publicUrl'>;
  readonly now: Date;
}

export interface Sample {
  readonly hotel: Sender;
  readonly user: { readonly name: string; readonly email: string };
  readonly rendered: RenderedMail;
}

/**
 * Renders a template language with a member's values, or with the user's if mails of its type go to users. Placeholders
 * without a value stay as written. Undefined if the language or the user no longer exists.
 */
export async function readSample(
  context: SampleContext,
  {
    languageId,
    memberId,
    userId,
    draft,
  }: { languageId: number; memberId: number | null; userId: number; draft?: Draft },
): Promise<Sample | undefined> {
  const { db, config, now } = context;
  const saved = await readTemplate(db, languageId);
  const template = saved && draft ? applyDraft(saved, draft) : saved;
  const { rows } = await sql<Sample['user']>`
    select name, email from users where id = ${userId} and is_active and deleted_at is null`.execute(db);
  const [user] = rows;
  if (!template || !user) return undefined;
  const { mailType, language } = template;
  const memberFacts =
    memberId === null || isAccountMailType(mailType)
      ? undefined
      : await readMemberFacts(db, memberId, NO_CAUSE, { now });
  const values: Facts = isAccountMailType(mailType)
    ? await readSampleFacts(context, mailType, userId, language)
    : (memberFacts?.forLanguage(language) ?? {});
  const hotel = memberFacts?.hotel ?? senderOf(config);
  const footLink = canUnsubscribe(mailType) ? unsubscribeLink(language, null) : undefined;
  return { hotel, user, rendered: renderMail(template, hotel, (name) => values[name] ?? undefined, footLink) };
}

const NO_CAUSE = {
  member_card_id: null,
  from_membership_id: null,
  voucher_redeem_id: null,
  visit_id: null,
  receipt_id: null,
};
