-- Imports, merges and exports are noted as changes are: nobody rewrites what was done. How each ends is written once: that it was
-- undone, how many rows left.

-- The columns that are named may be written while all of them are null; everything else stands.
create function keep_but_the_end() returns trigger language plpgsql as $$
declare
  ends text[] := tg_argv;
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - ends = to_jsonb(old) - ends
     and not exists (select from jsonb_each(to_jsonb(old)) o where o.key = any(ends) and o.value <> 'null') then
    return new;
  end if;
  raise exception 'The table % can be appended to only', tg_table_name;
end $$;

drop trigger append_only on export_log;
drop function keep_export_log();

do $$
declare book record;
begin
  for book in
    select * from (values
      ('export_log', 'rows'), ('import_run', 'undone_at, undone_by_id'), ('member_merge', 'undone_at, undone_by_id')
    ) v (name, ends)
  loop
    execute format('create trigger append_only before update or delete on %I for each row execute function keep_but_the_end(%s)',
                   book.name, (select string_agg(quote_literal(e), ', ') from regexp_split_to_table(book.ends, ', ') e));
    execute format('revoke update, delete, truncate on %I from public, current_user', book.name);
    execute format('grant update (%s) on %I to current_user', book.ends, book.name);
  end loop;
end $$;
create trigger never_emptied before truncate on import_run for each statement execute function refuse_change();
create trigger never_emptied before truncate on member_merge for each statement execute function refuse_change();
