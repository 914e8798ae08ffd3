import type { MailboxAccount } from '../mail/bounce-mailbox.ts';
import type { Mailbox } from '../mail/outbox.ts';
import { MAX_BOUNCE_LOCAL_PART } from '../mail/return-path.ts';
import { ConfigError, type Environment, decodeUrl, readSecret } from './variables.ts';

export interface MailConfig {
  /** Undefined if mails are captured in the data folder. */
  readonly smtpUrl: string | undefined;
  readonly from: Mailbox;
  /** Where mails come back that cannot be delivered, with a token of each mail added; undefined for the sender. */
  readonly bounceAddress: string | undefined;
  /** The mailbox of that address; undefined if it is not read. */
  readonly bounceMailbox: MailboxAccount | undefined;
  /** With it a mail service may report what became of mails; undefined if none may. */
  readonly eventsSecret: string | undefined;
}

/** @param publicUrl the console's URL, whose host the default sender has */
export const readMail = (env: Environment, publicUrl: string): MailConfig => ({
  smtpUrl: readSmtpUrl(env),
  from: readMailFrom(env, publicUrl),
  bounceAddress: readBounceAddress(env),
  bounceMailbox: readBounceMailbox(env),
  eventsSecret: readSecret(env, 'MAIL_EVENTS_SECRET'),
});

function readSmtpUrl(env: Environment): string | undefined {
  const text = env.SMTP_URL?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Errors do not repeat the value because it may contain a password.
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new ConfigError('SMTP_URL must be an address like smtp://user:password@relay.example:587');
  return text;
}

/** `no-reply@hotel.example` or `Innkeeper <no-reply@hotel.example>`. */
function readMailFrom(env: Environment, publicUrl: string): Mailbox {
  const text = env.MAIL_FROM?.trim();
  // An invalid HOST is rejected when the server starts listening.
  if (!text)
    return {
      name: 'Innkeeper',
      address: `no-reply@${URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost'}`,
    };
  const [, name, address] = /^(?:([^<>\p{Cc}]*)<)?([^\s@<>,;"\p{Cc}]+@[^\s@<>,;"\p{Cc}]+)>?$/u.exec(text) ?? [];
  if (address === undefined || (name === undefined) === text.endsWith('>'))
    throw new ConfigError(`MAIL_FROM must be like Innkeeper <no-reply@hotel.example>, not "${text}"`);
  return { name: name?.trim() || 'Innkeeper', address };
}

function readBounceAddress(env: Environment): string | undefined {
  const text = env.BOUNCE_ADDRESS?.trim();
  if (!text) return undefined;
  const [, localPart = ''] = /^([\w.-]+)@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.exec(text) ?? [];
  if (localPart === '' || localPart.length > MAX_BOUNCE_LOCAL_PART)
    throw new ConfigError(
      `BOUNCE_ADDRESS must be an address like bounces@mail.example with at most ${MAX_BOUNCE_LOCAL_PART} characters before the @, not "${text}"`,
    );
  return text;
}

/** `imaps://user:password@host/INBOX`. Errors do not repeat the value because it contains a password. */
function readBounceMailbox(env: Environment): MailboxAccount | undefined {
  const text = env.BOUNCE_URL?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [user, password, folder] = url
    ? [url.username, url.password, url.pathname.replace(/^\//, '')].map(decodeUrl)
    : [];
  if (!url || !/^imaps?:$/.test(url.protocol) || url.hostname === '' || !user || !password || folder === undefined)
    throw new ConfigError('BOUNCE_URL must be an address like imaps://user:password@mail.example/INBOX');
  const isSecure = url.protocol === 'imaps:';
  return {
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 993 : 143),
    isSecure,
    user,
    password,
    folder: folder || 'INBOX',
  };
}
