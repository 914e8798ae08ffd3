import { NAMED_USERS, type NamedUser } from './accounts.ts';
import { CULTURES, type CultureName, toAsciiName } from './names.ts';
import { DEMO_HOTELS, type DemoHotel } from './places.ts';
import { createRandom } from './random.ts';

export interface DemoUser extends NamedUser {
  readonly is_active: boolean;
  /** The user left the group: the record is in the trash. */
  readonly hasLeft: boolean;
}

/** Larger hotels redeem vouchers at the tills of their outlets, so these have users. */
const OUTLET_MIN_WEIGHT = 7;

const LOCAL_CULTURE: Readonly<Record<string, CultureName>> = {
  SG: 'straitsChinese',
  MY: 'malay',
  PH: 'filipino',
  TH: 'thai',
  VN: 'vietnamese',
  SMK: 'balinese',
  UBD: 'balinese',
  NSD: 'balinese',
  MES: 'batak',
  BDG: 'sundanese',
  UPG: 'eastern',
  DJJ: 'eastern',
  LOP: 'eastern',
  LBJ: 'eastern',
};

/** The names of staff who serve guests at a hotel and record bills and redemptions. They are not users. */
export function drawTeam(hotel: DemoHotel): readonly string[] {
  const random = createRandom(3_301 + DEMO_HOTELS.indexOf(hotel));
  return Array.from({ length: 4 + Math.floor(hotel.weight / 2) }, () => {
    const { first, last } = getLocalCulture(hotel)(random, random.chance(0.5));
    return last === null ? first : `${first} ${last}`;
  });
}

const getLocalCulture = (hotel: DemoHotel) =>
  CULTURES[LOCAL_CULTURE[hotel.code] ?? LOCAL_CULTURE[hotel.cca2] ?? 'javanese'];

/** All users of the programme: the named ones, then two for each front desk and one for each larger outlet. */
export function createDemoStaff(): DemoUser[] {
  const random = createRandom(1_907);
  const users: DemoUser[] = NAMED_USERS.map((u) => ({ ...u, is_active: true, hasLeft: false }));
  const usedUsernames = new Set(users.map((u) => u.username));
  const addEmployee = (hotel: DemoHotel, roleGroup: string): void => {
    const culture = getLocalCulture(hotel);
    for (;;) {
      const name = culture(random, random.chance(0.55));
      const username = [name.first, name.last ?? ''].map(toAsciiName).filter(Boolean).join('.');
      if (usedUsernames.has(username) || username.length < 4) continue;
      usedUsernames.add(username);
      users.push({
        username,
        email: `${username}@laksmira.test`,
        name: name.last === null ? name.first : `${name.first} ${name.last}`,
        roleGroup,
        level: 'property',
        places: [hotel.code],
        is_active: !random.chance(0.05),
        hasLeft: random.chance(0.05),
      });
      return;
    }
  };
  for (const hotel of DEMO_HOTELS) {
    addEmployee(hotel, 'Front desk');
    addEmployee(hotel, 'Front desk');
    if (hotel.weight >= OUTLET_MIN_WEIGHT) addEmployee(hotel, 'Restaurant outlet');
  }
  return users;
}
