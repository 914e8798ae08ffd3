import { type ComponentType, lazy } from 'react';
import type { ResourceDefinition } from '@innkeeper/contract';
import type { ResourceRecord } from '../data/record.ts';
import type { FormValue } from './form-values.ts';
import type { FieldInputProps } from './inputs/field-input.ts';
import type { RecordPartProps } from './record-screen.tsx';
import type { FieldOwner } from './use-resource-form.ts';

/** Where single resources say more than their definition does. Everything not named here is made from the definition alone. */

export interface FieldNoticeProps {
  readonly name: string;
  /** What is typed right now. */
  readonly value: FormValue;
  /** The record that is edited; none for a new one. */
  readonly record: ResourceRecord | undefined;
}

export interface RecordPageProps {
  readonly definition: ResourceDefinition;
  readonly id: number;
}

/** An input of a resource's own knows the form that it stands in. */
export interface OwnInputProps extends FieldInputProps {
  readonly form: FieldOwner;
}

const MemberDuplicates = lazy(async () => ({
  default: (await import('../../screens/member/member-duplicates.tsx')).MemberDuplicates,
}));

/** What stands below a field and follows what is typed into it. By resource, then by field. */
export const fieldNotices: Readonly<Record<string, Readonly<Record<string, ComponentType<FieldNoticeProps>>>>> = {
  member: { email: MemberDuplicates, phone_no: MemberDuplicates, identity_no: MemberDuplicates },
};

/** Inputs that take the place of the one of the field's kind. By resource, then by field. */
export const fieldInputs: Readonly<Record<string, Readonly<Record<string, ComponentType<OwnInputProps>>>>> = {
  integration: {
    access_token: lazy(async () => ({
      default: (await import('../../screens/integration/token-input.tsx')).TokenInput,
    })),
  },
  mail_language: {
    header: lazy(async () => ({ default: (await import('../../screens/mail/mail-inputs.tsx')).SubjectInput })),
  },
  mail_params: {
    default_value: lazy(async () => ({ default: (await import('../../screens/mail/mail-inputs.tsx')).ParamInput })),
  },
  mail_language_params: {
    mail_params_id: lazy(async () => ({
      default: (await import('../../screens/mail/mail-inputs.tsx')).ParamChoiceInput,
    })),
    value: lazy(async () => ({ default: (await import('../../screens/mail/mail-inputs.tsx')).LanguageValueInput })),
  },
  report_column: {
    table_name: lazy(async () => ({
      default: (await import('../../screens/report-column/catalogue-inputs.tsx')).TableInput,
    })),
    column_name: lazy(async () => ({
      default: (await import('../../screens/report-column/catalogue-inputs.tsx')).ColumnInput,
    })),
  },
};

/** What is done with a record that was just saved, beside showing it. */
export const afterSave: Readonly<Record<string, (record: ResourceRecord) => Promise<void>>> = {
  integration: async (record) => (await import('../../screens/integration/token-dialog.tsx')).showIssuedToken(record),
};

export type RecordAction = 'delete' | 'restore';

/** What a resource asks by itself before its records are deleted or restored. */
interface OwnQuestions {
  /** About one record: says what goes along, or why it cannot be done. The answer is whether to go on, or why it is deleted. */
  readonly one: (d: ResourceDefinition, record: ResourceRecord, action: RecordAction) => Promise<boolean | string>;
  /** About many, beside how many they are: what goes along with them; null where that is nothing. */
  readonly many?: (action: RecordAction) => Promise<string | null>;
}

/** Resources that say more before a delete or restore than that it is one. */
export const ownQuestions: Readonly<Record<string, OwnQuestions>> = {
  member: {
    one: async (...asked) => (await import('../../screens/member/merge/ask-undo.ts')).askMember(...asked),
  },
  transaction: {
    one: async (...asked) =>
      (await import('../../screens/transaction/cancellation-dialog.tsx')).askCancellation(...asked),
    many: async (action) => (await import('../../screens/transaction/many-cancelled.ts')).manyCancelled(action),
  },
  visit: {
    one: async (...asked) => (await import('../../screens/visit/delete-question.ts')).askVisitDelete(...asked),
    many: async (action) => (await import('../../screens/visit/delete-question.ts')).manyVisitsDeleted(action),
  },
};

/** What stands beside a list of records in place of all that is filled in. */
export const recordPeeks: Readonly<Record<string, ComponentType<RecordPartProps>>> = {
  mail_log: lazy(async () => ({ default: (await import('../../screens/mail/mail-peek.tsx')).MailPeek })),
  member: lazy(async () => ({ default: (await import('../../screens/member/member-peek.tsx')).MemberPeek })),
};

/** Pages that take the place of the generic record page. */
export const recordPages: Readonly<Record<string, ComponentType<RecordPageProps>>> = {
  mail_language: lazy(async () => ({
    default: (await import('../../screens/mail/mail-language-page.tsx')).MailLanguagePage,
  })),
  mail_log: lazy(async () => ({ default: (await import('../../screens/mail/mail-log-page.tsx')).MailLogPage })),
  mail_template: lazy(async () => ({
    default: (await import('../../screens/mail/mail-template-page.tsx')).MailTemplatePage,
  })),
  member: lazy(async () => ({ default: (await import('../../screens/member/member-page.tsx')).MemberPage })),
  role_group: lazy(async () => ({
    default: (await import('../../screens/role-group/role-group-page.tsx')).RoleGroupPage,
  })),
  users: lazy(async () => ({ default: (await import('../../screens/users/user-page.tsx')).UserPage })),
  visit: lazy(async () => ({ default: (await import('../../screens/visit/visit-page.tsx')).VisitRecordPage })),
};
