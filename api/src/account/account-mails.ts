import {
  type AccountMailType,
  INPUT_TYPE,
  INVITATION_DAYS,
  LANGUAGES,
  type Label,
  type Language,
} from '@innkeeper/contract';
import { type Db, RESERVED_MAILS, type Tx } from '@innkeeper/db';
import { type Person, approvedNameOf, findPerson, readAccountFacts } from './account-mail-facts.ts';
import { createInvitationLink, createResetLink, readResetToken } from './reset-link.ts';
import type { Config } from '../platform/config/config.ts';
import type { AccountMailName, Mail, MailOrder } from '../platform/mail/outbox.ts';
import { type Facts, type RenderedMail, type Sender, renderMail } from '../platform/mail/render-template.ts';
import { type Template, findTemplate, readerLanguageSql } from '../platform/mail/template.ts';
import { accountMailSubjects, accountMailTexts, greetingTexts } from '../texts/account-mails.ts';

export interface AccountMailContext {
  readonly db: Db['kysely'] | Tx;
  readonly config: Pick<Config, 'publicUrl' | 'mail'>;
  readonly now: Date;
}

/** Returns the URL of the page that a mail links to. */
type CreateLink = (context: AccountMailContext, person: Person) => string | Promise<string>;

/**
 * A mail about a person's account is written from the templates of its mail type. Notices that only report an event of
 * the system have fixed texts, because a wording that hides what happened would hide an attack or an open task.
 */
type AccountMail = { readonly link: CreateLink } & (
  | { readonly mailType: AccountMailType }
  | { readonly subject: Label; readonly text: (values: { readonly link: string; readonly days: number }) => Label }
);

const signInLink: CreateLink = ({ config }) => `${config.publicUrl}/login`;
const profileLink: CreateLink = ({ config }) => `${config.publicUrl}/pages/profile`;
const fixedMail = (name: keyof typeof accountMailTexts, link: CreateLink): AccountMail => ({
  subject: accountMailSubjects[name],
  text: accountMailTexts[name],
  link,
});

const accountMails: Readonly<Record<AccountMailName, AccountMail>> = {
  password_reset: { mailType: 'password-reset', link: createResetLink },
  // Its text is fixed, because a template could leave out the link, without which the user cannot sign in.
  invitation: fixedMail('invitation', createInvitationLink),
  new_device: { mailType: 'new-device', link: profileLink },
  access_requested: { mailType: 'access-requested', link: signInLink },
  access_granted: { mailType: 'access-granted', link: signInLink },
  address_known: fixedMail('address_known', signInLink),
  two_factor_on: fixedMail('two_factor_on', signInLink),
  two_factor_off: fixedMail('two_factor_off', signInLink),
  passkey_added: fixedMail('passkey_added', profileLink),
  webhook_paused: fixedMail('webhook_paused', ({ config }) => `${config.publicUrl}/system/webhook`),
  approval_requested: fixedMail('approval_requested', ({ config }) => `${config.publicUrl}/others/approval`),
  approval_decided: fixedMail('approval_decided', ({ config }) => `${config.publicUrl}/others/approval?state=all`),
};

/** The mails with a link that opens the account. */
const PASSWORD_LINK_MAILS: ReadonlySet<AccountMailName> = new Set(['password_reset', 'invitation']);

export const isAccountMailName = (name: string): name is AccountMailName => Object.hasOwn(accountMails, name);

/**
 * Renders an account mail with the user's current data; undefined if the user does not exist or was deleted, or has
 * chosen a password since the invitation.
 * `createLink` replaces the link in a preview.
 */
export async function renderAccountMail(
  context: AccountMailContext,
  order: MailOrder,
  createLink: CreateLink = accountMails[order.letter].link,
): Promise<Mail | undefined> {
  const { db, config } = context;
  const person = await findPerson(db, order.userId);
  if (!person || (order.letter === 'invitation' && !person.is_invited)) return undefined;
  const link = await createLink(context, person);
  const mail = accountMails[order.letter];
  const language = languageOf(order, person);
  const content =
    'mailType' in mail
      ? await fillTemplate(context, mail.mailType, person, { ...order, language, link })
      : {
          subject: mail.subject[language ?? 'en'],
          text: formatFixedText(person, mail.text({ link, days: INVITATION_DAYS }), language ?? 'en'),
        };
  const token = PASSWORD_LINK_MAILS.has(order.letter) ? readResetToken(link) : undefined;
  return { from: config.mail.from, to: person.email, ...content, ...(token !== undefined && { secret: token }) };
}

function formatFixedText(person: Person, text: Label, language: Language): string {
  const name = approvedNameOf(person);
  const greeting = name === '' ? greetingTexts.hello : greetingTexts.helloName({ name });
  return `${greeting[language]},\n\n${text[language]}`;
}

interface TemplateRequest {
  readonly sessionId?: number;
  readonly language: Language | undefined;
  readonly link: string;
}

async function fillTemplate(
  { db, config }: AccountMailContext,
  mailType: AccountMailType,
  person: Person,
  { language, link, sessionId }: TemplateRequest,
): Promise<RenderedMail> {
  const render = async (template: Template) => {
    const facts = await readAccountFacts(db, person, { link, sessionId }, template.language);
    return renderMail(template, senderOf(config), (name) => facts[name] ?? '');
  };
  const template = await findTemplate(db, mailType, language && readerLanguageSql(language));
  const rendered = template && (await render(template));
  // Without an active template that shows the link, a person would have no way to a new password: they get the text that
  // came with the system.
  return rendered && (mailType !== 'password-reset' || isLinkUsable(rendered, link))
    ? rendered
    : render(createReservedTemplate(mailType, language ?? 'en'));
}

/**
 * Whether a mail shows a secret link, and only as an address of its own. As a part of another address, such as that of a
 * picture, it would tell the owner of that address how to open the account.
 */
function isLinkUsable({ html, text }: RenderedMail, link: string): boolean {
  // The part with the token is the same in text and HTML, which escapes the part after it.
  const secret = link.slice(0, link.lastIndexOf('/'));
  const before = html.replaceAll(`href="${secret}`, '').split(secret).slice(0, -1);
  return (
    text.includes(link) &&
    before.every((piece) => /[\s>]$/.test(piece) && piece.lastIndexOf('<') <= piece.lastIndexOf('>'))
  );
}

function getReservedText(mailType: AccountMailType, language: Language) {
  const mail = RESERVED_MAILS.find(({ type }) => type === mailType);
  if (!mail) throw new Error(`There is no reserved mail of the type ${mailType}`);
  return mail[language];
}

function createReservedTemplate(mailType: AccountMailType, language: Language): Template {
  const { header, greeting, body, closing } = getReservedText(mailType, language);
  return {
    mailType,
    language,
    subject: header,
    picture: null,
    parts: [
      { id: 0, inputType: INPUT_TYPE.textarea, value: greeting },
      { id: 0, inputType: INPUT_TYPE.editor, value: body },
      { id: 0, inputType: INPUT_TYPE.textarea, value: closing },
    ],
  };
}

/** The signatory of mails that no hotel sends. */
export const senderOf = ({ mail }: Pick<Config, 'mail'>): Sender => ({
  name: mail.from.name,
  email: mail.from.address,
  phone_no: null,
  address_1: null,
  address_2: null,
  greeting_name: null,
  greeting_position: null,
});

/**
 * The values that a mail of this type would have if it were sent to a user now; its password link opens nothing. Without
 * values if there is no such user.
 */
export async function readSampleFacts(
  context: AccountMailContext,
  mailType: AccountMailType,
  userId: number,
  language: Language,
): Promise<Facts> {
  const person = await findPerson(context.db, userId);
  const mail = Object.values(accountMails).find(
    (candidate) => 'mailType' in candidate && candidate.mailType === mailType,
  );
  if (!person || !mail) return {};
  const link =
    mailType === 'password-reset'
      ? `${context.config.publicUrl}/auth/reset-password/…`
      : await mail.link(context, person);
  return readAccountFacts(context.db, person, { link }, language);
}

/** The parts of an account mail that are known before its text is rendered. */
export interface Envelope {
  readonly to: string;
  readonly subject: string;
  readonly mailType: string | null;
}

/**
 * The address and subject of an account mail; undefined if there is no user to write to. The subject of a template
 * replaces that of the system once the mail is rendered.
 */
export async function buildEnvelope(db: AccountMailContext['db'], order: MailOrder): Promise<Envelope | undefined> {
  const person = await findPerson(db, order.userId);
  if (!person) return undefined;
  const language = languageOf(order, person) ?? 'en';
  const mail = accountMails[order.letter];
  return 'mailType' in mail
    ? { to: person.email, subject: getReservedText(mail.mailType, language).header, mailType: mail.mailType }
    : { to: person.email, subject: mail.subject[language], mailType: null };
}

/** The language of the requester, or else of the user; undefined if neither is known. */
const languageOf = (order: MailOrder, person: Person): Language | undefined =>
  order.language ?? LANGUAGES.find((candidate) => candidate === person.language);
