import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/**
 * Settings of a server that shares a small machine with the application: short statements, many of them, nothing
 * answered before it is on the disk. They are given at every start, so that a newer Innkeeper brings newer settings to an
 * old data directory. The settings of sessions are in `session.ts`: they are the same on a server of one's own.
 */
export function serverSettings(): Record<string, string> {
  const memory = totalmem();
  return {
    max_connections: '100',
    shared_buffers: megabytes(Math.min(256 * MB, memory / 8)),
    effective_cache_size: megabytes(memory / 2),
    maintenance_work_mem: megabytes(Math.min(256 * MB, memory / 16)),
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    lc_messages: 'C',
    // The log gets only the broken rule of a refused statement: its text and details may hold personal data.
    log_min_messages: 'error',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  };
}

/** For databases that live as long as a test run: they survive killed processes, but need not survive the machine. */
export const DISPOSABLE: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '300',
  max_wal_size: '512MB',
  checkpoint_timeout: '1h',
  // Each statement is planned once, for any values, and as it is written: docs/decisions/0071-tests-plan-less.md.
  plan_cache_mode: 'force_generic_plan',
  join_collapse_limit: '2',
  from_collapse_limit: '2',
};

function megabytes(bytes: number): string {
  return `${Math.max(16, Math.floor(bytes / MB))}MB`;
}
