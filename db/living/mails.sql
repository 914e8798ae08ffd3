-- The default language of a mail template: the active language that has been in the template longest, and where none is active the
-- one that has been there longest. So it is the same one again after it was switched off and on, or deleted and restored. There is
-- never none, whoever writes; mail_language_default_excl keeps them from being two.

-- A language that comes from another template is its last.
create or replace function take_turn() returns trigger language plpgsql as $$
begin
  if new.mail_template_id <> old.mail_template_id then
    new.turn := nextval('mail_language_turn');
  end if;
  return new;
end $$;
create or replace trigger take_turn before update of mail_template_id on mail_language for each row execute function take_turn();

-- One after the other: two first languages would both be the default. Locked before the row is written, so that a waiting transaction has
-- nothing in an index for which the other one would wait in turn.
create or replace function hold_template() returns trigger language plpgsql as $$
begin
  perform from mail_template where id in (new.mail_template_id, old.mail_template_id) order by id for no key update;
  return new;
end $$;
create or replace trigger hold_template before insert or update of mail_template_id, is_active, deleted_at on mail_language
  for each row execute function hold_template();

create or replace function settle_default_language() returns trigger language plpgsql as $$
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
create or replace trigger settle_created after insert on mail_language for each row execute function settle_default_language();
create or replace trigger settle_updated after update on mail_language for each row
  when (old.is_reserved > new.is_reserved
        or (old.mail_template_id, old.is_active, old.deleted_at is null) is distinct from (new.mail_template_id, new.is_active, new.deleted_at is null))
  execute function settle_default_language();
