import { ACCESS_LEVEL, OPTION_NUMBERS } from '@innkeeper/contract';

/** An option that the program knows by its slug, with details known by their code. */
interface ReservedOption {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly details: readonly (readonly [code: string, name: string, value?: string])[];
}

/** Codes of the specification's section 9 and of the programme's rules. Staff may rename these, never recode them. */
export const RESERVED_OPTIONS: readonly ReservedOption[] = [
  {
    slug: 'access-type',
    name: 'Access level',
    description: 'Levels of the region hierarchy: how far the users of a role group see.',
    details: [
      [ACCESS_LEVEL.group, 'Group'],
      [ACCESS_LEVEL.region, 'Region'],
      [ACCESS_LEVEL.property, 'Property'],
    ],
  },
  {
    slug: 'transaction-type',
    name: 'Transaction type',
    description: 'What a transaction is for.',
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
    description: 'What a line of a transaction is for.',
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
    description: 'How a value is typed in.',
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
    description: 'The occasion on which a mail is sent.',
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
    ],
  },
  {
    slug: 'renewal-window',
    name: 'Renewal window',
    description: 'Days before and after the end of a card in which a membership can be renewed.',
    details: [
      ['before', 'Days before the end', String(OPTION_NUMBERS['renewal-window'].before.otherwise)],
      ['after', 'Days after the end', String(OPTION_NUMBERS['renewal-window'].after.otherwise)],
    ],
  },
  {
    slug: 'visit-counting',
    name: 'Visit counting',
    description:
      'Whether every bill is a visit, or all bills of one hotel and day are one. The rule with the value 1 holds.',
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
    description: 'How many visits of a member count in a day, at all hotels.',
    details: [
      ['per-member', 'Visits a day and member', String(OPTION_NUMBERS['visits-per-day']['per-member'].otherwise)],
    ],
  },
  {
    slug: 'free-upgrades',
    name: 'Upgrades of free members',
    description:
      'Whether the visits of a free member lead to a paid membership by an approval alone (1), or at once (0).',
    details: [['by-approval', 'By an approval', String(OPTION_NUMBERS['free-upgrades']['by-approval'].otherwise)]],
  },
  {
    slug: 'free-memberships',
    name: 'Free memberships',
    description: 'How many free memberships a hotel gives in a month without an approval.',
    details: [['per-month', 'A month and hotel', String(OPTION_NUMBERS['free-memberships']['per-month'].otherwise)]],
  },
  {
    slug: 'voucher-extension',
    name: 'Voucher extension',
    description: 'Days after the end of its card until which a voucher may be made or extended by hand, once.',
    details: [['days', 'Days after the end', String(OPTION_NUMBERS['voucher-extension'].days.otherwise)]],
  },
  {
    slug: 'complimentary-visits',
    name: 'Complimentary visits',
    description: 'How many visits staff may credit to a member in a term, each time with a reason.',
    details: [['per-term', 'Visits a term', String(OPTION_NUMBERS['complimentary-visits']['per-term'].otherwise)]],
  },
  {
    slug: 'upgrade-vouchers',
    name: 'Vouchers of an upgrade',
    description:
      'With 1 an upgrade that is sold brings the vouchers of the higher membership less those of the same kind that the term has had; with 0 it brings all of them.',
    details: [['difference', 'Only the difference', String(OPTION_NUMBERS['upgrade-vouchers'].difference.otherwise)]],
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
    description: 'The document that an identity number was read from.',
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
    description: 'How a membership was paid.',
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
    description: 'What a voucher is good for.',
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
    description: 'What a member mostly comes for.',
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
    description: 'Why a part of a sale is paid back.',
    details: [
      ['guest-request', 'The guest gave the membership up'],
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
