import { LANGUAGES, type Label, type Language } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { LINK_MINUTES, createResetLink } from './reset-link.ts';
import type { Config } from '../platform/config.ts';
import type { AccountMailName, Mail, MailOrder } from '../platform/mail/outbox.ts';
import { accountMailSubjects, accountMailTexts, greetingTexts } from '../texts/account-mails.ts';

export interface AccountMailContext {
  readonly db: Db['kysely'] | Tx;
  readonly config: Pick<Config, 'publicUrl' | 'mail'>;
  readonly now: Date;
}

interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
  /** Whether an administrator has assigned a role group, and so has seen the name. */
  readonly has_access: boolean;
}

interface AccountMail {
  /** Code of its mail type, if any. */
  readonly mailType?: string;
  /** URL of the page that the mail links to. */
  readonly link: (context: AccountMailContext, person: Person) => string | Promise<string>;
}

const signInLink: AccountMail['link'] = ({ config }) => `${config.publicUrl}/login`;

const accountMails: Readonly<Record<AccountMailName, AccountMail>> = {
  password_reset: {
    mailType: 'password-reset',
    link: createResetLink,
  },
  access_requested: { link: signInLink },
  address_known: { link: signInLink },
  new_device: {
    mailType: 'new-device',
    link: ({ config }) => `${config.publicUrl}/pages/profile`,
  },
  two_factor_on: { link: signInLink },
  two_factor_off: { link: signInLink },
  webhook_paused: { link: ({ config }) => `${config.publicUrl}/system/webhook` },
  approval_requested: { link: ({ config }) => `${config.publicUrl}/others/approval` },
  approval_decided: { link: ({ config }) => `${config.publicUrl}/others/approval?state=all` },
  access_granted: { link: signInLink },
};

export const isAccountMailName = (name: string): name is AccountMailName => Object.hasOwn(accountMails, name);

/**
 * Renders an account mail with the user's current data; undefined if the user does not exist or was deleted.
 * `createLink` replaces the link in a preview.
 */
export async function renderAccountMail(
  context: AccountMailContext,
  order: MailOrder,
  createLink: AccountMail['link'] = accountMails[order.letter].link,
): Promise<Mail | undefined> {
  const person = await findPerson(context.db, order);
  if (!person) return undefined;
  const language = languageOf(order, person);
  const values = { link: await createLink(context, person), minutes: LINK_MINUTES };
  return {
    from: context.config.mail.from,
    to: person.email,
    subject: accountMailSubjects[order.letter][language],
    text: `${greetingOf(person)[language]},\n\n${accountMailTexts[order.letter](values)[language]}`,
  };
}

/** Letters and the marks used in names: nothing that a mail program turns into a link or phone number. */
const PLAIN_NAME = /^(?:[\p{L}\p{M}'’-]+(?:\.?,? |\.?$))+$/u;

/**
 * A stranger can have an account mail sent to any address and enter any name. So these mails have fixed texts, and
 * include only names of people approved by an administrator.
 */
const greetingOf = ({ name, has_access }: Person): Label =>
  has_access && name.length <= 80 && PLAIN_NAME.test(name) ? greetingTexts.helloName({ name }) : greetingTexts.hello;

/** The parts of an account mail that are known before its text is rendered. */
export interface Envelope {
  readonly to: string;
  readonly subject: string;
  readonly mailType: string | null;
}

/** The address and subject of an account mail; undefined if there is no user to write to. */
export async function buildEnvelope(db: AccountMailContext['db'], order: MailOrder): Promise<Envelope | undefined> {
  const person = await findPerson(db, order);
  if (!person) return undefined;
  const subject = accountMailSubjects[order.letter][languageOf(order, person)];
  return { to: person.email, subject, mailType: accountMails[order.letter].mailType ?? null };
}

async function findPerson(db: AccountMailContext['db'], { userId }: MailOrder): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.id, u.name, u.email, p.settings ->> 'language' as language, u.role_group_id is not null as has_access
    from users u left join user_preference p on p.user_id = u.id
    where u.id = ${userId} and u.is_active and u.deleted_at is null`.execute(db);
  return rows[0];
}

const languageOf = (order: MailOrder, person: Person): Language =>
  order.language ?? LANGUAGES.find((candidate) => candidate === person.language) ?? 'en';
