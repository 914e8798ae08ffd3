import type { Ref } from '../engine/resources/resource-hooks.ts';

/** SQL of the data drawn on a member card, by name. `ref` refers to columns of the card. */
export const cardFaceColumns = (ref: Ref) => ({
  sbec_no: ref('sbec_no'),
  name: `concat_ws(' ', ${ref('member.first_name')}, ${ref('member.last_name')})`,
  membership: ref('membership.name'),
  hotel: ref('hotel.name'),
  start_date: `${ref('start_date')}::text`,
  end_date: `${ref('end_date')}::text`,
  isUsable: `(${ref('is_active')} and ${ref('member.is_active')} and ${ref('deleted_at')} is null and ${ref('member.deleted_at')} is null)`,
  standing: `coalesce((select (count(*) filter (where r.rank < ${ref('membership.rank')}))::float / nullif(count(*) - 1, 0)
    from (select rank from membership where deleted_at is null union select ${ref('membership.rank')}) r), 0)`,
});

/**
 * SQL of the name of a card's picture. The version in it changes with the data drawn, so that no browser shows an older
 * picture.
 */
export const cardPictureName = (ref: Ref): string =>
  `'member-card-' || ${ref('id')} || '-' || left(md5(concat_ws('|', ${Object.values(cardFaceColumns(ref)).join(', ')})), 12) || '.png'`;
