/**
 * Corrections to the data packages where they are wrong, outdated or incomplete, against ISO 3166-1, ISO 4217 and the
 * IANA time zone database. Remove entries as the packages catch up: the tests of countries.ts contain the facts that
 * must hold without them.
 * See docs/decisions/0006-keep-unassigned-countries-in-the-region-world.md.
 */

/** Not in ISO 3166-1: dissolved countries, or codes reserved for private use. Staff may add them manually. */
export const NOT_IN_ISO: ReadonlySet<string> = new Set(['AN', 'XK']);

export interface CountryCorrection {
  readonly name?: string;
  readonly capital?: string | null;
  readonly currency?: string;
  /** Zone of the capital or of most people, if the country has several. */
  readonly time_zone?: string;
  /** Degrees; north and east are positive. */
  readonly position?: readonly [latitude: string, longitude: string];
}

export const COUNTRY_CORRECTIONS: Readonly<Record<string, CountryCorrection>> = {
  AQ: { time_zone: 'Antarctica/McMurdo' },
  AU: { time_zone: 'Australia/Sydney' },
  AX: { position: ['60.178525', '19.915610'] },
  BG: { currency: 'EUR' },
  BL: { position: ['17.900000', '-62.833333'] },
  BN: { name: 'Brunei' },
  BQ: { name: 'Bonaire, Sint Eustatius and Saba', position: ['12.178361', '-68.238534'] },
  BR: { time_zone: 'America/Sao_Paulo' },
  BV: { time_zone: 'Europe/Oslo' },
  CA: { time_zone: 'America/Toronto' },
  CC: { name: 'Cocos (Keeling) Islands' },
  CI: { currency: 'XOF' },
  CN: { time_zone: 'Asia/Shanghai' },
  CU: { currency: 'CUP' },
  CW: { currency: 'XCG', position: ['12.169570', '-68.990020'] },
  EC: { time_zone: 'America/Guayaquil' },
  FK: { currency: 'FKP' },
  FM: { currency: 'USD', time_zone: 'Pacific/Pohnpei' },
  GS: { currency: 'GBP' },
  HK: { capital: 'Hong Kong' },
  HM: { time_zone: 'Antarctica/Mawson' },
  HT: { currency: 'HTG' },
  IN: { time_zone: 'Asia/Kolkata' },
  IR: { currency: 'IRR' },
  KI: { time_zone: 'Pacific/Tarawa' },
  KZ: { time_zone: 'Asia/Almaty' },
  LA: { name: 'Laos' },
  LS: { currency: 'LSL' },
  MF: { name: 'Saint Martin (French part)', position: ['18.067780', '-63.082500'] },
  MM: { time_zone: 'Asia/Yangon' },
  MN: { capital: 'Ulaanbaatar' },
  NA: { currency: 'NAD' },
  NZ: { time_zone: 'Pacific/Auckland' },
  PA: { currency: 'PAB' },
  PF: { capital: 'Papeete', time_zone: 'Pacific/Tahiti' },
  PS: { currency: 'ILS', time_zone: 'Asia/Hebron' },
  RE: { currency: 'EUR' },
  SH: { name: 'Saint Helena, Ascension and Tristan da Cunha', position: ['-15.965010', '-5.708924'] },
  SL: { currency: 'SLE' },
  SS: { position: ['6.876992', '31.306979'] },
  SX: { name: 'Sint Maarten (Dutch part)', currency: 'XCG', position: ['18.042480', '-63.054830'] },
  SY: { name: 'Syria' },
  SZ: { capital: 'Mbabane', currency: 'SZL' },
  TF: { time_zone: 'Indian/Kerguelen' },
  TR: { name: 'Türkiye' },
  UM: { time_zone: 'Pacific/Wake', position: ['19.282319', '166.647047'] },
  US: { capital: 'Washington, D.C.', time_zone: 'America/New_York' },
  VE: { currency: 'VES' },
  VN: { name: 'Vietnam', time_zone: 'Asia/Ho_Chi_Minh' },
  ZW: { currency: 'ZWG' },
};
