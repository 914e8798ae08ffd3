import {
  type CurrentUser,
  VERBS,
  buildNavigation,
  permission,
  permissionKey,
  hasAnyPermission,
} from '@innkeeper/contract';
import { RESERVED_MODULES } from '../../../db/src/seed/modules.ts';
import { RESERVED_OPTIONS } from '../../../db/src/seed/options.ts';

/** All permission codes. */
export const ALL_CODES: readonly string[] = RESERVED_MODULES.flatMap(({ modules }) =>
  modules.flatMap(([slug]) => VERBS.map((verb) => permission(verb, permissionKey(slug)))),
);

export const HOTELS = [
  { id: 1, code: 'JKM', name: 'Laksmira Jakarta Menteng' },
  { id: 2, code: 'SMK', name: 'Laksmira Semarang Kota' },
  { id: 3, code: 'SGR', name: 'Laksmira Sanggar Ubud' },
] as const;

export const REGIONS = [
  { id: 1, code: 'JAVA', name: 'Java' },
  { id: 2, code: 'BALI', name: 'Bali and Nusa Tenggara' },
] as const;

/** The options of every database, with ids in their order. */
export const OPTIONS = RESERVED_OPTIONS.map(({ slug, name, details }, index) => ({
  id: index + 1,
  slug,
  name,
  option_detail: details.map(([code, label, value], n) => ({
    id: (index + 1) * 100 + n,
    code,
    name: label,
    value: value ?? null,
  })),
}));

/** The id of an option's detail: `findDetailId('access-type', '1')`. Throws if it does not exist. */
export function getOptionDetailId(slug: string, code: string): number {
  const detail = OPTIONS.find((option) => option.slug === slug)?.option_detail.find(
    (optionDetail) => optionDetail.code === code,
  );
  if (!detail) throw new Error(`There is no ${slug} with the code ${code}`);
  return detail.id;
}

/** The values of a user that a test may set. */
export type UserValues = Partial<Omit<CurrentUser, 'data'>> & { readonly data?: Partial<CurrentUser['data']> };

/** The signed-in user; by default head office with every right. The menu follows from the permission codes. */
export function createUser({ data, ...values }: UserValues = {}): CurrentUser {
  const roles = values.roles ?? ALL_CODES;
  return {
    id: 1,
    must_change_password: 0,
    must_set_up_second_factor: 0,
    role: 'admin',
    roles,
    displayName: 'Sari Wulandari',
    photoURL: null,
    email: 'sari.wulandari@example.test',
    access_level: 'group',
    hotels: null,
    currencies: { IDR: 0, SGD: 2 },
    navigation: buildNavigation((auth) => hasAnyPermission(roles, auth)),
    ...values,
    data: {
      username: 'sari.wulandari',
      email: 'sari.wulandari@example.test',
      branch: null,
      price_slab: null,
      settings: null,
      shortcuts: [],
      ...data,
    },
  };
}

/** The front desk of the first hotel, with the rights for actions while a guest is waiting. */
export const FRONT_DESK: UserValues = {
  role: 'user',
  displayName: 'Dewi Anggraini',
  access_level: 'property',
  hotels: [HOTELS[0]],
  roles: [
    'VIEW_DASHBOARD',
    'VIEW_SEARCH',
    'VIEW_MEMBER',
    'STORE_MEMBER',
    'UPDATE_MEMBER',
    'VIEW_MEMBER_CARD',
    'VIEW_MEMBER_VOUCHER',
    'VIEW_TRANSACTION',
    'STORE_TRANSACTION',
    'VIEW_VISIT',
    'STORE_VISIT',
    'VIEW_VOUCHER_REDEEM',
    'STORE_VOUCHER_REDEEM',
  ],
  data: { username: 'dewi.anggraini', branch: HOTELS[0].name, price_slab: 'IDR' },
};
