import { type ComponentType, lazy } from 'react';
import type { ResourceDefinition } from '@innkeeper/contract';
import type { ResourceRecord } from '../data/record.ts';
import type { FormValue } from './form-values.ts';

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

const MemberDuplicates = lazy(async () => ({
  default: (await import('../../screens/member/member-duplicates.tsx')).MemberDuplicates,
}));

/** What stands below a field and follows what is typed into it. By resource, then by field. */
export const fieldNotices: Readonly<Record<string, Readonly<Record<string, ComponentType<FieldNoticeProps>>>>> = {
  member: { email: MemberDuplicates, phone_no: MemberDuplicates, identity_no: MemberDuplicates },
};

/** Pages that take the place of the generic record page. */
export const recordPages: Readonly<Record<string, ComponentType<RecordPageProps>>> = {
  member: lazy(async () => ({ default: (await import('../../screens/member/member-page.tsx')).MemberPage })),
  role_group: lazy(async () => ({
    default: (await import('../../screens/role-group/role-group-page.tsx')).RoleGroupPage,
  })),
  users: lazy(async () => ({ default: (await import('../../screens/users/user-page.tsx')).UserPage })),
};
