import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import type { Bucket } from '../files/s3-store.ts';
import { readBackupBucket, readBucket } from './buckets.ts';
import {
  type BackupConfig,
  type DatabasePoolConfig,
  type ReplicaConfig,
  readBackup,
  readDatabasePool,
  readDatabaseUrl,
  readLogArchiveMonths,
  readReplica,
} from './database.ts';
import { type MailConfig, readMail } from './mail.ts';
import {
  type AdministratorConfig,
  type CaptchaConfig,
  type SingleSignOnConfig,
  readAdministrator,
  readCaptcha,
  readSingleSignOn,
} from './sign-in.ts';
import { type TracingConfig, readTracing } from './tracing.ts';
import {
  ConfigError,
  type Environment,
  readAddressList,
  readFlag,
  readInteger,
  readSecret,
  readUrl,
} from './variables.ts';

/** Where the server runs. Staging shows a ribbon in the console. */
const ENVIRONMENTS = ['production', 'staging', 'local'] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/** Everything that environment variables configure. Only this folder reads them. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** An external database; undefined for the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly databasePool: DatabasePoolConfig;
  /** Undefined if everything is read from the primary. */
  readonly replica: ReplicaConfig | undefined;
  readonly dataDir: string;
  /** Undefined if there are no regular backups. */
  readonly backup: BackupConfig | undefined;
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
  readonly administrator: AdministratorConfig | undefined;
  readonly oauthClientSecret: string | undefined;
  /** Undefined if there is no single sign-on. */
  readonly singleSignOn: SingleSignOnConfig | undefined;
  /** Seconds. */
  readonly accessTokenSeconds: number;
  readonly refreshSeconds: { readonly remembered: number; readonly otherwise: number };
  /** Number of proxies in front. Each adds the address of its client to `X-Forwarded-For`. */
  readonly trustProxy: number;
  readonly logLevel: string;
  /** The console's URL without a trailing slash, used for links in mails. */
  readonly publicUrl: string;
  readonly mail: MailConfig;
  /** Bearer token of `/metrics`; undefined if the path does not exist. */
  readonly metricsToken: string | undefined;
  /** Undefined if there are no traces. */
  readonly tracing: TracingConfig | undefined;
  /** Seconds in which a process that is told to stop still serves, but is not ready. */
  readonly drainSeconds: number;
  /** Non-public addresses and ranges that webhooks may call, as text. */
  readonly webhookAllow: string;
  /** Whether this process also runs queued jobs. */
  readonly isWorker: boolean;
  /** Null if anonymous callers need no captcha. */
  readonly captcha: CaptchaConfig | null;
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
    databasePool: readDatabasePool(env),
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
    mail: readMail(env, publicUrl),
    metricsToken: readSecret(env, 'METRICS_TOKEN'),
    tracing: readTracing(env),
    drainSeconds: readInteger(env, 'DRAIN_SECONDS', 0, 0, 300),
    webhookAllow: readAddressList(env, 'WEBHOOK_ALLOW'),
    isWorker: readFlag(env, 'WORKER', true),
    captcha: readCaptcha(env),
  };
}
