import type { ResourceDefinition } from '../fields/definition.ts';
import { defineAuditEntry } from './audit_entry.ts';
import { auditedDecisions } from './audited-decisions.ts';
import { country } from './country.ts';
import { held_posting } from './held_posting.ts';
import { export_entry } from './export_entry.ts';
import { hotel } from './hotel.ts';
import { integration } from './integration.ts';
import { mail_data } from './mail_data.ts';
import { mail_language } from './mail_language.ts';
import { mail_language_params } from './mail_language_params.ts';
import { mail_log } from './mail_log.ts';
import { mail_params } from './mail_params.ts';
import { mail_template } from './mail_template.ts';
import { manual_change } from './manual_change.ts';
import { member } from './member.ts';
import { member_call } from './member_call.ts';
import { member_card } from './member_card.ts';
import { member_voucher } from './member_voucher.ts';
import { membership } from './membership.ts';
import { membership_price } from './membership_price.ts';
import { module } from './module.ts';
import { module_group } from './module_group.ts';
import { option } from './option.ts';
import { option_detail } from './option_detail.ts';
import { receipt } from './receipt.ts';
import { region } from './region.ts';
import { region_users } from './region_users.ts';
import { report } from './report.ts';
import { report_column } from './report_column.ts';
import { role_group } from './role_group.ts';
import { roles } from './roles.ts';
import { term_end } from './term_end.ts';
import { transaction } from './transaction.ts';
import { transaction_detail } from './transaction_detail.ts';
import { type_input } from './type_input.ts';
import { flagged_activity } from './flagged_activity.ts';
import { users } from './users.ts';
import { visit } from './visit.ts';
import { voucher } from './voucher.ts';
import { voucher_redeem } from './voucher_redeem.ts';
import { webhook } from './webhook.ts';
import { webhook_delivery } from './webhook_delivery.ts';

/** Resources whose records have tables of their own. */
const storedResources = {
  member,
  member_card,
  member_call,
  member_voucher,
  manual_change,
  term_end,
  transaction,
  transaction_detail,
  receipt,
  visit,
  held_posting,
  voucher_redeem,
  flagged_activity,
  region,
  region_users,
  country,
  hotel,
  membership,
  membership_price,
  voucher,
  integration,
  webhook,
  webhook_delivery,
  mail_template,
  mail_language,
  mail_params,
  mail_language_params,
  mail_data,
  mail_log,
  report,
  report_column,
  option,
  option_detail,
  type_input,
  users,
  role_group,
  roles,
  module_group,
  module,
} as const satisfies Record<string, ResourceDefinition>;

/** Every resource, by key. */
export const resources = {
  ...storedResources,
  audit_entry: defineAuditEntry({ ...storedResources, ...auditedDecisions }),
  export_entry,
} as const satisfies Record<string, ResourceDefinition>;

export type Resources = typeof resources;
export type ResourceKey = keyof Resources;

export const resourceKeys = Object.keys(resources) as ResourceKey[]; // Object.keys loses the type of the keys

/** Keys of the resources with tables of their own. */
// Object.keys loses the type of the keys
export const storedResourceKeys = Object.keys(storedResources) as (keyof typeof storedResources)[];

export const isResourceKey = (key: string): key is ResourceKey => Object.hasOwn(resources, key);

/** Returns the definition of a key. The schema test ensures that every reference names a known key. */
export function getResource(key: string): ResourceDefinition {
  if (!isResourceKey(key)) throw new Error(`There is no resource ${key}`);
  return resources[key];
}
