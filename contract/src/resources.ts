import type { ResourceDefinition } from './resource.ts';
import { country } from './resources/country.ts';
import { hotel } from './resources/hotel.ts';
import { member } from './resources/member.ts';
import { membership } from './resources/membership.ts';
import { module } from './resources/module.ts';
import { module_group } from './resources/module_group.ts';
import { option } from './resources/option.ts';
import { option_detail } from './resources/option_detail.ts';
import { region } from './resources/region.ts';
import { region_users } from './resources/region_users.ts';
import { role_group } from './resources/role_group.ts';
import { roles } from './resources/roles.ts';
import { type_input } from './resources/type_input.ts';
import { users } from './resources/users.ts';

/** Every resource there is, by key. */
export const resources = {
  member,
  region,
  region_users,
  country,
  hotel,
  membership,
  option,
  option_detail,
  type_input,
  users,
  role_group,
  roles,
  module_group,
  module,
} as const satisfies Record<string, ResourceDefinition>;

export type Resources = typeof resources;
export type ResourceKey = keyof Resources;

export const resourceKeys = Object.keys(resources) as ResourceKey[]; // Object.keys forgets the key type

export const isResourceKey = (key: string): key is ResourceKey => Object.hasOwn(resources, key);

/** The definition by key; every reference names a key of the list, which the schema test holds. */
export function getResource(key: string): ResourceDefinition {
  if (!isResourceKey(key)) throw new Error(`There is no resource ${key}`);
  return resources[key];
}
