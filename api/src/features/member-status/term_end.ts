import type { Ref, ResourceHooks } from '../../engine/resources/resource-hooks.ts';

/**
 * Term-end reviews: which visits the term of the card had and needed, as the decision depends on them. A member's status
 * has the visits of the present card, with complimentary ones. Of an earlier card those are no longer known, so its bills
 * are counted.
 */
export const term_end: ResourceHooks = {
  computed: {
    visits_made: (ref) => `coalesce(
      (select s.visits from member_standing s
        where s.member_id = ${ref('member_card.member_id')} and s.member_card_id = ${ref('member_card_id')}),
      visits_between(${ref('member_card.member_id')}, first_day_of_term(${ref('member_card_id')}), ${ref('member_card.end_date')}))`,
    visits_needed: (ref) => `visits_to_maintain(${ref('member_card.min_visit')}, ${ref('membership.min_visit')})`,
    last_visit_on: lastVisitSql,
    locked_reason: (ref) => `case when is_live_transaction(${ref('transaction_id')}) then 'renewed' end`,
  },
};

/** SQL: the day of the member's last visit, at the hotel of the visit. */
function lastVisitSql(ref: Ref): string {
  return `(select (v.visit_date at time zone effective_time_zone(v.hotel_id))::date from visit v
    where v.member_id = ${ref('member_card.member_id')} and v.deleted_at is null order by v.visit_date desc limit 1)`;
}
