import { ACCESS_LEVEL, type Label, permission, resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { can } from '../../access/actor.ts';
import { beyond } from '../../access/own-rights.ts';
import { type WriteContext, askWhetherMeant } from '../../engine/resources/behaviour.ts';

/*
 * A country or hotel that moves to another region takes its members out of the sight of some users and into that of others, as
 * assigning these users does. So it takes the same right, and is asked about first.
 */

/** Refuses with a 403 to move a place to another region without the right to assign users. */
export function requireToMove({ actor }: WriteContext, field: string): void {
  if (!can(actor, permission('UPDATE', resources.region_users.permission))) throw beyond(field);
}

interface Move {
  readonly field: string;
  readonly name: unknown;
  /** SQL of the ids of the hotels that go along. */
  readonly hotels: RawBuilder<unknown>;
  /** Ids of regions. */
  readonly from: number;
  readonly to: number;
}

/** Asks whether a move is meant, with the members and users whom it concerns. A place without members moves unasked. */
export async function askWhetherMoved({ tx }: WriteContext, { field, name, hotels, from, to }: Move): Promise<void> {
  const { rows } = await sql<Concerned>`
    with assigned as (
      select a.user_id, bool_or(a.region_id = ${from}) as had, bool_or(a.region_id = ${to}) as gets
      from region_users a
      join users u on u.id = a.user_id and u.is_active and u.deleted_at is null
      join role_group g on g.id = u.role_group_id and g.deleted_at is null
      join option_detail level on level.id = g.access_type_id and level.code <> ${ACCESS_LEVEL.group}
      where a.region_id in (${from}, ${to}) and a.restrict_hotel_id is null and a.deleted_at is null
      group by a.user_id
    )
    select r.name as region, (select count(*)::int from assigned where had and not gets) as lose,
      (select count(*)::int from assigned where gets and not had) as gain,
      (select count(*)::int from member m where m.deleted_at is null
         and (m.hotel_id in (${hotels}) or m.register_hotel_id in (${hotels}))) as members
    from region r where r.id = ${to}`.execute(tx);
  const [concerned] = rows;
  if (concerned && concerned.members > 0) throw askWhetherMeant(field, question(name, concerned));
}

interface Concerned {
  readonly region: string;
  readonly members: number;
  readonly lose: number;
  readonly gain: number;
}

const users = (n: number, one: string, many: string): string => (n === 1 ? `1 user ${one}` : `${n} users ${many}`);

const question = (name: unknown, { region, members, lose, gain }: Concerned): Label => ({
  en: `Move ${String(name)} to ${region}? ${members === 1 ? '1 member goes' : `${members} members go`} along: ${users(lose, 'loses', 'lose')} sight of them, ${users(gain, 'gets', 'get')} it.`,
  id: `Pindahkan ${String(name)} ke ${region}? ${members} anggota ikut pindah: ${lose} pengguna tidak lagi melihat mereka, ${gain} pengguna mulai melihatnya.`,
});
