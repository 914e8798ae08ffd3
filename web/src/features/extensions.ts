import { msg } from '@lingui/core/macro';
import CircleOff from 'lucide-react/icons/circle-off';
import Mail from 'lucide-react/icons/mail';
import Scale from 'lucide-react/icons/scale';
import Ticket from 'lucide-react/icons/ticket';
import Utensils from 'lucide-react/icons/utensils';
import type { Extensions } from '../engine/form/extensions.ts';
import { lazyComponent } from '../ui/lazy-component.ts';

const MemberDuplicates = lazyComponent(async () => (await import('./members/member-duplicates.tsx')).MemberDuplicates);

const fieldNotices: Extensions['fieldNotices'] = {
  membership: {
    min_visit_to_upgrade: lazyComponent(
      async () => (await import('./member-status/tier-change-notice.tsx')).MembershipTierNotice,
    ),
  },
  country: {
    visit_minimum: lazyComponent(
      async () => (await import('./member-status/tier-change-notice.tsx')).CountryTierNotice,
    ),
  },
  option_detail: {
    value: lazyComponent(async () => (await import('./member-status/tier-change-notice.tsx')).CountingTierNotice),
  },
  hotel: {
    country_id: lazyComponent(
      async () => (await import('./exchange-rates/country-region-notice.tsx')).CountryRegionNotice,
    ),
  },
  member: { email: MemberDuplicates, phone_no: MemberDuplicates, identity_no: MemberDuplicates },
};

const fieldInputs: Extensions['fieldInputs'] = {
  integration: {
    access_token: lazyComponent(async () => (await import('./integrations/token-input.tsx')).TokenInput),
  },
  mail_language: {
    header: lazyComponent(async () => (await import('./member-mails/mail-inputs.tsx')).SubjectInput),
  },
  mail_params: {
    default_value: lazyComponent(async () => (await import('./member-mails/mail-inputs.tsx')).ParamInput),
  },
  mail_language_params: {
    mail_params_id: lazyComponent(async () => (await import('./member-mails/mail-inputs.tsx')).ParamChoiceInput),
    value: lazyComponent(async () => (await import('./member-mails/mail-inputs.tsx')).LanguageValueInput),
  },
  report_column: {
    table_name: lazyComponent(async () => (await import('./reports/catalogue-inputs.tsx')).TableInput),
    column_name: lazyComponent(async () => (await import('./reports/catalogue-inputs.tsx')).ColumnInput),
  },
};

const referenceLists: Extensions['referenceLists'] = {
  roles: {
    Input: lazyComponent(async () => (await import('./staff/roles-input.tsx')).RolesInput),
    View: lazyComponent(async () => (await import('./staff/roles-input.tsx')).RolesChoice),
  },
};

const ReportPreview = lazyComponent(async () => (await import('./reports/report-preview.tsx')).ReportPreview);
const formAsides: Extensions['formAsides'] = { report: ReportPreview, report_column: ReportPreview };

const beforeSave: Extensions['beforeSave'] = {
  member_card: async (values, record) =>
    (await import('./manual-changes/confirm-last-day.ts')).confirmLastDay('end_date', values, record),
  member_voucher: async (values, record) =>
    (await import('./manual-changes/confirm-last-day.ts')).confirmLastDay('valid_until_date', values, record),
  member: async (values, record) =>
    record !== undefined || (await import('../domain/confirm-duplicates.tsx')).confirmNewMember(values, null),
};

const requestApproval: Extensions['requestApproval'] = {
  member_card: async (body, reason) =>
    (await import('../domain/request-approval.ts')).requestApproval({ call: 'POST /api/member_card', body }, reason),
  member_voucher: async (body, reason) =>
    (await import('../domain/request-approval.ts')).requestApproval({ call: 'POST /api/member_voucher', body }, reason),
};

const createDialogs: Extensions['createDialogs'] = {
  users: async (defaults) => (await import('./staff/invite-user.tsx')).inviteUser(defaults),
};

const afterSave: Extensions['afterSave'] = {
  integration: async (record) => (await import('./integrations/token-dialog.tsx')).showIssuedToken(record),
  users: async (record) =>
    record.version === 1 ? (await import('./staff/assign-new-user.tsx')).assignNewUser(record) : undefined,
  webhook: async (record) => (await import('./webhooks/secret-dialog.tsx')).showIssuedSecret(record),
};

const confirmations: Extensions['confirmations'] = {
  member: {
    confirmSingle: async (...args) => (await import('./members/merge/confirm-undo.ts')).confirmMemberAction(...args),
  },
  transaction: {
    confirmSingle: async (...args) => (await import('./sales/cancellation-dialog.tsx')).openCancellationDialog(...args),
    describeBulk: async (action) => (await import('./sales/cancellation-query.ts')).describeBulkCancel(action),
  },
  visit: {
    confirmSingle: async (...args) => (await import('./visits/confirm-delete.ts')).confirmVisitDelete(...args),
    describeBulk: async (action) => (await import('./visits/confirm-delete.ts')).describeBulkDelete(action),
  },
};

const listActions: Extensions['listActions'] = {
  member: [
    {
      label: msg`Email…`,
      Icon: Mail,
      permissions: ['UPDATE_MAIL_LOG', 'UPDATE_MEMBER'],
      run: async (...args) => (await import('./member-mails/mail-members-dialog.tsx')).openMailMembersDialog(...args),
    },
    {
      label: msg`Give voucher…`,
      Icon: Ticket,
      permissions: ['STORE_MEMBER_VOUCHER'],
      run: async (...args) => (await import('./manual-changes/give-voucher-dialog.tsx')).openGiveVoucherDialog(...args),
    },
  ],
  held_posting: [
    {
      label: msg`Post`,
      Icon: Utensils,
      permissions: ['STORE_VISIT'],
      run: async (...args) => (await import('./held-postings/post-dialog.tsx')).openBulkPostDialog(...args),
    },
    {
      label: msg`Dismiss`,
      Icon: CircleOff,
      permissions: ['UPDATE_VISIT'],
      run: async (...args) => (await import('./held-postings/dismiss.ts')).dismissPostings(...args),
    },
  ],
  term_end: [
    {
      label: msg`Decide`,
      Icon: Scale,
      permissions: ['UPDATE_TERM_END'],
      run: async (...args) => (await import('./member-status/decide-reviews.tsx')).openDecideReviews(...args),
    },
  ],
};

const recordPeeks: Extensions['recordPeeks'] = {
  mail_log: lazyComponent(async () => (await import('./member-mails/mail-peek.tsx')).MailPeek),
  member: lazyComponent(async () => (await import('./members/member-peek.tsx')).MemberPeek),
};

const recordPages: Extensions['recordPages'] = {
  country: lazyComponent(async () => (await import('./exchange-rates/country-page.tsx')).CountryPage),
  held_posting: lazyComponent(async () => (await import('./held-postings/held-posting-page.tsx')).HeldPostingPage),
  mail_language: lazyComponent(async () => (await import('./member-mails/mail-language-page.tsx')).MailLanguagePage),
  mail_log: lazyComponent(async () => (await import('./member-mails/mail-log-page.tsx')).MailLogPage),
  mail_template: lazyComponent(async () => (await import('./member-mails/mail-template-page.tsx')).MailTemplatePage),
  member: lazyComponent(async () => (await import('./members/member-page.tsx')).MemberPage),
  member_card: lazyComponent(async () => (await import('./manual-changes/card-and-voucher-pages.tsx')).MemberCardPage),
  member_voucher: lazyComponent(
    async () => (await import('./manual-changes/card-and-voucher-pages.tsx')).MemberVoucherPage,
  ),
  role_group: lazyComponent(async () => (await import('./staff/role-group-page.tsx')).RoleGroupPage),
  term_end: lazyComponent(async () => (await import('./member-status/term-end-page.tsx')).TermEndPage),
  transaction: lazyComponent(async () => (await import('./sales/transaction-page.tsx')).TransactionPage),
  users: lazyComponent(async () => (await import('./staff/user-page.tsx')).UserPage),
  visit: lazyComponent(async () => (await import('./visits/visit-page.tsx')).VisitRecordPage),
  flagged_activity: lazyComponent(
    async () => (await import('./flagged-activity/flagged-activity-page.tsx')).FlaggedActivityPage,
  ),
  webhook: lazyComponent(async () => (await import('./webhooks/webhook-page.tsx')).WebhookPage),
  webhook_delivery: lazyComponent(
    async () => (await import('./webhooks/webhook-delivery-page.tsx')).WebhookDeliveryPage,
  ),
};

const recordSequences: Extensions['recordSequences'] = new Set(['term_end']);

/** Feature-specific parts of single resources, plugged into the engine of lists and forms. */
export const extensions: Extensions = {
  fieldNotices,
  fieldInputs,
  referenceLists,
  formAsides,
  beforeSave,
  requestApproval,
  createDialogs,
  afterSave,
  confirmations,
  listActions,
  recordPeeks,
  recordPages,
  recordSequences,
};
