-- Ranks of equal height in one region: an upgrade led to one of the two, by chance. Those that are there move up to the next free rank, the
-- older one keeps its own.
do $$
declare
  twin record;
  free integer;
begin
  loop
    select m.id, m.rank, m.restrict_region_id as region into twin
    from membership m join membership o on o.id < m.id and o.rank = m.rank and o.deleted_at is null
      and (o.restrict_region_id is null or m.restrict_region_id is null or o.restrict_region_id = m.restrict_region_id)
    where m.deleted_at is null and m.rank > 0 order by m.rank, m.id limit 1;
    exit when not found;
    select r into free from generate_series(twin.rank + 1, twin.rank + 100000) r
    where not exists (
      select from membership o where o.rank = r and o.deleted_at is null and o.id <> twin.id
        and (o.restrict_region_id is null or twin.region is null or o.restrict_region_id = twin.region)) order by r limit 1;
    update membership set rank = free where id = twin.id;
    raise notice 'The membership % had a rank that another has in its region: it is % now', twin.id, free;
  end loop;
end $$;

-- A membership without a region is open in all of them: its range has no ends.
alter table membership add constraint membership_rank_excl exclude using gist (
  int4range(rank, rank, '[]') with &&, int8range(restrict_region_id, restrict_region_id, '[]') with &&) where (rank > 0 and deleted_at is null);
