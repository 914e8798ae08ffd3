import { message, permission, resources } from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import { needs } from '../../access/authenticate.ts';
import type { Body } from '../../platform/http/body.ts';
import { invalid } from '../../platform/http/fail.ts';
import { expectedVersion, idOf } from '../../engine/resources/routes.ts';
import { readValues } from '../../engine/resources/values.ts';
import { readWritten } from '../../engine/resources/write.ts';
import { type FlowServices, refuseOthers, runWorkflow } from '../../engine/resources/workflow.ts';
import { moveVisit } from './move.ts';

/** `POST /api/visit/{id}/move` */
export function registerVisits(app: FastifyInstance, services: FlowServices): void {
  const d = resources.visit;
  app.post<{ Params: { id: string } }>(
    '/api/visit/:id/move',
    needs(permission('UPDATE', d.permission)),
    (request, reply) =>
      runWorkflow(
        services,
        request,
        reply,
        [permission('UPDATE', d.permission)],
        async ({ context, timeZone, body }) => {
          const id = idOf(request, d);
          const write = { context, services, d, timeZone };
          await moveVisit(write, services.outbox, id, readMove(body), expectedVersion(request));
          return { status: 200, body: `{"data":${await readWritten(write, id)}}` };
        },
      ),
  );
}

const TAKEN = new Set(['member_id', 'remark']);

function readMove(body: Body): { memberId: number; remark: string | null } {
  refuseOthers(body, TAKEN);
  const { member_id = null, remark = null } = readValues(resources.visit, body, 'update');
  if (member_id === null) throw invalid({ member_id: [message('required')] });
  return { memberId: Number(member_id), remark: typeof remark === 'string' ? remark : null };
}
