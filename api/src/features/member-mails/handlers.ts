import { MAX_BULK_RECORDS, type ResourceDefinition, memberMailBody, permission, resources } from '@innkeeper/contract';
import type { mailCalls } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { selectMembers } from '../../domain/selected-members.ts';
import { type Handlers, JsonText, type VersionCheckedHandler, type CallHandler } from '../../engine/calls/register.ts';
import { recordNotFoundError, readRecord } from '../../engine/resources/record.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Store } from '../../platform/files/store.ts';
import { embedPicture } from '../../platform/mail/template-picture.ts';
import { mailMembers } from './mail-members.ts';
import { readRecordMail, sendRecordMail } from './record-mail.ts';
import { resendMail } from './resend-log-entry.ts';
import { readSample } from './sample.ts';
import { findSampleMember } from './sample-member.ts';
import { readLoggedMail } from './logged-mail.ts';
import type { Draft } from '../../platform/mail/template.ts';
import { queueTestMail } from './queue-test-mail.ts';

interface Services extends WorkflowServices {
  readonly config: Pick<Config, 'mail' | 'publicUrl' | 'dataDir'>;
  readonly store: Store;
}

const { mail_log, mail_language, transaction, voucher_redeem, visit } = resources;
type ReadRecordMail = (typeof mailCalls)['GET /api/visit/{id}/mail'];
type SendRecordMail = (typeof mailCalls)['POST /api/visit/{id}/mail'];

/**
 * Calls for logged mails, for resending, and for test mails: preview, and sending to the user who edits the template.
 */
export function mailHandlers(services: Services): Handlers<typeof mailCalls> {
  const { db, hooksByResource, config, store } = services;

  /** Loads the template to test and the member whose data fills it. */
  const readTestMail = async (tx: Db['kysely'] | Tx, actor: Actor, languageId: number, memberId: number | null) => {
    const { rows } = await sql<{ mail_type: string | null }>`
      select d.code as mail_type from mail_language l join mail_template t on t.id = l.mail_template_id
      left join option_detail d on d.id = t.mail_type_id where l.id = ${languageId}`.execute(tx);
    const [language] = rows;
    if (!language) throw recordNotFoundError(mail_language, languageId);
    const sampleRequest = { memberId: memberId, mailType: language.mail_type };
    return {
      languageId,
      memberId: await findSampleMember(tx, hooksByResource, actor, sampleRequest),
      userId: actor.userId,
    };
  };

  const createMailReader = (d: ResourceDefinition): VersionCheckedHandler<ReadRecordMail> => ({
    versionChecked: async ({ actor, now, path: { id } }) => ({
      data: await readRecordMail({ db, services, actor, now }, d, id),
    }),
  });
  const createMailSender =
    (d: ResourceDefinition): CallHandler<SendRecordMail> =>
    async ({ context, timeZone, path: { id } }) => ({
      data: await sendRecordMail({ context, services, timeZone }, d, id),
    });

  return {
    'GET /api/transaction/{id}/mail': createMailReader(transaction),
    'GET /api/voucher_redeem/{id}/mail': createMailReader(voucher_redeem),
    'GET /api/visit/{id}/mail': createMailReader(visit),
    'POST /api/transaction/{id}/mail': createMailSender(transaction),
    'POST /api/voucher_redeem/{id}/mail': createMailSender(voucher_redeem),
    'POST /api/visit/{id}/mail': createMailSender(visit),

    'GET /api/mail_log/{id}/mail': {
      versionChecked: async ({ actor, now, path: { id } }) => {
        await readRecord(db, hooksByResource, actor, mail_log, id, now);
        return { data: await readLoggedMail({ db: db.kysely, config, store, now }, id) };
      },
    },

    'POST /api/member/mailing': async (input) => {
      const { context, language, body } = input;
      const selection = { ownFields: Object.keys(memberMailBody.fields), max: MAX_BULK_RECORDS };
      const members = await selectMembers(services, input, selection);
      return { data: await mailMembers(services.outbox, context, members, body.mail_type, language) };
    },

    'POST /api/mail_log/{id}/resend': async ({ context, timeZone, path: { id } }) =>
      new JsonText(`{"data":${await resendMail({ context, services, d: mail_log, timeZone }, id)}}`),

    'POST /api/mail_language/{id}/preview': async ({ actor, now, path: { id }, body }) => {
      const testMail = await readTestMail(db.kysely, actor, id, body.member_id);
      const draft = parseDraft(body);
      // Placeholders of the user's choice could reveal member data, so a draft requires the right to change templates.
      if (draft) requirePermission(actor, permission('UPDATE', mail_language.permission));
      const sample = await readSample({ db: db.kysely, config, now }, { ...testMail, draft });
      if (!sample) throw recordNotFoundError(mail_language, id);
      return { data: await embedPicture(store, sample.rendered) };
    },

    'POST /api/mail_language/{id}/test': async ({ context, path: { id }, body }) => {
      const testMail = await readTestMail(context.tx, context.actor, id, body.member_id);
      return { data: await queueTestMail(context.tx, testMail, context.now) };
    },
  };
}

interface DraftInput {
  readonly header?: string | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
}

/** The unsaved draft that replaces the saved texts: a subject, and values by parameter id. */
function parseDraft({ header, values }: DraftInput): Draft | undefined {
  if (header === undefined && values === undefined) return undefined;
  const entries = Object.entries(values ?? {}).map(([id, value]): [number, string] => [Number(id), value]);
  return { subject: header, values: new Map(entries) };
}
