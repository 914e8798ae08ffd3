import { z } from 'zod';
import { message } from '../messages.ts';
import { permission, recordPermissions } from '../permission.ts';
import { mail_language } from '../resources/mail_language.ts';
import { mail_log } from '../resources/mail_log.ts';
import type { ResourceDefinition } from '../resource.ts';
import { member } from '../resources/member.ts';
import { transaction } from '../resources/transaction.ts';
import { visit } from '../resources/visit.ts';
import { voucher_redeem } from '../resources/voucher_redeem.ts';
import { body } from './body.ts';
import type { Calls, Read } from './call.ts';
import { pathId } from './parameters.ts';
import { flag, id, record, text } from './shapes.ts';

const shown = z.strictObject({ subject: text, html: text.nullable(), text });
const logged = z.strictObject({
  is_as_sent: flag.meta({ description: 'Whether it is what went out, to the letter' }),
  mail: shown.nullable(),
  problem: z.strictObject({ en: text, id: text }).nullable().meta({ description: 'Why there is none' }),
});

const actMail = z.strictObject({
  recipient: text.nullable().meta({ description: 'Null without a right to see members' }),
  delivery_status: text,
});
/** An act at a counter has its mail: a user who may do it may send that of an own act, others those of all in sight. */
const ofAct = (d: ResourceDefinition) => ({
  tag: d.labels.en,
  description: `${permission('STORE', d.permission)} is for what the caller has done.`,
  rights: [permission('STORE', d.permission), permission('UPDATE', mail_log.permission)],
  path: { id: pathId(d) },
});
const mailOfAct = (d: ResourceDefinition) => ({
  ...ofAct(d),
  summary: {
    en: 'The mail that it sent, null while there is none and where its member is out of sight',
    id: 'Email yang dikirim olehnya, null bila belum ada atau anggotanya tidak terlihat',
  },
  answer: z.strictObject({ data: actMail.nullable() }),
});
const sendMailOfAct = (d: ResourceDefinition) =>
  ({
    ...ofAct(d),
    summary: { en: 'Send its mail again, written anew', id: 'Kirim ulang emailnya, ditulis baru' },
    body: body({}),
    answer: z.strictObject({ data: actMail }),
    write: 'once',
    refusals: [409],
  }) as const;

const member_id = z
  .union([z.number(), z.string()], { error: message('reference') })
  .nullish()
  .transform((sent, ctx): number | null => {
    if (sent === null || sent === undefined || sent === '') return null;
    const number = Number(sent);
    if (Number.isSafeInteger(number) && number > 0) return number;
    ctx.addIssue({ code: 'custom', message: message('reference'), input: sent });
    return z.NEVER;
  })
  .meta({
    type: 'integer',
    minimum: 1,
    description: 'The newest in sight who has what such a mail speaks of when absent',
  });
const draft = {
  header: z
    .string({ error: message('text') })
    .nullish()
    .transform((sent) => (sent === null ? '' : sent))
    .meta({ type: 'string', description: 'A subject in place of the one that is saved' }),
  values: z
    .record(z.string(), z.string({ error: message('text') }), { error: message('pattern') })
    .optional()
    .meta({ description: 'Values in place of those that are saved, by the id of their mail parameter' }),
};

/** Mails as they went out, mails once more, and mails on trial. */
export const mailCalls = {
  'GET /api/transaction/{id}/mail': mailOfAct(transaction),
  'GET /api/voucher_redeem/{id}/mail': mailOfAct(voucher_redeem),
  'GET /api/visit/{id}/mail': mailOfAct(visit),
  'POST /api/transaction/{id}/mail': sendMailOfAct(transaction),
  'POST /api/voucher_redeem/{id}/mail': sendMailOfAct(voucher_redeem),
  'POST /api/visit/{id}/mail': sendMailOfAct(visit),
  'GET /api/mail_log/{id}/mail': {
    tag: mail_log.labels.en,
    summary: { en: 'What a mail said', id: 'Isi sebuah email' },
    description:
      'As it went out where it was captured, otherwise written anew for the same cause, which `is_as_sent` tells. Links of letters to users are left out, and looking counts as no opening.',
    rights: [permission('VIEW', mail_log.permission)],
    path: { id: pathId(mail_log) },
    answer: z.strictObject({ data: logged }),
  },
  'POST /api/mail_log/{id}/resend': {
    tag: mail_log.labels.en,
    summary: {
      en: 'Send a mail again, written anew for the same cause',
      id: 'Kirim ulang email, ditulis baru untuk sebab yang sama',
    },
    rights: [permission('UPDATE', mail_log.permission)],
    path: { id: pathId(mail_log) },
    body: body({}),
    answer: z.strictObject({ data: record('mail_log', {}) }),
    write: 'once',
    refusals: [409],
  },
  'POST /api/mail_language/{id}/preview': {
    tag: mail_language.labels.en,
    summary: { en: 'The mail with a real member’s data', id: 'Email dengan data anggota sungguhan' },
    description: `For what is not saved yet also ${permission('UPDATE', mail_language.permission)}; placeholders stay as they are written without ${permission('VIEW', member.permission)}.`,
    rights: recordPermissions(mail_language.permission),
    path: { id: pathId(mail_language) },
    body: body({ member_id, ...draft }),
    answer: z.strictObject({ data: shown }),
  },
  'POST /api/mail_language/{id}/test': {
    tag: mail_language.labels.en,
    summary: {
      en: 'Send the mail, as the preview shows it, to the own address',
      id: 'Kirim email seperti pada pratinjau ke alamat sendiri',
    },
    rights: [permission('UPDATE', mail_language.permission)],
    path: { id: pathId(mail_language) },
    body: body({ member_id }),
    answer: z.strictObject({ data: z.strictObject({ id, recipient: text }) }),
    write: 'once',
  },
} satisfies Calls;

export type ActMail = Read<typeof actMail>;
export type ShownMail = Read<typeof shown>;
export type LoggedMail = Read<typeof logged>;
