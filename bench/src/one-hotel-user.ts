import type { Db } from '@innkeeper/db';
import { DEMO_PASSWORD, DEMO_PASSWORD_HASH } from '@innkeeper/demo/accounts';

const USERNAME = 'bench.one.hotel';

/**
 * Creates a user who may read reports and sees only the first hotel. The demonstration's users of one hotel may not
 * read reports.
 */
export async function createOneHotelUser(db: Db): Promise<{ username: string; password: string }> {
  await db.pool.query(
    `with entered as (
       insert into users (name, username, email, password, role_group_id)
       select 'Bench', $1, $1 || '@innkeeper.test', $2, g.id from role_group g where g.name = 'Regional manager'
         and g.deleted_at is null
         and not exists (select from users where username = $1)
       returning id)
     insert into region_users (user_id, region_id, restrict_hotel_id)
     select e.id, c.region_id, h.id from entered e, hotel h join country c on c.id = h.country_id
     where h.deleted_at is null order by h.id limit 1`,
    [USERNAME, DEMO_PASSWORD_HASH],
  );
  return { username: USERNAME, password: DEMO_PASSWORD };
}
