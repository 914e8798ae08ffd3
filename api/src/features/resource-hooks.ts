import { audit_entry } from './audit-log/audit_entry.ts';
import { flagged_activity } from './flagged-activity/flagged_activity.ts';
import { country } from './places/country.ts';
import { held_posting } from './held-postings/held_posting.ts';
import { hotel } from './places/hotel.ts';
import { integration } from './integrations/integration.ts';
import { mail_language } from './member-mails/mail_language.ts';
import { mail_language_params } from './member-mails/mail_language_params.ts';
import { mail_params } from './member-mails/mail_params.ts';
import { mail_template } from './member-mails/mail_template.ts';
import { member } from './members/member.ts';
import { membership } from './cards/membership.ts';
import { membership_price } from './cards/membership_price.ts';
import { member_card } from './cards/member_card.ts';
import { member_voucher } from './cards/member_voucher.ts';
import { module } from './staff/module.ts';
import { option } from './settings/option.ts';
import { option_detail } from './settings/option_detail.ts';
import { term_end } from './member-status/term_end.ts';
import { report } from './reports/report.ts';
import { report_column } from './reports/report_column.ts';
import { region_users } from './staff/region_users.ts';
import { role_group } from './staff/role_group.ts';
import { transaction } from './sales/transaction.ts';
import { transaction_detail } from './sales/transaction_detail.ts';
import { type_input } from './settings/type_input.ts';
import { users } from './staff/users.ts';
import { visit } from './visits/visit.ts';
import { voucher_redeem } from './redemptions/voucher_redeem.ts';
import { webhook } from './webhooks/webhook.ts';
import { type OutboundPolicy, createOutboundPolicy } from '../platform/http/outbound-policy.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { HooksByResource } from '../engine/resources/resource-hooks.ts';

/** The hooks of each resource; `outboundPolicy` decides which addresses webhooks may call. */
export const createResourceHooks = (
  outbox: Outbox,
  outboundPolicy: OutboundPolicy = createOutboundPolicy(''),
): HooksByResource => ({
  audit_entry,
  flagged_activity,
  country: country(outbox),
  held_posting,
  hotel,
  integration,
  mail_language,
  mail_language_params,
  mail_params,
  mail_template,
  member: member(outbox),
  member_card: member_card(outbox),
  member_voucher,
  membership: membership(outbox),
  membership_price,
  module,
  option,
  option_detail: option_detail(outbox),
  region_users,
  report,
  report_column,
  role_group,
  term_end,
  transaction,
  transaction_detail,
  type_input,
  users: users(outbox),
  visit: visit(outbox),
  voucher_redeem: voucher_redeem(outbox),
  webhook: webhook(outboundPolicy),
});
