import { msg } from '@lingui/core/macro';
import CircleOff from 'lucide-react/icons/circle-off';
import Utensils from 'lucide-react/icons/utensils';
import { lazy } from 'react';
import type { Extensions } from '../engine/form/extensions.ts';

const MemberDuplicates = lazy(async () => ({
  default: (await import('./members/member-duplicates.tsx')).MemberDuplicates,
}));

const fieldNotices: Extensions['fieldNotices'] = {
  membership: {
    min_visit_to_upgrade: lazy(async () => ({
      default: (await import('./standing/level-change-notice.tsx')).MembershipLevels,
    })),
  },
  country: {
    visit_minimum: lazy(async () => ({
      default: (await import('./standing/level-change-notice.tsx')).CountryLevels,
    })),
  },
  option_detail: {
    value: lazy(async () => ({
      default: (await import('./standing/level-change-notice.tsx')).CountingLevels,
    })),
  },
  member: { email: MemberDuplicates, phone_no: MemberDuplicates, identity_no: MemberDuplicates },
};

const fieldInputs: Extensions['fieldInputs'] = {
  integration: {
    access_token: lazy(async () => ({
      default: (await import('./integrations/token-input.tsx')).TokenInput,
    })),
  },
  mail_language: {
    header: lazy(async () => ({ default: (await import('./mails/mail-inputs.tsx')).SubjectInput })),
  },
  mail_params: {
    default_value: lazy(async () => ({ default: (await import('./mails/mail-inputs.tsx')).ParamInput })),
  },
  mail_language_params: {
    mail_params_id: lazy(async () => ({
      default: (await import('./mails/mail-inputs.tsx')).ParamChoiceInput,
    })),
    value: lazy(async () => ({ default: (await import('./mails/mail-inputs.tsx')).LanguageValueInput })),
  },
  report_column: {
    table_name: lazy(async () => ({
      default: (await import('./reports/catalogue-inputs.tsx')).TableInput,
    })),
    column_name: lazy(async () => ({
      default: (await import('./reports/catalogue-inputs.tsx')).ColumnInput,
    })),
  },
};

const ReportPreview = lazy(async () => ({ default: (await import('./reports/report-preview.tsx')).ReportPreview }));
const besideForms: Extensions['besideForms'] = { report: ReportPreview, report_column: ReportPreview };

const beforeSave: Extensions['beforeSave'] = {
  member: async (values, record) =>
    record !== undefined || (await import('./people/ask-duplicates.tsx')).asksForNew(values, null),
};

const requestApproval: Extensions['requestApproval'] = {
  member_card: async (body, why) =>
    (await import('./desk/ask-approval.ts')).askApproval({ call: 'POST /api/member_card', body }, why),
  member_voucher: async (body, why) =>
    (await import('./desk/ask-approval.ts')).askApproval({ call: 'POST /api/member_voucher', body }, why),
};

const afterSave: Extensions['afterSave'] = {
  integration: async (record) => (await import('./integrations/token-dialog.tsx')).showIssuedToken(record),
  webhook: async (record) => (await import('./integrations/secret-dialog.tsx')).showIssuedSecret(record),
};

const ownQuestions: Extensions['ownQuestions'] = {
  member: {
    one: async (...asked) => (await import('./members/merge/ask-undo.ts')).askMember(...asked),
  },
  transaction: {
    one: async (...asked) => (await import('./selling/cancellation-dialog.tsx')).askCancellation(...asked),
    many: async (action) => (await import('./selling/many-cancelled.ts')).manyCancelled(action),
  },
  visit: {
    one: async (...asked) => (await import('./visits/delete-question.ts')).askVisitDelete(...asked),
    many: async (action) => (await import('./visits/delete-question.ts')).manyVisitsDeleted(action),
  },
};

const listActions: Extensions['listActions'] = {
  held_posting: [
    {
      label: msg`Post`,
      Icon: Utensils,
      right: 'STORE_VISIT',
      run: async (...chosen) => (await import('./held-postings/post-dialog.tsx')).askPostMany(...chosen),
    },
    {
      label: msg`Dismiss`,
      Icon: CircleOff,
      right: 'UPDATE_VISIT',
      run: async (...chosen) => (await import('./held-postings/dismiss.ts')).dismissMany(...chosen),
    },
  ],
};

const recordPeeks: Extensions['recordPeeks'] = {
  mail_log: lazy(async () => ({ default: (await import('./mails/mail-peek.tsx')).MailPeek })),
  member: lazy(async () => ({ default: (await import('./members/member-peek.tsx')).MemberPeek })),
};

const recordPages: Extensions['recordPages'] = {
  country: lazy(async () => ({ default: (await import('./places/country-page.tsx')).CountryPage })),
  held_posting: lazy(async () => ({
    default: (await import('./held-postings/held-posting-page.tsx')).HeldPostingPage,
  })),
  mail_language: lazy(async () => ({
    default: (await import('./mails/mail-language-page.tsx')).MailLanguagePage,
  })),
  mail_log: lazy(async () => ({ default: (await import('./mails/mail-log-page.tsx')).MailLogPage })),
  mail_template: lazy(async () => ({
    default: (await import('./mails/mail-template-page.tsx')).MailTemplatePage,
  })),
  member: lazy(async () => ({ default: (await import('./members/member-page.tsx')).MemberPage })),
  member_card: lazy(async () => ({ default: (await import('./cards/by-hand-pages.tsx')).MemberCardPage })),
  member_voucher: lazy(async () => ({ default: (await import('./cards/by-hand-pages.tsx')).MemberVoucherPage })),
  role_group: lazy(async () => ({
    default: (await import('./staff/role-group-page.tsx')).RoleGroupPage,
  })),
  transaction: lazy(async () => ({
    default: (await import('./selling/transaction-page.tsx')).TransactionPage,
  })),
  users: lazy(async () => ({ default: (await import('./staff/user-page.tsx')).UserPage })),
  visit: lazy(async () => ({ default: (await import('./visits/visit-page.tsx')).VisitRecordPage })),
  unusual_act: lazy(async () => ({ default: (await import('./audit/unusual-act-page.tsx')).UnusualActPage })),
  webhook: lazy(async () => ({ default: (await import('./integrations/webhook-page.tsx')).WebhookPage })),
  webhook_delivery: lazy(async () => ({
    default: (await import('./integrations/message-page.tsx')).MessagePage,
  })),
};

/** The console's own parts of single resources, for the engine of lists and forms. */
export const extensions: Extensions = {
  fieldNotices,
  fieldInputs,
  besideForms,
  beforeSave,
  requestApproval,
  afterSave,
  ownQuestions,
  listActions,
  recordPeeks,
  recordPages,
};
