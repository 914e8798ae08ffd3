import type { ResourceDefinition } from './resource.ts';
import { auditEntry } from './resources/audit_entry.ts';
import { country } from './resources/country.ts';
import { held_posting } from './resources/held_posting.ts';
import { export_entry } from './resources/export_entry.ts';
import { hotel } from './resources/hotel.ts';
import { integration } from './resources/integration.ts';
import { mail_data } from './resources/mail_data.ts';
import { mail_language } from './resources/mail_language.ts';
import { mail_language_params } from './resources/mail_language_params.ts';
import { mail_log } from './resources/mail_log.ts';
import { mail_params } from './resources/mail_params.ts';
import { mail_template } from './resources/mail_template.ts';
import { manual_change } from './resources/manual_change.ts';
import { member } from './resources/member.ts';
import { member_call } from './resources/member_call.ts';
import { member_card } from './resources/member_card.ts';
import { member_voucher } from './resources/member_voucher.ts';
import { membership } from './resources/membership.ts';
import { membership_price } from './resources/membership_price.ts';
import { module } from './resources/module.ts';
import { module_group } from './resources/module_group.ts';
import { option } from './resources/option.ts';
import { option_detail } from './resources/option_detail.ts';
import { receipt } from './resources/receipt.ts';
import { region } from './resources/region.ts';
import { region_users } from './resources/region_users.ts';
import { report } from './resources/report.ts';
import { report_column } from './resources/report_column.ts';
import { role_group } from './resources/role_group.ts';
import { roles } from './resources/roles.ts';
import { term_end } from './resources/term_end.ts';
import { transaction } from './resources/transaction.ts';
import { transaction_detail } from './resources/transaction_detail.ts';
import { type_input } from './resources/type_input.ts';
import { flagged_activity } from './resources/flagged_activity.ts';
import { users } from './resources/users.ts';
import { visit } from './resources/visit.ts';
import { voucher } from './resources/voucher.ts';
import { voucher_redeem } from './resources/voucher_redeem.ts';
import { webhook } from './resources/webhook.ts';
import { webhook_delivery } from './resources/webhook_delivery.ts';

/** Resources whose records have their own tables. */
const recorded = {
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

/** Subjects of the audit log that are not records. */
const decisions = {
  approval: { label: { en: 'Approval', id: 'Persetujuan' } },
  member_merge: { label: { en: 'Merge', id: 'Penggabungan' } },
  rate_correction: { label: { en: 'Rate correction', id: 'Koreksi kurs' } },
  sale_dispute: { label: { en: 'Payment dispute', id: 'Sengketa pembayaran' } },
  two_factor: { label: { en: 'Two-factor sign-in', id: 'Verifikasi dua langkah' } },
};

/** Every resource, by key. */
export const resources = {
  ...recorded,
  audit_entry: auditEntry({ ...recorded, ...decisions }),
  export_entry,
} as const satisfies Record<string, ResourceDefinition>;

export type Resources = typeof resources;
export type ResourceKey = keyof Resources;

export const resourceKeys = Object.keys(resources) as ResourceKey[]; // Object.keys forgets the key type

/** The resources whose records have their own tables. */
export const recordedKeys = Object.keys(recorded) as (keyof typeof recorded)[]; // Object.keys forgets the key type

export const isResourceKey = (key: string): key is ResourceKey => Object.hasOwn(resources, key);

/** The definition by key. The schema test ensures that every reference names a known key. */
export function getResource(key: string): ResourceDefinition {
  if (!isResourceKey(key)) throw new Error(`There is no resource ${key}`);
  return resources[key];
}
