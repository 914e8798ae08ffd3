import { MEMBER_MAILS, type MemberMail, message, recordPermissions, resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { requirePermission } from '../auth/actor.ts';
import { needs, withCurrentActor } from '../auth/authenticate.ts';
import type { Body } from '../http/body.ts';
import { invalid } from '../http/fail.ts';
import { languageOf } from '../http/language.ts';
import type { Outbox } from '../mail/outbox.ts';
import { sendAgain } from '../member-mails/send-again.ts';
import { idOf } from '../resources/routes.ts';
import { refuseOthers, runWorkflow } from '../resources/workflow.ts';
import type { WriteServices } from '../resources/write.ts';
import { MAIL_CODES, readOverview } from './overview.ts';

interface Services extends WriteServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly outbox: Outbox;
}
type ById = { Params: { id: string } };

const { member } = resources;

/** `GET /api/member/{id}/overview`, what happened to a member; `POST /api/member/{id}/mail`, a mail of the programme once more. */
export function registerMemberOverview(app: FastifyInstance, services: Services): void {
  app.get<ById>('/api/member/:id/overview', (request) =>
    withCurrentActor(request, async (actor) => {
      requirePermission(actor, ...recordPermissions(member.permission));
      return { data: await readOverview(services, actor, idOf(request, member), languageOf(request)) };
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
