import type { Behaviour } from '../resources/behaviour.ts';

/**
 * Member cards. The number, what was promised, and that active cards of one member do not overlap are the database's (see
 * next_card_no, keep_card_promise and member_card_period_excl). The picture is drawn from the record when it is asked for.
 */
export const member_card: Behaviour = {
  computed: { file_url: (ref) => `'member-card-' || ${ref('id')} || '.png'` },
};
