import type { MemberMay } from '@innkeeper/contract';

const RUNNING = 'The member has card 601012341234 until 31 December 2026: renew it instead.';

const HIGHEST = 'Card 601012341234 is of Gold: no higher membership is sold here.';
const NO_RUNNING = 'The member has no running card to upgrade: sell or renew a membership instead.';

/** A member whose card runs and can be renewed, with something to redeem. */
export const MAY_RENEW: MemberMay = {
  sale: { next: 'renew', sell: RUNNING, renew: null, give: RUNNING, upgrade: HIGHEST },
  redeem: null,
};

export const RENEWED =
  'Dewi renewed this membership on 4 May 2026 at 10:00 (T-1): card 601012341234 from 1 January 2027 until 31 December 2027.';

/** A member who has renewed already, with nothing to redeem. */
export const MAY_NOTHING: MemberMay = {
  sale: { next: 'renew', sell: RUNNING, renew: RENEWED, give: RUNNING, upgrade: HIGHEST },
  redeem: 'No voucher can be redeemed now.',
};

/** One without a card that could be renewed. */
export const MAY_BUY: MemberMay = {
  sale: {
    next: 'sell',
    sell: null,
    renew: 'The member has no card to renew: sell a membership instead.',
    give: null,
    upgrade: NO_RUNNING,
  },
  redeem: 'No voucher can be redeemed now.',
};

/** One with a free membership that can be given again. */
export const MAY_BE_GIVEN: MemberMay = {
  sale: { next: 'give', sell: null, renew: 'This member has a free membership.', give: null, upgrade: NO_RUNNING },
  redeem: null,
};

/** A member of another hotel, who has a voucher to redeem. */
export const MAY_REDEEM: MemberMay = { sale: null, redeem: null };
