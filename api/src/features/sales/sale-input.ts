import { SALE_DAYS_BACK, SALE_TYPE, type SaleType, message, resources } from '@innkeeper/contract';
import { type Body, isObject } from '../../platform/http/body.ts';
import { ApiError, validationError } from '../../platform/http/api-error.ts';
import type { Values } from '../../engine/resources/resource-hooks.ts';
import { isFuture } from '../../engine/resources/future.ts';
import { parseValues, toColumns } from '../../engine/resources/values.ts';

/** A requested sale: parsed, but not yet checked against the database. */
export interface SaleRequest {
  readonly type: SaleType;
  readonly hotelId: number;
  readonly membershipId: number;
  /** For an upgrade: the card for which its price was shown; null if the client does not send it. */
  readonly upgradedFromId: number | null;
  /** An existing member, or the fields of a new one. */
  readonly memberId: number | null;
  readonly member: Body | null;
  /** Payment, receipt and the rest, as columns of a transaction. */
  readonly values: Values;
  readonly at: Date;
}

/** Transaction fields that a sale accepts unchanged. */
const TRANSACTION_FIELDS = new Set([
  'type_payment_id',
  'reference_no',
  'transaction_date',
  'marketing_name',
  'discount',
  'remark',
  'hotel_id',
]);
const SALE_FIELDS = new Set(['type', 'membership_id', 'member_id', 'member', 'upgraded_from_id']);

type Errors = Record<string, readonly string[]>;

/**
 * Parses the body of a sale. Throws one 422 with every invalid field; those of a new member are named like
 * `member.email`.
 */
export function parseSale(
  body: Body,
  { isFree, now, timeZone }: { isFree: boolean; now: Date; timeZone: string },
): SaleRequest {
  const input = body.isForm ? nestMemberFields(body.values) : body.values;
  const errors: Errors = {};
  for (const name of [...Object.keys(input), ...Object.keys(body.files)])
    if (!TRANSACTION_FIELDS.has(name) && !SALE_FIELDS.has(name)) errors[name] = [message('unknown_field')];

  const type = isFree ? SALE_TYPE.free : parseNumber(input.type);
  const saleTypes: readonly SaleType[] = isFree
    ? [SALE_TYPE.free]
    : [SALE_TYPE.sale, SALE_TYPE.renewal, SALE_TYPE.upgrade];
  const saleType = saleTypes.find((candidate) => candidate === type);
  if (isEmpty(type)) errors.type = [message('required')];
  else if (saleType === undefined) errors.type = [message('choice', saleTypes.join(', '))];
  if (isFree && !isEmpty(input.type) && parseNumber(input.type) !== SALE_TYPE.free)
    errors.type = [message('choice', String(SALE_TYPE.free))];

  const membershipId = parseId(input, 'membership_id', errors, true);
  const memberId = parseId(input, 'member_id', errors, false);
  const upgradedFromId = parseId(input, 'upgraded_from_id', errors, false);
  const member = isEmpty(input.member) ? null : input.member;
  if (member !== null && !isObject(member)) errors.member = [message('pattern')];
  if (memberId === null && member === null && !errors.member_id) errors.member_id = [message('required')];
  if (memberId !== null && member !== null) errors.member = [message('not_both')];
  if (saleType === SALE_TYPE.renewal && member !== null) errors.member = [message('renewal_of_member')];
  if (saleType === SALE_TYPE.upgrade && member !== null) errors.member = [message('upgrade_of_member')];
  if (saleType !== SALE_TYPE.upgrade && upgradedFromId !== null) errors.upgraded_from_id = [message('unknown_field')];

  const transactionValues = Object.fromEntries(Object.entries(input).filter(([name]) => TRANSACTION_FIELDS.has(name)));
  const values = collectErrors(errors, () =>
    parseValues(resources.transaction, { ...body, values: transactionValues, files: {} }, 'create'),
  );
  if (isFree) {
    if (!isEmpty(transactionValues.type_payment_id)) errors.type_payment_id = [message('free_of_charge')];
    if (!isEmpty(transactionValues.discount) && Number(transactionValues.discount) !== 0)
      errors.discount = [message('free_of_charge')];
  } else if (isEmpty(transactionValues.type_payment_id)) errors.type_payment_id = [message('required')];

  const columns = values && collectErrors(errors, () => toColumns(resources.transaction, values, timeZone));
  const at = columns?.transaction_date instanceof Date ? columns.transaction_date : now;
  if (isFuture(at, now)) errors.transaction_date = [message('future')];

  // Errors of a new member are reported together with those of the rest of the form.
  const newMember = isObject(member)
    ? createMemberBody(member, body.isForm, Number(values?.hotel_id), membershipId)
    : null;
  if (newMember) collectMemberErrors(errors, newMember);
  if (Object.keys(errors).length > 0 || saleType === undefined || membershipId === null || !columns)
    throw validationError(errors);
  const hotelId = Number(columns.hotel_id);
  return { type: saleType, hotelId, membershipId, upgradedFromId, memberId, member: newMember, values: columns, at };
}

/** Rejects a day too far in the past, once the hotel's date is known. */
export function assertSaleAge(daysAgo: number): void {
  if (daysAgo > SALE_DAYS_BACK) throw validationError({ transaction_date: [message('days_back', SALE_DAYS_BACK)] });
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
/** Codes of options are texts; a client may send the type as text or number. */
const parseNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

function parseId(input: Values, name: string, errors: Errors, isRequired: boolean): number | null {
  const value = parseNumber(input[name]);
  if (isEmpty(value)) {
    if (isRequired) errors[name] = [message('required')];
    return null;
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  errors[name] = [message('reference')];
  return null;
}

/** In a form, the fields of the member are named `member[first_name]`. */
function nestMemberFields(values: Values): Values {
  const member: Record<string, unknown> = {};
  const otherValues: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = /^member\[(\w{1,60})\]$/.exec(name)?.[1];
    if (field === undefined) otherValues[name] = value;
    else member[field] = value;
  }
  return Object.keys(member).length > 0 ? { ...otherValues, member } : otherValues;
}

/** The sale determines the hotel and the membership of the new member. */
const createMemberBody = (input: Values, isForm: boolean, hotelId: number, membershipId: number | null): Body => {
  const ownValues = { hotel_id: hotelId, membership_id: membershipId };
  const formValues = isForm && { hotel_id: String(hotelId), membership_id: String(membershipId) };
  return {
    isForm,
    values: {
      ...input,
      is_active: isEmpty(input.is_active) ? (isForm ? '1' : 1) : input.is_active,
      ...ownValues,
      ...formValues,
    },
    files: {},
  };
};

function collectMemberErrors(errors: Errors, newMember: Body): void {
  const memberErrors: Errors = {};
  collectErrors(memberErrors, () => parseValues(resources.member, newMember, 'create'));
  for (const [name, messages] of Object.entries(memberErrors))
    if (name !== 'hotel_id' && name !== 'membership_id') errors[`member.${name}`] = messages;
}

/** Maps the rejection of a new member to the fields of the sale. */
export function prefixMemberErrors(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed' || !error.details.errors) return error;
  return validationError(
    Object.fromEntries(Object.entries(error.details.errors).map(([name, messages]) => [`member.${name}`, messages])),
  );
}

function collectErrors<T>(errors: Errors, parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details.errors) throw error;
    Object.assign(errors, error.details.errors);
    return undefined;
  }
}
