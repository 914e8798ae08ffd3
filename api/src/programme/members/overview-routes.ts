import { recordPermissions, resources } from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import { requirePermission } from '../../access/actor.ts';
import { withCurrentActor } from '../../access/authenticate.ts';
import { languageOf } from '../../platform/http/language.ts';
import { idOf } from '../../engine/resources/routes.ts';
import { type OverviewServices, readOverview } from './overview.ts';

type ById = { Params: { id: string } };

const { member } = resources;

/** `GET /api/member/{id}/overview`, what happened to a member. */
export function registerMemberOverview(app: FastifyInstance, services: OverviewServices): void {
  app.get<ById>('/api/member/:id/overview', (request) =>
    withCurrentActor(request, async (actor) => {
      requirePermission(actor, ...recordPermissions(member.permission));
      return { data: await readOverview(services, actor, idOf(request, member), languageOf(request)) };
    }),
  );
}
