-- A member whose card runs has the membership of that card. A card that was given another membership left its member with the former one. The
-- triggers of the table log and count each correction.
do $$
declare
  corrected integer;
begin
  update member m set membership_id = c.membership_id
  from member_standing s join member_card c on c.id = s.member_card_id
  join hotel h on h.id = s.hotel_id join country n on n.id = h.country_id
  where s.member_id = m.id and m.membership_id <> c.membership_id
    and (now() at time zone coalesce(h.time_zone, n.time_zone))::date <= c.end_date;
  get diagnostics corrected = row_count;
  if corrected > 0 then
    raise notice 'Members had another membership than their running card: % are corrected', corrected;
  end if;
end $$;
