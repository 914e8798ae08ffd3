import { message, permission, recordPermissions, resources } from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import { requirePermission } from '../../access/actor.ts';
import { needs, withCurrentActor } from '../../access/authenticate.ts';
import type { Body } from '../../platform/http/body.ts';
import { invalid } from '../../platform/http/fail.ts';
import { languageOf } from '../../platform/http/language.ts';
import { expectedVersion, idOf } from '../../engine/resources/routes.ts';
import { readWritten } from '../../engine/resources/write.ts';
import { readValues } from '../../engine/resources/values.ts';
import { type FlowServices, refuseOthers, runWorkflow } from '../../engine/resources/workflow.ts';
import { setLevel } from './level-by-hand.ts';
import { readStanding } from './standing.ts';

type ById = { Params: { id: string } };

/** Where a member stands, and the level that staff set. */
export function registerStanding(app: FastifyInstance, services: FlowServices): void {
  const d = resources.member;

  app.get<ById & { Querystring: Record<string, unknown> }>('/api/member/:id/standing', (request) =>
    withCurrentActor(request, async (actor) => {
      requirePermission(actor, ...recordPermissions(d.permission));
      const hotelId = readHotel(request.query.hotel_id);
      return {
        data: await readStanding(services, actor, idOf(request, d), { hotelId, language: languageOf(request) }),
      };
    }),
  );

  app.post<ById>('/api/member/:id/membership', needs(permission('UPDATE', d.permission)), (request, reply) =>
    runWorkflow(services, request, reply, [permission('UPDATE', d.permission)], async ({ context, timeZone, body }) => {
      const id = idOf(request, d);
      const write = { context, services, d, timeZone };
      await setLevel(write, services.outbox, id, readLevel(body), expectedVersion(request));
      return { status: 200, body: `{"data":${await readWritten(write, id)}}` };
    }),
  );
}

const TAKEN = new Set(['membership_id', 'remark']);

function readLevel(body: Body): { membershipId: number; remark: string } {
  refuseOthers(body, TAKEN);
  const { membership_id = null, remark = null } = readValues(resources.member, body, 'update');
  const why = typeof remark === 'string' ? remark.trim() : '';
  const errors = {
    ...(membership_id === null && { membership_id: [message('required')] }),
    ...(why === '' && { remark: [message('required')] }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { membershipId: Number(membership_id), remark: why };
}

function readHotel(value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !/^[1-9]\d{0,14}$/.test(value)) throw invalid({ hotel_id: [message('reference')] });
  return Number(value);
}
