-- At which level the member was before the sale: cancelling it gives the level back, where no other card says it.
alter table transaction add column level_before_id bigint constraint transaction_level_before_id_fkey references membership (id);

-- A member joined on the first day of the first card that stands. It stayed what it was when that sale was cancelled.
update member m set member_date = c.first_day
from (select i.id, min(c.start_date) as first_day
      from member i left join member_card c on c.member_id = i.id and c.deleted_at is null group by i.id) c
where c.id = m.id and m.member_date is distinct from c.first_day and m.merged_into_id is null;
