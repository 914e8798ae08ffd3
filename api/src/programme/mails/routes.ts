import { MEMBER_MAILS, type MemberMail, message, permission, recordPermissions, resources } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { needs, withActor, withCurrentActor } from '../../access/authenticate.ts';
import type { Config } from '../../platform/config.ts';
import { type Body, isObject, readPlainBody } from '../../platform/http/body.ts';
import { invalid } from '../../platform/http/fail.ts';
import { notFound, readRecord } from '../../engine/resources/record.ts';
import { idOf } from '../../engine/resources/routes.ts';
import { type FlowServices, refuseOthers, runWorkflow } from '../../engine/resources/workflow.ts';
import { registerOpenings } from './openings.ts';
import { ACTS, actCodes, readMailOfAct, sendMailOfAct } from './mail-of-act.ts';
import { resendMail } from './resend.ts';
import { MAIL_CODES, sendAgain } from './send-again.ts';
import { findSampleMember } from './sample-member.ts';
import { readSample } from './sample.ts';
import { readLoggedMail } from './shown.ts';
import type { Draft } from './template.ts';
import { orderTestMail } from './trial.ts';

interface Services extends FlowServices {
  readonly config: Pick<Config, 'mail' | 'publicUrl' | 'dataDir'>;
}
type ById = { Params: { id: string } };

const { mail_log, mail_language, member } = resources;

/** Mails that are opened, mails as they went out, mails once more, and mails on trial: seen, and sent to whoever works on them. */
export function registerMemberMails(app: FastifyInstance, services: Services): void {
  const { db, behaviours, clock, config } = services;
  registerOpenings(app, services);

  app.get<ById>('/api/mail_log/:id/mail', (request) =>
    withActor(request, async (actor) => {
      requirePermission(actor, permission('VIEW', mail_log.permission));
      const id = idOf(request, mail_log);
      await readRecord(db, behaviours, actor, mail_log, id, clock());
      return { data: await readLoggedMail({ db: db.kysely, config, now: clock() }, id) };
    }),
  );

  app.post<ById>('/api/member/:id/mail', needs(...MAIL_CODES), (request, reply) =>
    runWorkflow(services, request, reply, MAIL_CODES, async ({ context, timeZone, body }) => {
      const mailType = readMailType(body);
      const write = { context, services, d: member, timeZone };
      const data = await sendAgain(write, services.outbox, idOf(request, member), mailType);
      return { status: 200, body: JSON.stringify({ data }) };
    }),
  );

  for (const d of ACTS) {
    const codes = actCodes(d);
    app.get<ById>(`/api/${d.key}/:id/mail`, (request) =>
      withActor(request, async (actor) => {
        requirePermission(actor, ...codes);
        return { data: await readMailOfAct({ db, services, actor, now: clock() }, d, idOf(request, d)) };
      }),
    );
    app.post<ById>(`/api/${d.key}/:id/mail`, needs(...codes), (request, reply) =>
      runWorkflow(services, request, reply, codes, async ({ context, timeZone, body }) => {
        readFields(body, []);
        const data = await sendMailOfAct({ context, services, timeZone }, d, idOf(request, d));
        return { status: 200, body: JSON.stringify({ data }) };
      }),
    );
  }

  app.post<ById>('/api/mail_log/:id/resend', needs(permission('UPDATE', mail_log.permission)), (request, reply) =>
    runWorkflow(
      services,
      request,
      reply,
      [permission('UPDATE', mail_log.permission)],
      async ({ context, timeZone, body }) => {
        readFields(body, []);
        const data = await resendMail({ context, services, d: mail_log, timeZone }, idOf(request, mail_log));
        return { status: 200, body: `{"data":${data}}` };
      },
    ),
  );

  /** What is to be tried, and with whom. */
  const readTrial = async (
    tx: Db['kysely'] | Tx,
    actor: Actor,
    request: FastifyRequest<ById>,
    { member_id }: Body['values'],
  ) => {
    const languageId = idOf(request, mail_language);
    const { rows } = await sql<{ mail_type: string | null }>`
      select d.code as mail_type from mail_language l join mail_template t on t.id = l.mail_template_id
      left join option_detail d on d.id = t.mail_type_id where l.id = ${languageId}`.execute(tx);
    const [language] = rows;
    if (!language) throw notFound(mail_language, languageId);
    const memberId = await findSampleMember(tx, behaviours, actor, {
      memberId: memberIdOf(member_id),
      mailType: language.mail_type,
    });
    return { languageId, memberId, userId: actor.userId };
  };

  app.post<ById>(
    '/api/mail_language/:id/preview',
    needs(...recordPermissions(mail_language.permission)),
    async (request) => {
      const body = await readPlainBody(request);
      return withCurrentActor(request, async (actor) => {
        requirePermission(actor, ...recordPermissions(mail_language.permission));
        const sent = readFields(body, ['member_id', 'header', 'values']);
        const trial = await readTrial(db.kysely, actor, request, sent);
        const draft = readDraft(sent);
        // Who may not change the template sees members through its placeholders alone, not through those of their own choice.
        if (draft) requirePermission(actor, permission('UPDATE', mail_language.permission));
        const sample = await readSample({ db: db.kysely, config, now: clock() }, { ...trial, draft });
        if (!sample) throw notFound(mail_language, trial.languageId);
        return { data: sample.rendered };
      });
    },
  );

  app.post<ById>(
    '/api/mail_language/:id/test',
    needs(permission('UPDATE', mail_language.permission)),
    (request, reply) =>
      runWorkflow(
        services,
        request,
        reply,
        [permission('UPDATE', mail_language.permission)],
        async ({ context, body }) => {
          const trial = await readTrial(context.tx, context.actor, request, readFields(body, ['member_id']));
          return { status: 200, body: JSON.stringify({ data: await orderTestMail(context.tx, trial, context.now) }) };
        },
      ),
  );
}

function readFields({ values, files }: Body, known: readonly string[]): Body['values'] {
  const unknown = [...Object.keys(values), ...Object.keys(files)].filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map((name) => [name, [message('unknown_field')]])));
  return values;
}

function memberIdOf(sent: unknown): number | null {
  if (sent === undefined || sent === null || sent === '') return null;
  const id = Number(sent);
  if (!Number.isSafeInteger(id) || id < 1) throw invalid({ member_id: [message('reference')] });
  return id;
}

/** What is being written in place of what is saved: a subject, and values by the id of their parameter. */
function readDraft({ header, values }: Body['values']): Draft | undefined {
  if (header === undefined && values === undefined) return undefined;
  if (header !== undefined && typeof header !== 'string') throw invalid({ header: [message('text')] });
  if (values !== undefined && !isObject(values)) throw invalid({ values: [message('pattern')] });
  const written = Object.entries(values ?? {}).map(([id, value]): [number, string] => {
    if (typeof value !== 'string') throw invalid({ [`values.${id}`]: [message('text')] });
    return [Number(id), value];
  });
  return { subject: header, values: new Map(written) };
}

const TAKEN = new Set(['mail_type']);

function readMailType(body: Body): MemberMail {
  refuseOthers(body, TAKEN);
  const asked = body.values.mail_type ?? '';
  const known = MEMBER_MAILS.find((code) => code === asked);
  if (!known)
    throw invalid({ mail_type: [asked === '' ? message('required') : message('choice', MEMBER_MAILS.join(', '))] });
  return known;
}
