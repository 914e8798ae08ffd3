import type { Label } from '../texts/label.ts';

/*
 * The names of initial records in both languages. A record has one name, which staff may change. Until they do, the
 * console shows these names in lists that show a record only by name.
 */

const toLabelByName = (names: Readonly<Record<string, string>>): ReadonlyMap<string, Label> =>
  new Map(Object.entries(names).map(([en, id]) => [en, { en, id }]));

const MAIL_PARTS = toLabelByName({ Greeting: 'Salam pembuka', Body: 'Isi', Closing: 'Penutup' });

const ROLE_GROUPS = toLabelByName({
  Administrator: 'Administrator',
  'Head office administrator': 'Administrator kantor pusat',
  'Head office reporting': 'Pelaporan kantor pusat',
  'Programme finance': 'Keuangan program',
  'Regional manager': 'Manajer wilayah',
  'Front desk': 'Front desk',
  'Restaurant outlet': 'Outlet restoran',
});

/** A part of a mail in both languages; undefined if staff named it. */
export const mailPartLabel = (name: string): Label | undefined => MAIL_PARTS.get(name);

/** An initial or demonstration role group in both languages; undefined if staff named it. */
export const roleGroupLabel = (name: string): Label | undefined => ROLE_GROUPS.get(name);
