import { type MessageKey, message } from '@innkeeper/contract';
import parsePhoneNumber, { isSupportedCountry, validatePhoneNumberLength } from 'libphonenumber-js';

/** The country of a number without a calling code, where nothing names another one. */
const HOME_COUNTRY = 'ID';

export type ParsedPhone = { readonly e164: string } | { readonly problem: MessageKey };

/**
 * The number in E.164, without its extension. A number without a calling code belongs to the first of the countries
 * (ISO codes) whose numbering plan has it, and else to Indonesia. Only its length is checked for other numbers: plans
 * grow, and the library knows those of its release. See
 * docs/decisions/0107-check-phone-numbers-with-libphonenumber-and-store-e164-beside-the-text.md.
 */
export function parsePhone(text: string, countries: readonly (string | null | undefined)[] = []): ParsedPhone {
  // People write 00 for the plus in countries where one dials something else.
  const number = text.replace(/^00(?=[1-9])/, '+');
  let problem: MessageKey | undefined;
  let possible: string | undefined;
  for (const country of new Set([...countries, HOME_COUNTRY])) {
    if (!country || !isSupportedCountry(country)) continue;
    const parsed = parsePhoneNumber(number, { defaultCountry: country, extract: false });
    if (parsed?.isValid()) return { e164: parsed.number };
    const reason = validatePhoneNumberLength(number, country);
    if (parsed && reason === undefined) possible ??= parsed.number;
    else problem ??= PROBLEMS[reason ?? ''] ?? 'phone';
  }
  return possible === undefined ? { problem: problem ?? 'phone' } : { e164: possible };
}

/** The error of a number without a place; none if it is missing. */
export function findPhoneErrors(text: unknown): { readonly phone_no?: readonly string[] } {
  const parsed = typeof text === 'string' && text !== '' ? parsePhone(text) : undefined;
  return parsed && 'problem' in parsed ? { phone_no: [message(parsed.problem)] } : {};
}

const PROBLEMS: Readonly<Record<string, MessageKey>> = {
  INVALID_COUNTRY: 'phone_country',
  TOO_SHORT: 'phone_short',
  TOO_LONG: 'phone_long',
};
