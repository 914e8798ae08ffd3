import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { MetricValue, MetricSource } from '../platform/monitoring/metrics.ts';
import type { Maintenance } from './maintenance.ts';

/** Queued work, deliveries to webhooks, files of reports, standbys, and the size of what grows: one statement. */
export const databaseMetrics = ({ kysely }: Db): MetricSource => ({
  gauges: {
    innkeeper_queue_jobs: { help: 'Jobs in the queue; failed ones have no attempt left', labels: ['kind', 'state'] },
    innkeeper_queue_oldest_seconds: { help: 'Seconds since the oldest job that waits was due', labels: ['kind'] },
    innkeeper_webhook_deliveries_waiting: { help: 'Messages to webhooks that are not delivered yet' },
    innkeeper_webhooks_paused: { help: 'Webhooks that were switched off because they could not be reached' },
    innkeeper_report_files: { help: 'Report files that are not done', labels: ['state'] },
    innkeeper_replication_lag_seconds: {
      help: 'Seconds by which a standby is behind; needs the role pg_monitor',
      labels: ['standby'],
    },
    innkeeper_audit_log_bytes: { help: 'Size of the audit log with its indexes' },
    innkeeper_audit_log_partition_days: { help: 'Days until the audit log has no partition for new entries' },
    innkeeper_database_bytes: { help: 'Size of the database' },
  },
  read: async () => {
    const { rows } = await sql<MetricValue>`
      with job as (
        select task_identifier as kind, run_at, attempts >= max_attempts as is_failed, locked_at is not null as is_running
        from graphile_worker.jobs
      )
      select 'innkeeper_queue_jobs' as name, count(*)::float8 as value, jsonb_build_object('kind', kind, 'state',
        case when is_failed then 'failed' when is_running then 'running' else 'waiting' end) as labels
      from job group by labels
      union all
      select 'innkeeper_queue_oldest_seconds', extract(epoch from now() - min(run_at))::float8,
        jsonb_build_object('kind', kind)
      from job where not is_failed and run_at <= now() group by kind
      union all
      select 'innkeeper_webhook_deliveries_waiting', count(*)::float8, '{}'
      from webhook_delivery where delivery_status = 'queued'
      union all
      select 'innkeeper_webhooks_paused', count(*)::float8, '{}' from webhook
      where paused_at is not null and deleted_at is null
      union all
      select 'innkeeper_report_files', count(*)::float8, jsonb_build_object('state', state)
      from report_file where state in ('queued', 'running') group by state
      union all
      select 'innkeeper_replication_lag_seconds', extract(epoch from replay_lag)::float8,
        jsonb_build_object('standby', application_name)
      from pg_stat_replication where replay_lag is not null
      union all
      select 'innkeeper_audit_log_bytes', sum(pg_total_relation_size(inhrelid))::float8, '{}'
      from pg_inherits where inhparent = 'audit_log'::regclass
      union all
      select 'innkeeper_audit_log_partition_days', extract(epoch from max(ends_at) - now())::float8 / 86400, '{}'
      from log_partition
      union all
      select 'innkeeper_database_bytes', pg_database_size(current_database())::float8, '{}'`.execute(kysely);
    return rows;
  },
});

/** The maintenance jobs of this process. */
export const maintenanceMetrics = (maintenance: Pick<Maintenance, 'lastRuns'>): MetricSource => ({
  gauges: {
    innkeeper_maintenance_failing: { help: '1 if the last run of a maintenance job failed', labels: ['task'] },
    innkeeper_maintenance_seconds: { help: 'Duration of the last run of a maintenance job', labels: ['task'] },
    innkeeper_maintenance_last_run_timestamp_seconds: {
      help: 'When the last run of a maintenance job ended',
      labels: ['task'],
    },
  },
  read: () =>
    maintenance.lastRuns().flatMap(({ job, endedAt, seconds, isFailing }) => [
      { name: 'innkeeper_maintenance_failing', labels: { task: job }, value: isFailing ? 1 : 0 },
      { name: 'innkeeper_maintenance_seconds', labels: { task: job }, value: seconds },
      {
        name: 'innkeeper_maintenance_last_run_timestamp_seconds',
        labels: { task: job },
        value: endedAt.getTime() / 1000,
      },
    ]),
});
