-- What staff set and the program relies on: one default language a template, and numbers that are numbers.

-- The default language -----------------------------------------------------------------------------------------------------

-- The default is the active language that has been in the template longest, and where none is active the one that has been there
-- longest. So it is the same one again after it was switched off and on, or deleted and restored. There is never none, whoever
-- writes; that there are not two holds mail_language_default_excl.
create sequence mail_language_turn;
alter table mail_language add column turn bigint;
alter table mail_language disable trigger user;
update mail_language l set turn = o.turn
from (select id, nextval('mail_language_turn') as turn from (select id from mail_language order by is_reserved desc, id) ordered) o
where o.id = l.id;
alter table mail_language enable trigger user;
alter table mail_language alter column turn set default nextval('mail_language_turn'), alter column turn set not null;
alter sequence mail_language_turn owned by mail_language.turn;

-- A language that comes from another template is its last.
create function take_turn() returns trigger language plpgsql as $$
begin
  if new.mail_template_id <> old.mail_template_id then
    new.turn := nextval('mail_language_turn');
  end if;
  return new;
end $$;
create trigger take_turn before update of mail_template_id on mail_language for each row execute function take_turn();

create function settle_default_language() returns trigger language plpgsql as $$
declare
  templates bigint[] := array[new.mail_template_id, old.mail_template_id];
begin
  -- One after the other: two first languages would both be the default.
  perform from mail_template where id = any(templates) order by id for no key update;
  update mail_language l set is_reserved = not l.is_reserved
  from (
    select distinct on (mail_template_id) mail_template_id, id from mail_language
    where mail_template_id = any(templates) and deleted_at is null
    order by mail_template_id, is_active desc, turn
  ) main
  where l.mail_template_id = main.mail_template_id and l.deleted_at is null and l.is_reserved <> (l.id = main.id);
  return null;
end $$;
create trigger settle_created after insert on mail_language for each row execute function settle_default_language();
create trigger settle_updated after update on mail_language for each row
  when (old.is_reserved > new.is_reserved
        or (old.mail_template_id, old.is_active, old.deleted_at is null) is distinct from (new.mail_template_id, new.is_active, new.deleted_at is null))
  execute function settle_default_language();

-- Numbers of options ---------------------------------------------------------------------------------------------------------

-- As the contract's OPTION_NUMBERS says.
create function option_number_range(option_slug text, detail_code text) returns int4range language sql immutable as $$
  select case option_slug || ' ' || detail_code
    when 'renewal-window before' then int4range(0, 365, '[]')
    when 'renewal-window after' then int4range(0, 730, '[]')
    when 'visit-counting per-bill' then int4range(0, 1, '[]')
    when 'visit-counting per-day' then int4range(0, 1, '[]')
  end
$$;

create function check_option_number() returns trigger language plpgsql as $$
declare
  allowed int4range := (select option_number_range(o.slug, new.code) from option o where o.id = new.option_id);
begin
  if allowed is not null and not coalesce(case when new.value ~ '^(0|[1-9]\d{0,3})$' then new.value::integer <@ allowed end, false) then
    raise check_violation using table = 'option_detail', constraint = 'option_detail_value_check',
      message = format('%s is not a number in %s', new.value, allowed);
  end if;
  return new;
end $$;
create trigger check_option_number before insert or update of option_id, code, value on option_detail
  for each row execute function check_option_number();
