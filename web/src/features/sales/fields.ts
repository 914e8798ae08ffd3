import { type Field, type ResourceDefinition, getResource } from '@innkeeper/contract';

/**
 * The fields of a sale reuse the definitions of the member and the transaction that it creates: same names, labels,
 * inputs and rules.
 */

const member: ResourceDefinition = getResource('member');
const transaction: ResourceDefinition = getResource('transaction');

/** Always shown for a new guest. */
export const GUEST_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'phone_no',
  'type_gender_id',
  'birth_date',
  'origin_country_id',
  'type_identity_id',
  'identity_no',
] as const;

/** Additional fields, shown on request. */
export const MORE_GUEST_FIELDS = [
  'visit_type_id',
  'hobby',
  'dining_preference',
  'membership_notification',
  'birthday_notification',
  'all_notification',
  'home_address',
  'business_address',
  'remark',
] as const;

export const PAYMENT_FIELDS = ['type_payment_id', 'reference_no', 'marketing_name', 'discount'] as const;
export const MORE_PAYMENT_FIELDS = ['transaction_date', 'remark'] as const;

const selectFields = (
  definition: ResourceDefinition,
  names: readonly string[],
  overrides: Readonly<Record<string, Partial<Field>>> = {},
) =>
  ({
    ...definition,
    fields: Object.fromEntries(
      names.flatMap((name): [string, Field][] => {
        const field = definition.fields[name];
        return field ? [[name, { ...field, ...overrides[name] } as Field]] : []; // each override fits the kind of its field
      }),
    ),
  }) satisfies ResourceDefinition;

/** A new guest's fields; hotel and membership come from the sale. */
export const guestDefinition: ResourceDefinition = selectFields(member, [...GUEST_FIELDS, ...MORE_GUEST_FIELDS]);

const createPaymentDefinition = (whole: boolean) =>
  selectFields(transaction, [...PAYMENT_FIELDS, ...MORE_PAYMENT_FIELDS], {
    type_payment_id: { required: true },
    // Validated against the price, which is not a field of this form.
    discount: { whole, default: undefined, rules: undefined },
    // The server fills in an empty date, so that the same sale sent again is identical.
    transaction_date: { noAutoFill: true },
  });
const WHOLE_PAYMENT = createPaymentDefinition(true);
const DECIMAL_PAYMENT = createPaymentDefinition(false);

/** Payment fields; `whole` if the hotel's currency has no decimals. */
export const paymentDefinition = (whole: boolean): ResourceDefinition => (whole ? WHOLE_PAYMENT : DECIMAL_PAYMENT);
