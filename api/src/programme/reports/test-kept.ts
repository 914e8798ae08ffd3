import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createRunner } from './test-reports.ts';

/** A server of its own for a test file about kept figures: the demonstration's books, head office, and readers of some of its hotels. */
export async function startKept() {
  const { app, db } = await startTestApp();
  await seedDemo(db, { members: 60, passwordHash: 'hash', now: new Date() });
  const { rows: places } = await sql<{ hotel: number; region: number; code: string }>`
    select h.id as hotel, c.region_id as region, h.code from hotel h join country c on c.id = h.country_id order by h.id`.execute(
    db.kysely,
  );
  const ofHotels = (own: readonly (typeof places)[number][]): Promise<TestUser> =>
    createUser(db, {
      level: 'property',
      assignments: own.map(({ hotel, region }) => ({ region_id: region, restrict_hotel_id: hotel })),
    });
  return { app, db, places, run: createRunner(app).run, admin: await createUser(db, { level: 'group' }), ofHotels };
}
