import { DatabaseStartError } from './embedded/start-error.ts';
import type { RunSql } from './sql-files.ts';

/** The migrations that create the schema of version 0.1.0. Later ones are numbered by date. */
export const BASE_MIGRATIONS = [
  '0001_base',
  '0002_sign_in',
  '0003_programme',
  '0004_mails_and_integrations',
  '0005_controls',
  '0006_reports',
] as const;

/** The migrations that the base migrations replaced on 29 November 2026. Together they created the same schema. */
export const FORMER_MIGRATIONS: readonly string[] = `
  0001_ground 0002_sign_in 0003_programme 0004_mails 0005_kept 0006_lists 0007_password_set_by 0040_integration_api
  0041_integration_limits 0050_webhooks 0055_held_postings 0060_reports_as_pdf 0061_report_files 0062_report_schedules
  0065_report_periods 0070_next_term 0071_cancelled_sales 0072_discount_limits 0073_report_figures
  0074_promises_and_bills 0075_month_close 0076_approval 0080_by_hand 0081_receipts 0082_membership_price
  0083_term_end 0085_loaded_record 0086_audit_run 0090_ranks_of_a_ladder 0091_lines_in_dollars
  0092_visits_without_amounts 0100_reversals_apart 0110_rate_correction 0120_approval_request 0121_extension_approved
  0122_unusual_act 0140_report_figures 0141_report_sums 0150_standing_recount 0170_cards_by_hand 0210_receipt_numbers
  0215_reversed_vouchers 0240_members_of_a_hotel 0250_voucher_figures 0251_vouchers_counted 0255_sums_by_membership
  0256_voucher_standing 0257_voucher_unredeemed 0260_redemptions_by_voucher 0261_sales_seen_by_others
  0262_members_of_a_hotel 0270_folded_numbers 0280_complimentary_visits 0281_manual_approvals 0290_owed_by_rise
  0291_mutual_approval 0292_user_names 0300_refresh_again 0301_region_at_sale 0302_receipt_corrections
  0310_tier_of_running_card 0320_sums_of_hotels 0330_amounts_in_currency 0340_log_chain 0341_log_of_decisions
  0342_kept_heads 0350_voucher_liability 0351_fees_by_month 0352_fees_of_sales 0370_free_term_ended 0380_refunds
  0381_refund_events_and_disputes 0390_without_rate 0400_visit_minimum 0401_visits_counted_again 0402_upgrade_approval
  0410_refund_approvals 0420_liability_by_year 0430_log_of_disputes 0440_fees_without_rate 0500_standard_names
  0505_initial_texts`
  .trim()
  .split(/\s+/);

/**
 * Replaces the names of the former migrations by those of the base migrations, in a database that has all of them. They
 * get the time of the last one, since when the schema has been complete. See
 * docs/decisions/0098-number-migrations-by-date.md.
 *
 * @throws DatabaseStartError if some of them are missing
 */
export async function replaceFormerMigrations(run: RunSql): Promise<void> {
  const applied = new Set((await run<{ name: string }>('select name from migration')).map(({ name }) => name));
  const baseNames: readonly string[] = BASE_MIGRATIONS;
  const replacedNames = FORMER_MIGRATIONS.filter((name) => !baseNames.includes(name));
  if (!replacedNames.some((name) => applied.has(name))) return;
  const missingName = FORMER_MIGRATIONS.find((name) => !applied.has(name));
  if (missingName !== undefined)
    throw new DatabaseStartError(
      `The database does not have the migration ${missingName}: start the version of 29 November 2026 on it once, then this one`,
    );
  await run(
    `insert into migration (name, at)
     select base, (select max(at) from migration where name = any($2)) from unnest($1::text[]) base
     on conflict (name) do update set at = excluded.at`,
    [baseNames, replacedNames],
  );
  await run('delete from migration where name = any($1)', [replacedNames]);
}
