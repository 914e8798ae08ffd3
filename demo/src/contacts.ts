import { type Day, formatDay } from './days.ts';
import type { ContactFormats } from './homelands.ts';
import { type PersonName, plainName } from './names.ts';
import { type Draw, type Random, weighted } from './random.ts';
import { drawCompany, drawIndonesianCompany } from './preferences.ts';

/** Returns a unique address, based on the given local part. */
export type UniqueEmail = (local: string, domain: string, birthYear: string | undefined) => string;

/** A country's conventions with its lists parsed. */
export interface ParsedContactFormats {
  readonly phones: readonly string[];
  readonly phoneDigits: number;
  readonly streets: readonly string[];
  readonly address: ContactFormats['address'];
}

export function parseContactFormats({
  phone: [code, phonePrefixes, phoneDigits],
  streets,
  address,
}: ContactFormats): ParsedContactFormats {
  return {
    phones: phonePrefixes.split(' ').map((b) => `+${code}${b}`),
    phoneDigits,
    streets: streets
      .trim()
      .split(/\s+/)
      .map((s) => s.replaceAll('_', ' ')),
    address,
  };
}

/** A mobile number in E.164 format. */
export const drawPhone = (random: Random, ways: ParsedContactFormats): string =>
  random.pick(ways.phones) + random.digits(ways.phoneDigits);

export const drawHomeAddress = (random: Random, ways: ParsedContactFormats, town: string): string =>
  ways.address(random, random.pick(ways.streets), town);

const COMPANY_FORM: Readonly<Record<string, string>> = {
  SG: 'Pte Ltd',
  MY: 'Sdn Bhd',
  PH: 'Inc',
  TH: 'Co Ltd',
  VN: 'Co Ltd',
  AU: 'Pty Ltd',
  JP: 'KK',
  CN: 'Co Ltd',
  KR: 'Co Ltd',
  IN: 'Pvt Ltd',
  NL: 'BV',
  GB: 'Ltd',
  DE: 'GmbH',
  FR: 'SA',
  US: 'Inc',
  AE: 'LLC',
  SA: 'LLC',
};

export function drawOffice(random: Random, cca2: string, town: string): string {
  const company =
    cca2 === 'ID' ? drawIndonesianCompany(random) : `${drawCompany(random)} ${COMPANY_FORM[cca2] ?? ''}`.trim();
  return `${company}, ${town}`;
}

const LOCAL_DOMAINS = weighted([
  ['surat.test', 40],
  ['mail.test', 25],
  ['example.com', 18],
  ['kotakpos.test', 12],
  ['example.org', 5],
]);
const DOMAINS = weighted([
  ['mail.test', 45],
  ['example.com', 30],
  ['post.test', 15],
  ['example.net', 10],
]);

const LOCAL_PARTS: Draw<(first: string, last: string) => string> = weighted([
  [(first, last) => `${first}.${last}`, 55],
  [(first, last) => `${first}${last}`, 20],
  [(first, last) => `${first.slice(0, 1)}.${last}`, 10],
  [(first, last) => `${last}.${first}`, 10],
  [(first, last) => `${first}_${last}`, 5],
]);

/** An address in a domain that the standards reserve for examples, so the demonstration can never mail a stranger. */
export function drawEmail(
  random: Random,
  name: PersonName,
  birth: Day | null,
  cca2: string,
  unique: UniqueEmail,
): string {
  const first = plainName(name.first);
  const last = name.last === null ? '' : plainName(name.last);
  const local = last === '' ? first : LOCAL_PARTS(random)(first, last);
  const domain = (cca2 === 'ID' ? LOCAL_DOMAINS : DOMAINS)(random);
  return unique(local, domain, birth === null ? undefined : formatDay(birth).slice(2, 4));
}

interface Identity {
  readonly type: 'national-id' | 'passport' | 'driving-licence' | 'residence-permit';
  readonly number: string;
}

const RESIDENT_TYPES = weighted<Identity['type'] | null>([
  ['national-id', 68],
  ['driving-licence', 8],
  ['passport', 5],
  [null, 19],
]);
const GUEST_TYPES = weighted<Identity['type'] | null>([
  ['passport', 72],
  ['residence-permit', 4],
  ['national-id', 6],
  [null, 18],
]);

/** Formatted like the documents of the region. Indonesian numbers use area 99, which no authority issues. */
export function drawIdentity(random: Random, cca2: string, isFemale: boolean, birth: Day): Identity | null {
  const type = (cca2 === 'ID' ? RESIDENT_TYPES : GUEST_TYPES)(random);
  if (type === null) return null;
  if (type === 'national-id')
    return { type, number: cca2 === 'ID' ? indonesianNumber(random, isFemale, birth) : random.digits(12) };
  if (type === 'driving-licence') return { type, number: `99${random.digits(12)}` };
  return { type, number: random.pick(['A', 'B', 'C', 'E', 'K', 'X']) + random.digits(7) };
}

/** Area, day of birth (a woman's plus 40), month, year, serial. */
function indonesianNumber(random: Random, isFemale: boolean, birth: Day): string {
  const date = formatDay(birth);
  const day = Number(date.slice(8, 10)) + (isFemale ? 40 : 0);
  return `99${random.digits(4)}${String(day).padStart(2, '0')}${date.slice(5, 7)}${date.slice(2, 4)}00${random.digits(2)}`;
}
