import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { LINK_MINUTES } from '../../account/reset-link.ts';
import type { Config } from '../../platform/config.ts';
import { type Facts, type MemberFacts, type Sender, readFacts } from './facts.ts';
import { type Rendered, render } from './render.ts';
import { type Draft, readTemplate, withDraft } from './template.ts';

interface SampleContext {
  readonly db: Db['kysely'] | Tx;
  readonly config: Pick<Config, 'mail' | 'publicUrl'>;
  readonly now: Date;
}

export interface Sample {
  readonly hotel: Sender;
  readonly user: { readonly name: string; readonly email: string };
  readonly rendered: Rendered;
}

/**
 * A language of a template as its mail would be: with the member's values, and where mails of its type go to users, with the user. A
 * placeholder without a value stays as it is written. Undefined where language or user is gone.
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
  const template = saved && draft ? withDraft(saved, draft) : saved;
  const { rows } = await sql<Sample['user']>`
    select name, email from users where id = ${userId} and is_active and deleted_at is null`.execute(db);
  const [user] = rows;
  if (!template || !user) return undefined;
  const of = memberId === null ? undefined : await readFacts(db, memberId, NOTHING, { now });
  const values: Facts = { ...of?.in(template.language), ...userFacts(config, user) };
  const hotel = of?.hotel ?? withoutHotel(config);
  return { hotel, user, rendered: render(template, hotel, (name) => values[name] ?? undefined) };
}

const NOTHING = {
  member_card_id: null,
  from_membership_id: null,
  voucher_redeem_id: null,
  visit_id: null,
  receipt_id: null,
};

const userFacts = ({ publicUrl }: SampleContext['config'], { name, email }: Sample['user']): Facts => ({
  'user.name': name,
  'user.email': email,
  'link.url': `${publicUrl}/auth/reset-password/…`,
  'link.minutes': String(LINK_MINUTES),
});

const withoutHotel = ({ mail }: SampleContext['config']): MemberFacts['hotel'] => ({
  name: mail.from.name,
  email: mail.from.address,
  phone_no: null,
  address_1: null,
  address_2: null,
  greeting_name: null,
  greeting_position: null,
});
