import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { CAPTCHA_PROVIDERS, formatMessage, trimEndCharacters } from '@innkeeper/contract';
import { DEFAULT_KEEP } from '@innkeeper/db';
import { checkNewPassword } from './passwords/password.ts';
import { findInvalidAddress } from './http/address-list.ts';
import type { Bucket } from './files/s3-store.ts';
import type { MailboxAccount } from './mail/bounce-mailbox.ts';
import type { Mailbox } from './mail/outbox.ts';
import { MAX_BOUNCE_LOCAL_PART } from './mail/return-path.ts';

/** Where the server runs. Staging shows a ribbon in the console. */
const ENVIRONMENTS = ['production', 'staging', 'local'] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/** Everything that environment variables configure. Only this file reads them. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** An external database; undefined for the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly databasePool: {
    /** Maximum connections of this process for people's requests. Jobs and maintenance have theirs in addition. */
    readonly size: number;
    /** Seconds after which an unused connection is replaced. */
    readonly maxAgeSeconds: number;
  };
  /** A standby for reading, and the seconds by which it may be behind; undefined if everything is read from the primary. */
  readonly replica: { readonly url: string; readonly maxLagSeconds: number } | undefined;
  readonly dataDir: string;
  /** Where the embedded database and the uploaded files are backed up regularly; undefined if they are not. */
  readonly backup: { readonly folder: string; readonly keep: number } | undefined;
  /** The bucket to which these backups are copied; undefined if they are not. */
  readonly backupBucket: Bucket | undefined;
  /** The bucket for uploaded files; undefined for `files` in the data folder. */
  readonly bucket: Bucket | undefined;
  /** Months after which a month of the audit log is moved to the store of files; undefined if it never is. */
  readonly logArchiveMonths: number | undefined;
  readonly environment: EnvironmentName;
  /** The end of a maintenance, which the maintenance page counts down to; undefined if it is not known. */
  readonly maintenanceUntil: Date | undefined;
  /** The origin of a CDN from which browsers load the console's bundle; undefined for this server. */
  readonly assetsUrl: string | undefined;
  readonly isDemo: boolean;
  readonly demoMembers: number;
  readonly administrator: { readonly email: string; readonly password: string } | undefined;
  readonly oauthClientSecret: string | undefined;
  /** The OpenID Connect provider for single sign-on; undefined if there is none. */
  readonly singleSignOn:
    | {
        readonly issuer: string;
        readonly clientId: string;
        /** Undefined for a public client. */
        readonly clientSecret: string | undefined;
        /** The provider's name on the sign-in page. */
        readonly name: string;
        readonly scope: string;
        /** The claim that names the user's role group; undefined if administrators assign it. */
        readonly roleClaim: string | undefined;
        /** The claim with the codes of the user's hotels and regions; undefined if administrators assign them. */
        readonly hotelClaim: string | undefined;
        /** Whether addresses count as verified without `email_verified`. */
        readonly isEmailTrusted: boolean;
      }
    | undefined;
  /** Seconds. */
  readonly accessTokenSeconds: number;
  readonly refreshSeconds: { readonly remembered: number; readonly otherwise: number };
  /** Number of proxies in front. Each adds the address of its client to `X-Forwarded-For`. */
  readonly trustProxy: number;
  readonly logLevel: string;
  /** The console's URL without a trailing slash, used for links in mails. */
  readonly publicUrl: string;
  readonly mail: {
    /** Undefined if mails are captured in the data folder. */
    readonly smtpUrl: string | undefined;
    readonly from: Mailbox;
    /** Where mails come back that cannot be delivered, with a token of each mail added; undefined for the sender. */
    readonly bounceAddress: string | undefined;
    /** The mailbox of that address; undefined if it is not read. */
    readonly bounceMailbox: MailboxAccount | undefined;
    /** With it a mail service may report what became of mails; undefined if none may. */
    readonly eventsSecret: string | undefined;
  };
  /** Bearer token of `/metrics`; undefined if the path does not exist. */
  readonly metricsToken: string | undefined;
  /** Traces go to an OpenTelemetry collector; undefined if there are none. */
  readonly tracing: { readonly ratio: number } | undefined;
  /** Seconds in which a process that is told to stop still serves, but is not ready. */
  readonly drainSeconds: number;
  /** Non-public addresses and ranges that webhooks may call, as text. */
  readonly webhookAllow: string;
  /** Whether this process also runs queued jobs. */
  readonly isWorker: boolean;
  /** Null if anonymous callers need no captcha. */
  readonly captcha:
    | { readonly provider: 'altcha'; readonly secret: string }
    | {
        readonly provider: 'recaptcha';
        readonly siteKey: string;
        readonly secret: string;
        readonly verifyUrl: string;
      }
    | null;
}

/** An invalid environment variable. The message is one line that names it. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

function readInteger(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

function readFlag(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name]?.trim();
  if (!text) return fallback;
  if (text !== '0' && text !== '1') throw new ConfigError(`${name} must be 1 or 0, not "${text}"`);
  return text === '1';
}

/** libpq's names for servers that accept writes; others cannot run the application. */
const WRITABLE_TARGETS = ['read-write', 'primary'];

function readDatabaseUrl(env: Environment): string | undefined {
  const text = env.DATABASE_URL?.trim();
  if (!text) return undefined;
  if (!/^postgres(ql)?:\/\/.+/.test(text))
    throw new ConfigError('DATABASE_URL must begin with postgres:// or postgresql://');
  const target = /[?&]target_session_attrs=([^&#]*)/.exec(text)?.[1];
  if (target !== undefined && !WRITABLE_TARGETS.includes(target))
    throw new ConfigError(`DATABASE_URL: target_session_attrs must be ${WRITABLE_TARGETS.join(' or ')}`);
  return text;
}

function readReplica(env: Environment): Config['replica'] {
  const url = env.DATABASE_REPLICA_URL?.trim();
  const maxLagSeconds = readInteger(env, 'DATABASE_REPLICA_LAG', 5, 1, 3_600);
  if (!url) return undefined;
  if (!/^postgres(ql)?:\/\/.+/.test(url))
    throw new ConfigError('DATABASE_REPLICA_URL must begin with postgres:// or postgresql://');
  if (!env.DATABASE_URL?.trim()) throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL, the primary');
  return { url, maxLagSeconds };
}

function readBackup(env: Environment, databaseUrl: string | undefined): Config['backup'] {
  const folder = env.BACKUP_DIR?.trim();
  const keep = readInteger(env, 'BACKUP_KEEP', DEFAULT_KEEP, 1, 366);
  if (!folder) return undefined;
  if (databaseUrl !== undefined)
    throw new ConfigError('BACKUP_DIR is for the embedded database; back up that of DATABASE_URL on its server');
  return { folder: resolve(folder), keep };
}

/** Undo, receipts and the timelines of members read the log of recent terms. */
const MIN_LOG_MONTHS = 24;

const readLogArchiveMonths = (env: Environment): number | undefined =>
  env.LOG_ARCHIVE_MONTHS?.trim()
    ? readInteger(env, 'LOG_ARCHIVE_MONTHS', MIN_LOG_MONTHS, MIN_LOG_MONTHS, 1_200)
    : undefined;

/** Some requests use two connections, and expensive ones share half of the pool. */
const MIN_POOL_SIZE = 4;

function readAdministrator(env: Environment): Config['administrator'] {
  const email = env.ADMIN_EMAIL?.trim();
  const password = env.ADMIN_PASSWORD;
  if (!email && !password) return undefined;
  if (!email || !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email))
    throw new ConfigError('ADMIN_EMAIL must be an email address, given together with ADMIN_PASSWORD');
  if (!password || password.length < 12 || password.length > 128)
    throw new ConfigError('ADMIN_PASSWORD must have 12 to 128 characters, given together with ADMIN_EMAIL');
  const rejection = checkNewPassword(password, { email });
  if (rejection !== undefined) throw new ConfigError(`ADMIN_PASSWORD: ${formatMessage(rejection, 'en')}`);
  return { email, password };
}

function readUrl(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new ConfigError(`${name} must be an address like https://console.example, not "${text}"`);
  return trimEndCharacters(text, '/');
}

function readEnvironmentName(env: Environment, fallback: EnvironmentName): EnvironmentName {
  const text = env.APP_ENV?.trim();
  if (!text) return fallback;
  const name = ENVIRONMENTS.find((candidate) => candidate === text);
  if (!name) throw new ConfigError(`APP_ENV must be one of ${ENVIRONMENTS.join(', ')}, not "${text}"`);
  return name;
}

function readMaintenanceEnd(env: Environment): Date | undefined {
  const text = env.MAINTENANCE_UNTIL?.trim();
  if (!text) return undefined;
  const end = new Date(text);
  // Without a zone it would be a time of this server, which nobody who reads the variable knows.
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(end.getTime()))
    throw new ConfigError(`MAINTENANCE_UNTIL must be a moment like 2026-12-01T06:00+07:00, not "${text}"`);
  return end;
}

/** An origin only: the files of the bundle have the same paths there as here. */
function readAssetsUrl(env: Environment): string | undefined {
  const url = readUrl(env, 'ASSETS_URL');
  if (url !== undefined && new URL(url).origin !== url)
    throw new ConfigError(`ASSETS_URL must be an address without a path like https://cdn.example, not "${url}"`);
  return url;
}

/** Reads a list of addresses and ranges: `10.0.0.0/8, 192.168.1.7`. */
function readAddressList(env: Environment, name: string): string {
  const text = env[name]?.trim() ?? '';
  const invalidAddress = findInvalidAddress(text);
  if (invalidAddress !== undefined)
    throw new ConfigError(`${name} must be addresses and ranges like 10.0.0.0/8, 192.168.1.7, not "${invalidAddress}"`);
  return text;
}

/** A shorter secret could be guessed from a challenge, which anyone can fetch. */
const MIN_ALTCHA_SECRET = 16;

const RECAPTCHA_VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify';

function readCaptcha(env: Environment): Config['captcha'] {
  const name = env.CAPTCHA_PROVIDER?.trim();
  if (!name) return null;
  const provider = CAPTCHA_PROVIDERS.find((candidate) => candidate === name);
  if (!provider)
    throw new ConfigError(`CAPTCHA_PROVIDER must be one of ${CAPTCHA_PROVIDERS.join(', ')}, not "${name}"`);
  const secret = env.CAPTCHA_SECRET?.trim() ?? '';
  if (provider === 'altcha') {
    if (secret.length < MIN_ALTCHA_SECRET)
      throw new ConfigError(`CAPTCHA_SECRET must have ${MIN_ALTCHA_SECRET} characters or more for altcha`);
    return { provider, secret };
  }
  const siteKey = env.CAPTCHA_SITE_KEY?.trim() ?? '';
  if (!siteKey) throw new ConfigError(`CAPTCHA_SITE_KEY is missing; ${provider} gives it together with CAPTCHA_SECRET`);
  if (!secret) throw new ConfigError(`CAPTCHA_SECRET is missing; ${provider} gives it together with CAPTCHA_SITE_KEY`);
  return {
    provider,
    siteKey,
    secret,
    verifyUrl: readUrl(env, 'CAPTCHA_VERIFY_URL') ?? RECAPTCHA_VERIFY_URL,
  };
}

/** Hosts that plain HTTP reaches without a network. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The issuer is stored unchanged: providers include a final slash or do not. */
function readSingleSignOn(env: Environment): Config['singleSignOn'] {
  const issuer = env.OIDC_ISSUER?.trim();
  if (!issuer) return undefined;
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname))))
    throw new ConfigError(`OIDC_ISSUER must be an address like https://login.example, not "${issuer}"`);
  const clientId = env.OIDC_CLIENT_ID?.trim();
  if (!clientId) throw new ConfigError('OIDC_CLIENT_ID is missing; the provider gives it together with OIDC_ISSUER');
  return {
    issuer,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET?.trim() || undefined,
    name: env.OIDC_NAME?.trim() || url.hostname,
    scope: env.OIDC_SCOPE?.trim() || 'openid email profile',
    roleClaim: env.OIDC_ROLE_CLAIM?.trim() || undefined,
    hotelClaim: env.OIDC_HOTEL_CLAIM?.trim() || undefined,
    isEmailTrusted: readFlag(env, 'OIDC_EMAIL_TRUSTED', false),
  };
}

/** `https://key:secret@host/bucket?region=…`. Errors do not repeat the value because it contains a secret. */
function readBucket(env: Environment, name: 'S3_URL' | 'BACKUP_S3_URL'): Bucket | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url?.pathname ?? '')?.[1];
  const unknownParameters = [...(url?.searchParams.keys() ?? [])].filter((key) => key !== 'region');
  const credentials = url && [url.username, url.password].map(decodeUrl);
  const [accessKeyId, secretAccessKey] = credentials ?? [];
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    !bucket ||
    !accessKeyId ||
    !secretAccessKey ||
    unknownParameters.length > 0
  )
    throw new ConfigError(`${name} must be an address like https://key:secret@s3.example/bucket?region=eu-central-1`);
  return {
    endpoint: url.origin,
    region: url.searchParams.get('region') || 'us-east-1',
    bucket,
    accessKeyId,
    secretAccessKey,
  };
}

/** A bucket of its own: that of the uploaded files may be readable for the CDN. */
function readBackupBucket(env: Environment): Bucket | undefined {
  const target = readBucket(env, 'BACKUP_S3_URL');
  const files = readBucket(env, 'S3_URL');
  if (target && files && target.endpoint === files.endpoint && target.bucket === files.bucket)
    throw new ConfigError('BACKUP_S3_URL must name another bucket than S3_URL');
  return target;
}

/** Characters not allowed in a URL are percent-encoded. Undefined if the encoding is invalid. */
function decodeUrl(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

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

/** A shorter secret could be guessed from outside. */
const MIN_SECRET_LENGTH = 16;

/** A secret that callers of a path without a session send. */
function readSecret(env: Environment, name: 'MAIL_EVENTS_SECRET' | 'METRICS_TOKEN'): string | undefined {
  const secret = env[name]?.trim();
  if (!secret) return undefined;
  if (secret.length < MIN_SECRET_LENGTH)
    throw new ConfigError(`${name} must have ${MIN_SECRET_LENGTH} characters or more`);
  return secret;
}

/** The samplers of OpenTelemetry that follow the decision of the caller. */
const SAMPLERS = ['parentbased_always_on', 'parentbased_traceidratio'];

/**
 * The variables of OpenTelemetry that switch traces on, and those whose other values would be ignored silently. Its
 * exporter reads OTEL_EXPORTER_OTLP_… itself, such as headers and certificates.
 */
function readTracing(env: Environment): Config['tracing'] {
  const general = readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const endpoint = readUrl(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? general;
  const isDisabled = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true';
  if (endpoint === undefined || isDisabled || env.OTEL_TRACES_EXPORTER?.trim() === 'none') return undefined;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL?.trim() || env.OTEL_EXPORTER_OTLP_PROTOCOL?.trim();
  if (protocol && protocol !== 'http/json')
    throw new ConfigError(`OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, usually at port 4318, not "${protocol}"`);
  const sampler = env.OTEL_TRACES_SAMPLER?.trim() || 'parentbased_always_on';
  if (!SAMPLERS.includes(sampler))
    throw new ConfigError(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}, not "${sampler}"`);
  const text = env.OTEL_TRACES_SAMPLER_ARG?.trim() || '1';
  const ratio = sampler === 'parentbased_traceidratio' ? Number(text) : 1;
  if (!(ratio >= 0 && ratio <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}"`);
  return { ratio };
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads and validates the environment. Throws a ConfigError that names the variable. */
export function readConfig(env: Environment): Config {
  const url = readDatabaseUrl(env);
  const host = env.HOST?.trim() || '127.0.0.1';
  const port = readInteger(env, 'PORT', 8000, 0, 65_535);
  const publicUrl = readUrl(env, 'PUBLIC_URL') ?? `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const isDemo = readFlag(env, 'DEMO', url === undefined);
  const logLevel = env.LOG_LEVEL?.trim() || 'warn';
  if (!LOG_LEVELS.includes(logLevel))
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}"`);
  return {
    host,
    port,
    databaseUrl: url,
    databasePool: {
      size: readInteger(env, 'DATABASE_POOL_SIZE', 10, MIN_POOL_SIZE, 1000),
      maxAgeSeconds: readInteger(env, 'DATABASE_POOL_AGE', 600, 10, 86_400),
    },
    replica: readReplica(env),
    dataDir: resolve(env.DATA_DIR?.trim() || './data'),
    backup: readBackup(env, url),
    backupBucket: readBackupBucket(env),
    bucket: readBucket(env, 'S3_URL'),
    logArchiveMonths: readLogArchiveMonths(env),
    environment: readEnvironmentName(env, isDemo ? 'local' : 'production'),
    maintenanceUntil: readMaintenanceEnd(env),
    assetsUrl: readAssetsUrl(env),
    isDemo,
    demoMembers: readInteger(env, 'DEMO_MEMBERS', 2000, 0, 10_000_000),
    administrator: readAdministrator(env),
    oauthClientSecret: env.OAUTH_CLIENT_SECRET || undefined,
    singleSignOn: readSingleSignOn(env),
    accessTokenSeconds: 15 * 60,
    refreshSeconds: { remembered: 30 * 86_400, otherwise: 12 * 3_600 },
    trustProxy: readInteger(env, 'TRUST_PROXY', 0, 0, 10),
    logLevel,
    publicUrl,
    mail: {
      smtpUrl: readSmtpUrl(env),
      from: readMailFrom(env, publicUrl),
      bounceAddress: readBounceAddress(env),
      bounceMailbox: readBounceMailbox(env),
      eventsSecret: readSecret(env, 'MAIL_EVENTS_SECRET'),
    },
    metricsToken: readSecret(env, 'METRICS_TOKEN'),
    tracing: readTracing(env),
    drainSeconds: readInteger(env, 'DRAIN_SECONDS', 0, 0, 300),
    webhookAllow: readAddressList(env, 'WEBHOOK_ALLOW'),
    isWorker: readFlag(env, 'WORKER', true),
    captcha: readCaptcha(env),
  };
}
