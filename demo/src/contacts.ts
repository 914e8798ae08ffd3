import { type Day, formatDay } from './days.ts';
import type { ContactFormats } from './homelands.ts';
import { type PersonName, toAsciiName } from './names.ts';
import { type Draw, type Random, createWeightedDraw } from './random.ts';
import { drawCompany, drawIndonesianCompany } from './preferences.ts';

/** Returns a unique mail address with the given local part, or one close to it. */
export type UniqueEmail = (localPart: string, domain: string, birthYear: string | undefined) => string;

/** A country's conventions, with its lists parsed. */
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
    phones: phonePrefixes.split(' ').map((prefix) => `+${code}${prefix}`),
    phoneDigits,
    streets: streets
      .trim()
      .split(/\s+/)
      .map((street) => street.replaceAll('_', ' ')),
    address,
  };
}

/** A mobile number in E.164 format. */
export function drawPhoneColumns(random: Random, formats: ParsedContactFormats) {
  const phone = random.pick(formats.phones) + random.digits(formats.phoneDigits);
  return { phone_no: phone, phone_e164: phone };
}

export const drawHomeAddress = (random: Random, formats: ParsedContactFormats, town: string): string =>
  formats.address(random, random.pick(formats.streets), town);

const COMPANY_FORMS: Readonly<Record<string, string>> = {
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

export function drawBusinessAddress(random: Random, cca2: string, town: string): string {
  const company =
    cca2 === 'ID' ? drawIndonesianCompany(random) : `${drawCompany(random)} ${COMPANY_FORMS[cca2] ?? ''}`.trim();
  return `${company}, ${town}`;
}

const LOCAL_DOMAINS = createWeightedDraw([
  ['surat.test', 40],
  ['mail.test', 25],
  ['example.com', 18],
  ['kotakpos.test', 12],
  ['example.org', 5],
]);
const DOMAINS = createWeightedDraw([
  ['mail.test', 45],
  ['example.com', 30],
  ['post.test', 15],
  ['example.net', 10],
]);

const LOCAL_PARTS: Draw<(first: string, last: string) => string> = createWeightedDraw([
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
  birthDay: Day | null,
  cca2: string,
  makeUniqueEmail: UniqueEmail,
): string {
  const first = toAsciiName(name.first);
  const last = name.last === null ? '' : toAsciiName(name.last);
  const localPart = last === '' ? first : LOCAL_PARTS(random)(first, last);
  const domain = (cca2 === 'ID' ? LOCAL_DOMAINS : DOMAINS)(random);
  return makeUniqueEmail(localPart, domain, birthDay === null ? undefined : formatDay(birthDay).slice(2, 4));
}

interface Identity {
  readonly type: 'national-id' | 'passport' | 'driving-licence' | 'residence-permit';
  readonly number: string;
}

const RESIDENT_TYPES = createWeightedDraw<Identity['type'] | null>([
  ['national-id', 68],
  ['driving-licence', 8],
  ['passport', 5],
  [null, 19],
]);
const GUEST_TYPES = createWeightedDraw<Identity['type'] | null>([
  ['passport', 72],
  ['residence-permit', 4],
  ['national-id', 6],
  [null, 18],
]);

/** Formats a number like the documents of the region. Indonesian numbers use area 99, which no authority issues. */
export function drawIdentity(random: Random, cca2: string, isFemale: boolean, birthDay: Day): Identity | null {
  const type = (cca2 === 'ID' ? RESIDENT_TYPES : GUEST_TYPES)(random);
  if (type === null) return null;
  if (type === 'national-id')
    return { type, number: cca2 === 'ID' ? drawIndonesianIdNumber(random, isFemale, birthDay) : random.digits(12) };
  if (type === 'driving-licence') return { type, number: `99${random.digits(12)}` };
  return { type, number: random.pick(['A', 'B', 'C', 'E', 'K', 'X']) + random.digits(7) };
}

/** The parts are: area, day of birth (plus 40 for women), month, year, serial number. */
function drawIndonesianIdNumber(random: Random, isFemale: boolean, birthDay: Day): string {
  const date = formatDay(birthDay);
  const day = Number(date.slice(8, 10)) + (isFemale ? 40 : 0);
  return `99${random.digits(4)}${String(day).padStart(2, '0')}${date.slice(5, 7)}${date.slice(2, 4)}00${random.digits(2)}`;
}
