import { ACCESS_LEVEL, OPTION_NUMBERS } from '@innkeeper/contract';

/** An option that the application finds by slug, with details found by code. */
interface ReservedOption {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly details: readonly (readonly [code: string, name: string, value?: string])[];
}

/**
 * Codes from section 9 of the specification and from the programme's rules. Staff may rename them but not change their
 * codes.
 */
export const RESERVED_OPTIONS: readonly ReservedOption[] = [
  {
    slug: 'access-type',
    name: 'Access level',
    description: 'Which hotels the users of a role group can access.',
    details: [
      [ACCESS_LEVEL.group, 'Group'],
      [ACCESS_LEVEL.region, 'Region'],
      [ACCESS_LEVEL.property, 'Property'],
    ],
  },
  {
    slug: 'transaction-type',
    name: 'Transaction type',
    description: 'Purpose of a transaction.',
    details: [
      ['1', 'New member'],
      ['2', 'Renewal member'],
      ['3', 'Free member'],
      ['4', 'Food and beverages'],
      ['5', 'Rooms'],
      ['6', 'Upgrade'],
      ['99', 'Others'],
    ],
  },
  {
    slug: 'spend-type',
    name: 'Fee type',
    description: 'Purpose of a transaction line.',
    details: [
      ['1', 'Membership fee'],
      ['2', 'Membership renewal'],
      ['3', 'Food and drinks'],
      ['4', 'Rooms'],
      ['99', 'Others'],
    ],
  },
  {
    slug: 'input-type',
    name: 'Input type',
    description: 'Input control of a value.',
    details: [
      ['1', 'Text'],
      ['2', 'Number'],
      ['3', 'Decimal'],
      ['4', 'Date'],
      ['5', 'Text area'],
      ['6', 'Select'],
      ['7', 'Editor'],
    ],
  },
  {
    slug: 'mail-type',
    name: 'Mail type',
    description: 'Occasion on which an email is sent.',
    details: [
      ['welcome', 'Welcome'],
      ['renewal', 'Renewal'],
      ['upgrade', 'Upgrade'],
      ['expiry-reminder', 'Expiry reminder'],
      ['birthday', 'Birthday'],
      ['voucher-redeemed', 'Voucher redeemed'],
      ['visit-thank-you', 'Thank you for a visit'],
      ['receipt', 'Receipt'],
      ['password-reset', 'Password reset'],
      ['new-device', 'New device'],
      ['access-requested', 'Access requested'],
      ['access-granted', 'Access granted'],
    ],
  },
  {
    slug: 'renewal-window',
    name: 'Renewal window',
    description: 'Days before and after the end of a card when a membership can be renewed.',
    details: [
      ['before', 'Days before the end', String(OPTION_NUMBERS['renewal-window'].before.otherwise)],
      ['after', 'Days after the end', String(OPTION_NUMBERS['renewal-window'].after.otherwise)],
    ],
  },
  {
    slug: 'visit-counting',
    name: 'Visit counting',
    description:
      'Count every bill as a visit, or all bills of one hotel and day as one. The rule with value 1 applies.',
    details: [
      ['per-bill', 'Every bill is a visit', String(OPTION_NUMBERS['visit-counting']['per-bill'].otherwise)],
      [
        'per-day',
        'All bills of one hotel and day are one visit',
        String(OPTION_NUMBERS['visit-counting']['per-day'].otherwise),
      ],
    ],
  },
  {
    slug: 'visits-per-day',
    name: 'Visits per day',
    description: 'Maximum visits per member and day that count, at all hotels.',
    details: [
      ['per-member', 'Visits per member and day', String(OPTION_NUMBERS['visits-per-day']['per-member'].otherwise)],
    ],
  },
  {
    slug: 'free-upgrades',
    name: 'Upgrades of free members',
    description:
      'Whether visits upgrade a free member to a paid membership only after approval (1), or immediately (0).',
    details: [['by-approval', 'Only after approval', String(OPTION_NUMBERS['free-upgrades']['by-approval'].otherwise)]],
  },
  {
    slug: 'free-memberships',
    name: 'Complimentary memberships',
    description: 'Complimentary memberships per hotel and month without approval.',
    details: [['per-month', 'Per hotel and month', String(OPTION_NUMBERS['free-memberships']['per-month'].otherwise)]],
  },
  {
    slug: 'voucher-extension',
    name: 'Voucher extension',
    description: 'Days after the end of its card until which a voucher can be created or extended manually, once.',
    details: [['days', 'Days after the end', String(OPTION_NUMBERS['voucher-extension'].days.otherwise)]],
  },
  {
    slug: 'complimentary-visits',
    name: 'Complimentary visits',
    description: 'Maximum visits that staff can credit per member and term, with a reason each time.',
    details: [['per-term', 'Visits per term', String(OPTION_NUMBERS['complimentary-visits']['per-term'].otherwise)]],
  },
  {
    slug: 'upgrade-vouchers',
    name: 'Vouchers of an upgrade',
    description:
      '1: a sold upgrade issues only vouchers that this term has not had yet; 0: it issues all vouchers of the higher membership.',
    details: [['difference', 'Only the difference', String(OPTION_NUMBERS['upgrade-vouchers'].difference.otherwise)]],
  },
  {
    slug: 'reason-required',
    name: 'Required reasons',
    description:
      '1: a sale, refund or redemption is deleted only with a reason; 0: without one, “Deleted without a reason” is stored.',
    details: [['delete', 'Deleting', String(OPTION_NUMBERS['reason-required'].delete.otherwise)]],
  },
  {
    slug: 'type-gender',
    name: 'Gender',
    description: 'Gender of a member.',
    details: [
      ['male', 'Male'],
      ['female', 'Female'],
      ['unspecified', 'Not stated'],
    ],
  },
  {
    slug: 'type-identity',
    name: 'Identity type',
    description: 'Document of the identity number.',
    details: [
      ['national-id', 'National identity card'],
      ['passport', 'Passport'],
      ['driving-licence', 'Driving licence'],
      ['residence-permit', 'Residence permit'],
    ],
  },
  {
    slug: 'type-payment',
    name: 'Payment type',
    description: 'Payment method of a membership.',
    details: [
      ['cash', 'Cash'],
      ['credit-card', 'Credit card'],
      ['debit-card', 'Debit card'],
      ['bank-transfer', 'Bank transfer'],
      ['qr', 'QR payment'],
      ['room-charge', 'Charge to room'],
    ],
  },
  {
    slug: 'type-voucher',
    name: 'Voucher type',
    description: 'Benefit of a voucher.',
    details: [
      ['room-night', 'Free night'],
      ['room-discount', 'Room discount'],
      ['dining', 'Free dining'],
      ['dining-discount', 'Dining discount'],
      ['spa', 'Spa and wellness'],
      ['birthday', 'Birthday treat'],
      ['cash', 'Cash voucher'],
    ],
  },
  {
    slug: 'visit-type',
    name: 'Visit type',
    description: 'Usual purpose of a member’s visits.',
    details: [
      ['leisure', 'Leisure'],
      ['business', 'Business'],
      ['family', 'Family'],
      ['dining', 'Dining'],
      ['event', 'Meetings and events'],
      ['long-stay', 'Long stay'],
    ],
  },
  {
    slug: 'refund-reason',
    name: 'Refund reason',
    description: 'Reason for a refund.',
    details: [
      ['guest-request', 'Guest request'],
      ['wrong-membership', 'Wrong membership'],
      ['sold-twice', 'Sold twice'],
      ['service-failure', 'Service failure'],
      ['payment-dispute', 'Payment dispute'],
      ['others', 'Others'],
    ],
  },
];

/** Rows of type_input, with the specification's input type codes. */
export const INPUT_TYPES = RESERVED_OPTIONS.find((o) => o.slug === 'input-type')?.details ?? [];
