import { totalmem } from 'node:os';

const BYTES_PER_MB = 1024 * 1024;

/**
 * Settings for a server that shares a small machine with the application: many short statements, and no commit
 * acknowledged before it is on disk. They are passed at every start, so a newer Innkeeper applies newer settings to an
 * old data directory. Session settings are in `session.ts`: they also apply to a server that is not embedded.
 */
export function serverSettings(): Record<string, string> {
  const memory = totalmem();
  return {
    max_connections: '100',
    shared_buffers: formatMegabytes(Math.min(256 * BYTES_PER_MB, memory / 8)),
    effective_cache_size: formatMegabytes(memory / 2),
    maintenance_work_mem: formatMegabytes(Math.min(256 * BYTES_PER_MB, memory / 16)),
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // The log that a forgotten backup may retain. Beyond it the next backup begins with a new base.
    max_slot_wal_keep_size: '4GB',
    lc_messages: 'C',
    // For a rejected statement, log only the violated rule: its text and details may contain personal data.
    log_min_messages: 'error',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  };
}

/** For databases that last for one test run: they survive killed processes but not a crash of the machine. */
export const DISPOSABLE_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '300',
  max_wal_size: '512MB',
  checkpoint_timeout: '1h',
  // Plan each statement once, for any values and in the join order as written. See
  // docs/decisions/0071-make-the-test-database-plan-less.md.
  plan_cache_mode: 'force_generic_plan',
  join_collapse_limit: '2',
  from_collapse_limit: '2',
};

function formatMegabytes(bytes: number): string {
  return `${Math.max(16, Math.floor(bytes / BYTES_PER_MB))}MB`;
}
