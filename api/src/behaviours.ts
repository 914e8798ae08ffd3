import { country } from './behaviours/country.ts';
import { hotel } from './behaviours/hotel.ts';
import { mail_language } from './behaviours/mail_language.ts';
import { mail_language_params } from './behaviours/mail_language_params.ts';
import { mail_params } from './behaviours/mail_params.ts';
import { mail_template } from './behaviours/mail_template.ts';
import { member } from './behaviours/member.ts';
import { member_card } from './behaviours/member_card.ts';
import { member_voucher } from './behaviours/member_voucher.ts';
import { module } from './behaviours/module.ts';
import { option } from './behaviours/option.ts';
import { option_detail } from './behaviours/option_detail.ts';
import { report } from './behaviours/report.ts';
import { report_column } from './behaviours/report_column.ts';
import { region_users } from './behaviours/region_users.ts';
import { role_group } from './behaviours/role_group.ts';
import { transaction } from './behaviours/transaction.ts';
import { type_input } from './behaviours/type_input.ts';
import { users } from './behaviours/users.ts';
import { visit } from './behaviours/visit.ts';
import { voucher_redeem } from './behaviours/voucher_redeem.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Behaviours } from './resources/behaviour.ts';

/** What each resource does beyond storing. */
export const behavioursWith = (outbox: Outbox): Behaviours => ({
  country,
  hotel,
  mail_language,
  mail_language_params,
  mail_params,
  mail_template,
  member: member(outbox),
  member_card,
  member_voucher,
  module,
  option,
  option_detail,
  region_users,
  report,
  report_column,
  role_group,
  transaction,
  type_input,
  users: users(outbox),
  visit: visit(outbox),
  voucher_redeem: voucher_redeem(outbox),
});
