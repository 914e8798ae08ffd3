import { permission, resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { requirePermission } from '../../access/actor.ts';
import { withActor } from '../../access/authenticate.ts';
import { checkStamp } from '../../access/stamp.ts';
import { fail } from '../../platform/http/fail.ts';
import type { InHeavySlot } from '../../platform/http/heavy.ts';
import { toDashboard } from './figures.ts';
import { type Kept, keptSql } from './kept.ts';
import { readQuestion } from './question.ts';

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
  readonly inHeavySlot: InHeavySlot;
}

/**
 * `GET /api/dashboard?hotel_id=&region_id=&from=&to=`: the figures of the hotels in sight, each with the rows that it counts.
 * A hotel out of sight is a 404; a region shows those of its hotels that are in sight.
 */
export function registerDashboard(app: FastifyInstance, { db, clock, inHeavySlot }: Services): void {
  app.get<{ Querystring: Record<string, unknown> }>('/api/dashboard', (request) =>
    withActor(request, async (actor) => {
      requirePermission(actor, permission('VIEW', 'DASHBOARD'));
      const question = readQuestion(request.query);
      const [kept] = await inHeavySlot(() =>
        db.read<Record<string, unknown> & Kept>(keptSql(actor, question, clock()).compile(db.kysely)),
      );
      checkStamp(actor, kept?.stamp ?? null);
      if (!kept || (question.hotelId !== null && kept.hotels.length === 0))
        throw fail('record_not_found', { params: { label: resources.hotel.label, id: question.hotelId ?? 0 } });
      const isAll = actor.hotels === null && question.hotelId === null && question.regionId === null;
      return { data: toDashboard(kept, isAll) };
    }),
  );
}
