import { type ComponentType, lazy } from 'react';
import type { ResourceDefinition } from '@innkeeper/contract';
import type { ResourceRecord } from '../data/record.ts';
import type { FormValue } from './form-values.ts';
import type { FieldInputProps } from './inputs/field-input.ts';
import type { ResourceForm } from './use-resource-form.ts';

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
  readonly form: ResourceForm;
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

/** Pages that take the place of the generic record page. */
export const recordPages: Readonly<Record<string, ComponentType<RecordPageProps>>> = {
  member: lazy(async () => ({ default: (await import('../../screens/member/member-page.tsx')).MemberPage })),
  role_group: lazy(async () => ({
    default: (await import('../../screens/role-group/role-group-page.tsx')).RoleGroupPage,
  })),
  users: lazy(async () => ({ default: (await import('../../screens/users/user-page.tsx')).UserPage })),
};
