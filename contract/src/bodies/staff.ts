import type { FieldSet } from '../fields/definition.ts';
import { users } from '../resources/users.ts';

const { name, username, email, role_group_id, phone_no } = users.fields;

/** A new user who chooses the password by a mailed link. */
export const invitationBody = {
  fields: { name, username, email, role_group_id, phone_no },
} as const satisfies FieldSet;
