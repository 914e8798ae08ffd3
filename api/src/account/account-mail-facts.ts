import { type Language, parseDeviceName } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { LINK_MINUTES } from './reset-link.ts';
import { formatMoment } from '../platform/http/format-day.ts';
import type { Facts } from '../platform/mail/render-template.ts';
import { deviceTexts } from '../texts/account-mails.ts';

type Executor = Db['kysely'] | Tx;

/** A user to whom account mails may be sent. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
  /** Whether an administrator has assigned a role group, and so has seen the name. */
  readonly has_access: boolean;
  /** Whether the user was invited and has not chosen a password yet. */
  readonly is_invited: boolean;
}

export async function findPerson(db: Executor, userId: number | null): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.id, u.name, u.email, p.settings ->> 'language' as language, u.role_group_id is not null as has_access,
      u.invited_at is not null as is_invited
    from users u left join user_preference p on p.user_id = u.id
    where u.id = ${userId} and u.is_active and u.deleted_at is null`.execute(db);
  return rows[0];
}

/** Letters and the marks used in names: nothing that a mail program turns into a link or phone number. */
const PLAIN_NAME = /^(?:[\p{L}\p{M}'’-]+(?:\.?,? |\.?$))+$/u;

/**
 * A stranger can have an account mail sent to any address and enter any name. So these mails include only names of
 * people approved by an administrator, and are otherwise written by staff. Empty for other names.
 */
export const approvedNameOf = ({ name, has_access }: Person): string =>
  has_access && name.length <= 80 && PLAIN_NAME.test(name) ? name : '';

interface FactsRequest {
  readonly link: string;
  /** The session of a new device; by default the user's newest one. */
  readonly sessionId?: number | undefined;
}

/** All values that a mail about an account may use, in one language. */
export async function readAccountFacts(
  db: Executor,
  person: Person,
  { link, sessionId }: FactsRequest,
  language: Language,
): Promise<Facts> {
  const { rows } = await sql<{ ip: string | null; user_agent: string | null; signed_in_at: string }>`
    select ip, user_agent, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as signed_in_at from session
    where user_id = ${person.id} and (${sessionId ?? null}::bigint is null or id = ${sessionId ?? null})
    order by id desc limit 1`.execute(db);
  const [session] = rows;
  const unknown = deviceTexts.unknown[language];
  const { browser, system } = parseDeviceName(session?.user_agent ?? null);
  const deviceName = [browser, system].filter(Boolean).join(', ');
  return {
    'user.name': approvedNameOf(person),
    'user.email': person.email,
    'link.url': link,
    'link.minutes': String(LINK_MINUTES),
    'device.name': PLAIN_NAME.test(deviceName) ? deviceName : unknown,
    'device.ip': session?.ip ?? unknown,
    'device.signed_in_at': session ? `${formatMoment(session.signed_in_at, language)} UTC` : unknown,
  };
}
