-- The default language of a mail template: the active language that has been in the template longest, or the oldest
-- language if none is active. So reactivating or restoring the former default makes it the default again. Every
-- template has a default, and mail_language_default_excl prevents two.

-- Serialises writers, because two first languages would both become the default. The lock is taken before the row is
-- written, so a waiting transaction holds nothing in an index that the other one would wait for. A language that moves
-- to another template is the last one there.
create or replace function lock_mail_template() returns trigger language plpgsql as $$
begin
  perform from mail_template where id in (new.mail_template_id, old.mail_template_id) order by id for no key update;
  if tg_op = 'UPDATE' and new.mail_template_id <> old.mail_template_id then
    new.sequence_no := nextval('mail_language_sequence_no');
  end if;
  return new;
end $$;
create or replace trigger lock_mail_template before insert or update of mail_template_id, is_active, deleted_at
  on mail_language
  for each row execute function lock_mail_template();

create or replace function set_default_language() returns trigger language plpgsql as $$
declare
  templates bigint[] := array[new.mail_template_id, old.mail_template_id];
begin
  if tg_op = 'UPDATE' and new.is_reserved >= old.is_reserved
    and (old.mail_template_id, old.is_active, old.deleted_at is null)
      = (new.mail_template_id, new.is_active, new.deleted_at is null) then
    return null;
  end if;
  -- Serialises writers, because two first languages would both become the default.
  perform from mail_template where id = any(templates) order by id for no key update;
  update mail_language l set is_reserved = not l.is_reserved
  from (
    select distinct on (mail_template_id) mail_template_id, id from mail_language
    where mail_template_id = any(templates) and deleted_at is null
    order by mail_template_id, is_active desc, sequence_no
  ) default_language
  where l.mail_template_id = default_language.mail_template_id and l.deleted_at is null
    and l.is_reserved <> (l.id = default_language.id);
  return null;
end $$;
create or replace trigger set_default after insert or update on mail_language for each row
  execute function set_default_language();
