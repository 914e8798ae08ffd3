import { type ResourceDefinition, permission, resources } from '@innkeeper/contract';
import type { mailCalls } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { type Handlers, JsonText, type StampedWork, type Work } from '../../engine/calls/register.ts';
import { notFound, readRecord } from '../../engine/resources/record.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import type { Config } from '../../platform/config.ts';
import { readMailOfAct, sendMailOfAct } from './mail-of-act.ts';
import { resendMail } from './resend.ts';
import { readSample } from './sample.ts';
import { findSampleMember } from './sample-member.ts';
import { readLoggedMail } from './shown.ts';
import type { Draft } from './template.ts';
import { orderTestMail } from './trial.ts';

interface Services extends FlowServices {
  readonly config: Pick<Config, 'mail' | 'publicUrl' | 'dataDir'>;
}

const { mail_log, mail_language, transaction, voucher_redeem, visit } = resources;
type ReadOfAct = (typeof mailCalls)['GET /api/visit/{id}/mail'];
type SendOfAct = (typeof mailCalls)['POST /api/visit/{id}/mail'];

/** Mails as they went out, mails sent again, and mails on trial: previewed, and sent to the user who works on them. */
export function mailHandlers(services: Services): Handlers<typeof mailCalls> {
  const { db, behaviours, config } = services;

  /** The template on trial, and the member of the trial. */
  const readTrial = async (tx: Db['kysely'] | Tx, actor: Actor, languageId: number, asked: number | null) => {
    const { rows } = await sql<{ mail_type: string | null }>`
      select d.code as mail_type from mail_language l join mail_template t on t.id = l.mail_template_id
      left join option_detail d on d.id = t.mail_type_id where l.id = ${languageId}`.execute(tx);
    const [language] = rows;
    if (!language) throw notFound(mail_language, languageId);
    const about = { memberId: asked, mailType: language.mail_type };
    return { languageId, memberId: await findSampleMember(tx, behaviours, actor, about), userId: actor.userId };
  };

  const mailOf = (d: ResourceDefinition): StampedWork<ReadOfAct> => ({
    stamped: async ({ actor, now, path: { id } }) => ({
      data: await readMailOfAct({ db, services, actor, now }, d, id),
    }),
  });
  const sendMailOf =
    (d: ResourceDefinition): Work<SendOfAct> =>
    async ({ context, timeZone, path: { id } }) => ({
      data: await sendMailOfAct({ context, services, timeZone }, d, id),
    });

  return {
    'GET /api/transaction/{id}/mail': mailOf(transaction),
    'GET /api/voucher_redeem/{id}/mail': mailOf(voucher_redeem),
    'GET /api/visit/{id}/mail': mailOf(visit),
    'POST /api/transaction/{id}/mail': sendMailOf(transaction),
    'POST /api/voucher_redeem/{id}/mail': sendMailOf(voucher_redeem),
    'POST /api/visit/{id}/mail': sendMailOf(visit),

    'GET /api/mail_log/{id}/mail': {
      stamped: async ({ actor, now, path: { id } }) => {
        await readRecord(db, behaviours, actor, mail_log, id, now);
        return { data: await readLoggedMail({ db: db.kysely, config, now }, id) };
      },
    },

    'POST /api/mail_log/{id}/resend': async ({ context, timeZone, path: { id } }) =>
      new JsonText(`{"data":${await resendMail({ context, services, d: mail_log, timeZone }, id)}}`),

    'POST /api/mail_language/{id}/preview': async ({ actor, now, path: { id }, body }) => {
      const trial = await readTrial(db.kysely, actor, id, body.member_id);
      const draft = draftOf(body);
      // A user who may not change the template sees members through its placeholders alone, not through those of their own choice.
      if (draft) requirePermission(actor, permission('UPDATE', mail_language.permission));
      const sample = await readSample({ db: db.kysely, config, now }, { ...trial, draft });
      if (!sample) throw notFound(mail_language, id);
      return { data: sample.rendered };
    },

    'POST /api/mail_language/{id}/test': async ({ context, path: { id }, body }) => {
      const trial = await readTrial(context.tx, context.actor, id, body.member_id);
      return { data: await orderTestMail(context.tx, trial, context.now) };
    },
  };
}

interface Sent {
  readonly header?: string | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
}

/** The draft that stands in place of the saved texts: a subject, and values by the id of their parameter. */
function draftOf({ header, values }: Sent): Draft | undefined {
  if (header === undefined && values === undefined) return undefined;
  const written = Object.entries(values ?? {}).map(([id, value]): [number, string] => [Number(id), value]);
  return { subject: header, values: new Map(written) };
}
