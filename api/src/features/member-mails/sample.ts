import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { LINK_MINUTES } from '../../account/reset-link.ts';
import type { Config } from '../../platform/config.ts';
import { type Facts, type MemberFacts, type Sender, readMemberFacts } from './mail-facts.ts';
import { type RenderedMail, renderMail } from './render.ts';
import { type Draft, readTemplate, applyDraft } from './template.ts';

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
  { db, config, now }: SampleContext,
  {
    languageId,
    memberId,
    userId,
    draft,
  }: { languageId: number; memberId: number | null; userId: number; draft?: Draft },
): Promise<Sample | undefined> {
  const saved = await readTemplate(db, languageId);
  const template = saved && draft ? applyDraft(saved, draft) : saved;
  const { rows } = await sql<Sample['user']>`
    select name, email from users where id = ${userId} and is_active and deleted_at is null`.execute(db);
  const [user] = rows;
  if (!template || !user) return undefined;
  const memberFacts = memberId === null ? undefined : await readMemberFacts(db, memberId, NO_CAUSE, { now });
  const values: Facts = { ...memberFacts?.forLanguage(template.language), ...createUserFacts(config, user) };
  const hotel = memberFacts?.hotel ?? createDefaultSender(config);
  return { hotel, user, rendered: renderMail(template, hotel, (name) => values[name] ?? undefined) };
}

const NO_CAUSE = {
  member_card_id: null,
  from_membership_id: null,
  voucher_redeem_id: null,
  visit_id: null,
  receipt_id: null,
};

const createUserFacts = ({ publicUrl }: SampleContext['config'], { name, email }: Sample['user']): Facts => ({
  'user.name': name,
  'user.email': email,
  'link.url': `${publicUrl}/auth/reset-password/…`,
  'link.minutes': String(LINK_MINUTES),
});

const createDefaultSender = ({ mail }: SampleContext['config']): MemberFacts['hotel'] => ({
  name: mail.from.name,
  email: mail.from.address,
  phone_no: null,
  address_1: null,
  address_2: null,
  greeting_name: null,
  greeting_position: null,
});
