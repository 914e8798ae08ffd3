-- Numbers of options: rules of the programme that staff set in Options.

-- A detail's value of an option that holds a number.
create or replace function option_number(option_slug text, detail_code text, otherwise integer) returns integer language sql stable as $$
  select coalesce((
    select d.value::integer from option o join option_detail d on d.option_id = o.id
    where o.slug = option_slug and o.deleted_at is null and d.code = detail_code and d.deleted_at is null and d.value ~ '^\d{1,4}$'), otherwise)
$$;

-- As the contract's OPTION_NUMBERS says.
create or replace function option_number_range(option_slug text, detail_code text) returns int4range language sql immutable as $$
  select case option_slug || ' ' || detail_code
    when 'renewal-window before' then int4range(0, 365, '[]')
    when 'renewal-window after' then int4range(0, 730, '[]')
    when 'visit-counting per-bill' then int4range(0, 1, '[]')
    when 'visit-counting per-day' then int4range(0, 1, '[]')
  end
$$;

-- A number that the program relies on is a number, whoever writes it.
create or replace function check_option_number() returns trigger language plpgsql as $$
declare
  allowed int4range := (select option_number_range(o.slug, new.code) from option o where o.id = new.option_id);
begin
  if allowed is not null and not coalesce(case when new.value ~ '^(0|[1-9]\d{0,3})$' then new.value::integer <@ allowed end, false) then
    raise check_violation using table = 'option_detail', constraint = 'option_detail_value_check',
      message = format('%s is not a number in %s', new.value, allowed);
  end if;
  return new;
end $$;
create or replace trigger check_option_number before insert or update of option_id, code, value on option_detail
  for each row execute function check_option_number();
