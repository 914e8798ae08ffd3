import type { MemberEligibility } from '@innkeeper/contract';

const RUNNING_CARD = 'The member has card 601012341234 until 31 December 2026. Renew it instead.';

const HIGHEST_TIER = 'Card 601012341234 is Gold. No higher membership is sold here.';
const NO_ACTIVE_CARD = 'The member has no active card to upgrade. Sell or renew a membership instead.';

/** A member with a running card that can be renewed, and with an available voucher. */
export const CAN_RENEW: MemberEligibility = {
  sale: { next: 'renew', sell: RUNNING_CARD, renew: null, give: RUNNING_CARD, upgrade: HIGHEST_TIER },
  redeem: null,
};

export const ALREADY_RENEWED =
  'Dewi renewed this membership on 4 May 2026 at 10:00 (T-1). Card 601012341234 is valid 1 January 2027 to 31 December 2027.';

/** A member who has already renewed, without an available voucher. */
export const NOT_ELIGIBLE: MemberEligibility = {
  sale: { next: 'renew', sell: RUNNING_CARD, renew: ALREADY_RENEWED, give: RUNNING_CARD, upgrade: HIGHEST_TIER },
  redeem: 'No voucher is redeemable now.',
};

/** A member without a card that could be renewed. */
export const CAN_BUY: MemberEligibility = {
  sale: {
    next: 'sell',
    sell: null,
    renew: 'The member has no card to renew. Sell a membership instead.',
    give: null,
    upgrade: NO_ACTIVE_CARD,
  },
  redeem: 'No voucher is redeemable now.',
};

/** A member with a complimentary membership that can be renewed. */
export const CAN_RECEIVE_FREE: MemberEligibility = {
  sale: {
    next: 'give',
    sell: null,
    renew: 'This membership is complimentary. Renew it free, or sell a membership at full price.',
    give: null,
    upgrade: NO_ACTIVE_CARD,
  },
  redeem: null,
};

/** A member of another hotel, with an available voucher. */
export const CAN_REDEEM: MemberEligibility = { sale: null, redeem: null };
