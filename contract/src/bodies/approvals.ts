import { textarea } from '../fields/kinds.ts';
import type { FieldSet } from '../fields/definition.ts';

/** Maximum length of the reason for a request, and of the comment on it. */
const max = 500;

export const approvalReason = {
  fields: { reason: textarea('Reason', 'Alasan', { required: true, reason: true, max }) },
} as const satisfies FieldSet;
export const approveBody = {
  fields: { decision: textarea('Comment', 'Komentar', { max }) },
} as const satisfies FieldSet;
export const rejectBody = {
  fields: { decision: textarea('Reason', 'Alasan', { required: true, max }) },
} as const satisfies FieldSet;
