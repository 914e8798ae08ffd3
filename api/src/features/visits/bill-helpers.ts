import { resources } from '@innkeeper/contract';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createBaseRecords } from '../../testing/base-records.ts';

/**
 * Starts a server for one test file with this many connections, on 22 May 2026: two hotels of a region, a member of the
 * first one with a card, and that hotel's own system.
 */
export async function startBillServer(connections: number) {
  const api = await startTestApp({ connections });
  const { app, db } = api;
  const admin = await createUser(db, { level: 'group' });
  const inputs = createInputs(api, admin, await createBaseRecords(db));
  const { hotels, region } = await createPlace(db, 2);
  const [here = 0, there = 0] = hotels;
  await allowThousandths(db);
  const { card, voucher } = createProgramme(api, admin, inputs, here);
  api.setClock(new Date('2026-05-22T03:00:00Z'));
  const createMember = (hotel: number) =>
    inputs.create(resources.member, { hotel_id: hotel, register_hotel_id: hotel });
  const member = await createMember(here);
  const held = await card({ member_id: member.id, hotel_id: here });
  const system = await createSystem(api, here);
  return { api, app, db, admin, region, here, there, card, voucher, createMember, member, held, system };
}
