-- A bill is the same bill whatever the case, width and blanks of its number.

create function folded(written text) returns text language sql immutable strict parallel safe as $$
  select translate(lower(normalize(written, NFKC)), E' \t\n\r\u200B', '')
$$;

-- What was written twice already keeps its place and says which visit it is, for somebody to look into.
do $$
declare
  renamed integer;
begin
  with written as (
    select id, row_number() over (partition by hotel_id, folded(reference_no) order by id) as n from visit where deleted_at is null
  )
  update visit v set reference_no = left(v.reference_no, 60) || ' (' || v.visit_no || ')'
  from written w where w.id = v.id and w.n > 1;
  get diagnostics renamed = row_count;
  if renamed > 0 then
    raise notice '% visits bore the number of a bill that was posted before, written otherwise: their own number stands beside it now.', renamed;
  end if;
end $$;

drop index visit_hotel_id_reference_no_key;
create unique index visit_hotel_id_reference_no_key on visit (hotel_id, folded(reference_no)) where deleted_at is null;
