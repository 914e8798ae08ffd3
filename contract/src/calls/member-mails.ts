import { z } from 'zod';
import { memberMailBody } from '../bodies/members.ts';
import { message } from '../errors/messages.ts';
import { MAX_BULK_RECORDS } from '../fields/filter.ts';
import { permission, recordPermissions } from '../rights/permission.ts';
import { mail_language } from '../resources/mail_language.ts';
import { mail_log } from '../resources/mail_log.ts';
import type { ResourceDefinition } from '../fields/definition.ts';
import { member } from '../resources/member.ts';
import { transaction } from '../resources/transaction.ts';
import { visit } from '../resources/visit.ts';
import { voucher_redeem } from '../resources/voucher_redeem.ts';
import { body, bodyOf, fieldSchemas } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { pathId } from './parameters.ts';
import { dryRunField, leftOutMembers, selectionFields } from './selection.ts';
import { flag, id, integer, record, text } from './shapes.ts';

const renderedMail = z.strictObject({ subject: text, html: text.nullable(), text });
const loggedMail = z.strictObject({
  is_as_sent: flag.meta({ description: 'Whether this is the exact text that was sent' }),
  mail: renderedMail.nullable(),
  problem: z.strictObject({ en: text, id: text }).nullable().meta({ description: 'Why there is no content' }),
});

const recordMail = z.strictObject({
  recipient: text.nullable().meta({ description: 'Null without the right to view members' }),
  delivery_status: text,
});
/**
 * Mails of front-desk actions. Users who may perform an action may send the mails of their own actions. The right to
 * change mail logs covers all visible ones.
 */
const recordMailCall = (definition: ResourceDefinition) => ({
  tag: definition.labels.en,
  description: `${permission('STORE', definition.permission)} allows it for the caller’s own actions.`,
  rights: [permission('STORE', definition.permission), permission('UPDATE', mail_log.permission)],
  path: { id: pathId(definition) },
});
const getRecordMail = (name: string, definition: ResourceDefinition) => ({
  name,
  ...recordMailCall(definition),
  summary: {
    en: 'Email sent for the record, null if none or if its member is not visible',
    id: 'Email yang dikirim untuk data ini, null bila belum ada atau anggotanya tidak dapat diakses',
  },
  response: z.strictObject({ data: recordMail.nullable() }),
});
const sendRecordMail = (name: string, definition: ResourceDefinition) =>
  ({
    name,
    ...recordMailCall(definition),
    summary: { en: 'Send its email again with current content', id: 'Kirim ulang emailnya dengan isi terkini' },
    body: bodyOf({ fields: {} }),
    response: z.strictObject({ data: recordMail }),
    write: 'idempotent',
    rejections: [409],
  }) as const;

/** An id that a form may send as text; as a field kind it could not be. */
const member_id = z
  .union([z.number(), z.string()], { error: message('reference') })
  .nullish()
  .transform((value, ctx): number | null => {
    if (value === null || value === undefined || value === '') return null;
    const number = Number(value);
    if (Number.isSafeInteger(number) && number > 0) return number;
    ctx.addIssue({ code: 'custom', message: message('reference'), input: value });
    return z.NEVER;
  })
  .meta({
    type: 'integer',
    minimum: 1,
    description: 'Default: the most recent visible member with the data this email needs',
  });
const mailDraft = {
  header: z
    .string({ error: message('text') })
    .nullish()
    .transform((value) => (value === null ? '' : value))
    .meta({ type: 'string', description: 'Subject to preview instead of the saved one' }),
  values: z
    .record(z.string(), z.string({ error: message('text') }), { error: message('pattern') })
    .optional()
    .meta({ description: 'Values to preview instead of the saved ones, by mail parameter ID' }),
};

const mailing = z.strictObject({ queued: integer, left_out: leftOutMembers });

/** Sent mails, resending mails, mails to several members, and test mails. */
export const mailCalls = {
  'GET /api/transaction/{id}/mail': getRecordMail('getTransactionMail', transaction),
  'GET /api/voucher_redeem/{id}/mail': getRecordMail('getRedemptionMail', voucher_redeem),
  'GET /api/visit/{id}/mail': getRecordMail('getVisitMail', visit),
  'POST /api/transaction/{id}/mail': sendRecordMail('sendTransactionMail', transaction),
  'POST /api/voucher_redeem/{id}/mail': sendRecordMail('sendRedemptionMail', voucher_redeem),
  'POST /api/visit/{id}/mail': sendRecordMail('sendVisitMail', visit),
  'GET /api/mail_log/{id}/mail': {
    name: 'getSentMail',
    tag: mail_log.labels.en,
    summary: { en: 'Content of an email', id: 'Isi email' },
    description:
      'The email as sent if it was stored, otherwise generated again from current data; see `is_as_sent`. Links in emails to users are removed. Viewing does not count as an opening.',
    rights: [permission('VIEW', mail_log.permission)],
    path: { id: pathId(mail_log) },
    response: z.strictObject({ data: loggedMail }),
  },
  'POST /api/member/mailing': {
    name: 'mailMembers',
    tag: member.labels.en,
    summary: { en: 'Send selected members a programme email', id: 'Kirim email program kepada anggota terpilih' },
    description:
      'About the current card of each. Left out are members who opted out, have no email, no card or an address that rejects emails, and those who got this email within 24 hours.',
    rights: [permission('UPDATE', mail_log.permission), permission('UPDATE', member.permission)],
    body: body({
      ...selectionFields(MAX_BULK_RECORDS),
      ...fieldSchemas(memberMailBody),
      dry_run: dryRunField('1: returns who would get it, without sending'),
    }),
    response: z.strictObject({ data: mailing }),
    write: 'idempotent',
    rejections: [409],
  },
  'POST /api/mail_log/{id}/resend': {
    name: 'resendMail',
    tag: mail_log.labels.en,
    summary: {
      en: 'Send an email again with current content',
      id: 'Kirim ulang email dengan isi terkini',
    },
    rights: [permission('UPDATE', mail_log.permission)],
    path: { id: pathId(mail_log) },
    body: bodyOf({ fields: {} }),
    response: z.strictObject({ data: record('mail_log', {}) }),
    write: 'idempotent',
    rejections: [409],
  },
  'POST /api/mail_language/{id}/preview': {
    name: 'previewMail',
    tag: mail_language.labels.en,
    summary: { en: 'Preview the email with a real member’s data', id: 'Pratinjau email dengan data anggota sungguhan' },
    description: `Unsaved texts also need ${permission('UPDATE', mail_language.permission)}. Without ${permission('VIEW', member.permission)}, placeholders are not filled in. An email about an account is filled with the caller’s own data.`,
    rights: recordPermissions(mail_language.permission),
    path: { id: pathId(mail_language) },
    body: body({ member_id, ...mailDraft }),
    response: z.strictObject({ data: renderedMail }),
  },
  'POST /api/mail_language/{id}/test': {
    name: 'sendTestMail',
    tag: mail_language.labels.en,
    summary: {
      en: 'Send the previewed email to your own address',
      id: 'Kirim email pratinjau ke alamat Anda sendiri',
    },
    rights: [permission('UPDATE', mail_language.permission)],
    path: { id: pathId(mail_language) },
    body: body({ member_id }),
    response: z.strictObject({ data: z.strictObject({ id, recipient: text }) }),
    write: 'idempotent',
  },
} satisfies Calls;

export type Mailing = JsonOf<typeof mailing>;
export type RecordMail = JsonOf<typeof recordMail>;
export type RenderedMail = JsonOf<typeof renderedMail>;
export type LoggedMail = JsonOf<typeof loggedMail>;
