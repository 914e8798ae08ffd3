import { resolve } from 'node:path';
import { DEFAULT_KEEP } from '@innkeeper/db';
import { ConfigError, type Environment, readInteger } from './variables.ts';

export interface DatabasePoolConfig {
  /** Maximum connections of this process for people's requests. Jobs and maintenance have theirs in addition. */
  readonly size: number;
  /** Seconds after which an unused connection is replaced. */
  readonly maxAgeSeconds: number;
}

/** A standby for reading. */
export interface ReplicaConfig {
  readonly url: string;
  /** Seconds by which it may be behind. */
  readonly maxLagSeconds: number;
}

/** Where the embedded database and the uploaded files are backed up regularly. */
export interface BackupConfig {
  readonly folder: string;
  /** Number of backups. */
  readonly keep: number;
}

/** libpq's names for servers that accept writes; others cannot run the application. */
const WRITABLE_TARGETS = ['read-write', 'primary'];

export function readDatabaseUrl(env: Environment): string | undefined {
  const text = env.DATABASE_URL?.trim();
  if (!text) return undefined;
  if (!/^postgres(ql)?:\/\/.+/.test(text))
    throw new ConfigError('DATABASE_URL must begin with postgres:// or postgresql://');
  const target = /[?&]target_session_attrs=([^&#]*)/.exec(text)?.[1];
  if (target !== undefined && !WRITABLE_TARGETS.includes(target))
    throw new ConfigError(`DATABASE_URL: target_session_attrs must be ${WRITABLE_TARGETS.join(' or ')}`);
  return text;
}

export function readReplica(env: Environment): ReplicaConfig | undefined {
  const url = env.DATABASE_REPLICA_URL?.trim();
  const maxLagSeconds = readInteger(env, 'DATABASE_REPLICA_LAG', 5, 1, 3_600);
  if (!url) return undefined;
  if (!/^postgres(ql)?:\/\/.+/.test(url))
    throw new ConfigError('DATABASE_REPLICA_URL must begin with postgres:// or postgresql://');
  if (!env.DATABASE_URL?.trim()) throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL, the primary');
  return { url, maxLagSeconds };
}

export function readBackup(env: Environment, databaseUrl: string | undefined): BackupConfig | undefined {
  const folder = env.BACKUP_DIR?.trim();
  const keep = readInteger(env, 'BACKUP_KEEP', DEFAULT_KEEP, 1, 366);
  if (!folder) return undefined;
  if (databaseUrl !== undefined)
    throw new ConfigError('BACKUP_DIR is for the embedded database; back up that of DATABASE_URL on its server');
  return { folder: resolve(folder), keep };
}

/** Undo, receipts and the timelines of members read the log of recent terms. */
const MIN_LOG_MONTHS = 24;

export const readLogArchiveMonths = (env: Environment): number | undefined =>
  env.LOG_ARCHIVE_MONTHS?.trim()
    ? readInteger(env, 'LOG_ARCHIVE_MONTHS', MIN_LOG_MONTHS, MIN_LOG_MONTHS, 1_200)
    : undefined;

/** Some requests use two connections, and expensive ones share half of the pool. */
const MIN_POOL_SIZE = 4;

export const readDatabasePool = (env: Environment): DatabasePoolConfig => ({
  size: readInteger(env, 'DATABASE_POOL_SIZE', 10, MIN_POOL_SIZE, 1000),
  maxAgeSeconds: readInteger(env, 'DATABASE_POOL_AGE', 600, 10, 86_400),
});
