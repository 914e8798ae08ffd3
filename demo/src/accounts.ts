import type { DemoAccount } from '@innkeeper/contract';

export const DEMO_PASSWORD = 'innkeeper-demo';

/** The Argon2id hash of DEMO_PASSWORD, for programs that fill a database without hashing. It protects nothing. */
export const DEMO_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$PUY4w5xOZYWJqvvuXs9syA$o+8gkARUaccZvBkisQDnDKeMF94v8K39YArTWaXmto4';

/** A user listed on the demonstration's login page. All other demonstration staff have the same password. */
export interface NamedUser {
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly roleGroup: string;
  readonly level: 'group' | 'region' | 'property';
  /** Codes of the regions or hotels that the user is assigned to. */
  readonly places: readonly string[];
}

const createNamedUser = (
  username: string,
  name: string,
  roleGroup: string,
  level: NamedUser['level'],
  ...places: string[]
): NamedUser => ({
  username,
  email: `${username}@laksmira.test`,
  name,
  roleGroup,
  level,
  places,
});

export const NAMED_USERS: readonly NamedUser[] = [
  {
    ...createNamedUser('admin', 'Ratna Kusumawardhani', 'Head office administrator', 'group'),
    email: 'admin@innkeeper.test',
  },
  createNamedUser('bimo.sasongko', 'Bimo Sasongko', 'Head office reporting', 'group'),
  createNamedUser('lestari.halim', 'Lestari Halim', 'Programme finance', 'group'),
  createNamedUser('made.suardana', 'I Made Suardana', 'Regional manager', 'region', 'IDN'),
  createNamedUser('serene.tan', 'Serene Tan', 'Regional manager', 'region', 'STR'),
  createNamedUser('nattaya.srisuk', 'Nattaya Srisuk', 'Regional manager', 'region', 'MKG'),
  createNamedUser('dewi.anggraini', 'Dewi Anggraini', 'Front desk', 'property', 'JKM'),
  createNamedUser('kadek.ariani', 'Ni Kadek Ariani', 'Front desk', 'property', 'SMK'),
  createNamedUser('marcus.koh', 'Marcus Koh', 'Front desk', 'property', 'SGR'),
  createNamedUser('yoga.pratama', 'Yoga Pratama', 'Restaurant outlet', 'property', 'JKM', 'JKS'),
];

/** Sign-ins of the demonstration, for every access level; the administrator is first. */
export const demoAccounts: readonly DemoAccount[] = NAMED_USERS.map((u) => ({
  username: u.username === 'admin' ? u.email : u.username,
  password: DEMO_PASSWORD,
  name: u.name,
  role_group: u.roleGroup,
  access_level: u.level,
}));
