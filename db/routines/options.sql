-- Numbers of options: rules of the programme that staff set in Options.

-- The allowed numbers of an option, and the number that applies if its detail has none. They equal the contract's
-- OPTION_NUMBERS; a test compares them.
create or replace function option_rule(option_slug text, detail_code text, out allowed int4range, out otherwise integer)
language sql immutable as $$
  select r.allowed, r.otherwise
  from (values
    ('renewal-window', 'before', int4range(0, 365, '[]'), 90),
    ('renewal-window', 'after', int4range(0, 730, '[]'), 180),
    ('visit-counting', 'per-bill', int4range(0, 1, '[]'), 1),
    ('visit-counting', 'per-day', int4range(0, 1, '[]'), 0),
    ('visits-per-day', 'per-member', int4range(1, 1000, '[]'), 3),
    ('free-upgrades', 'by-approval', int4range(0, 1, '[]'), 1),
    ('free-memberships', 'per-month', int4range(0, 1000, '[]'), 20),
    ('voucher-extension', 'days', int4range(0, 365, '[]'), 90),
    ('complimentary-visits', 'per-term', int4range(0, 100, '[]'), 5),
    ('upgrade-vouchers', 'difference', int4range(0, 1, '[]'), 1),
    ('reason-required', 'delete', int4range(0, 1, '[]'), 1)
  ) r (slug, code, allowed, otherwise)
  where r.slug = option_slug and r.code = detail_code
$$;

-- The numbers of several option details, in the given order, with one statement. PL/pgSQL with a cached plan, because
-- planning takes ten times as long as the query.
create or replace function option_numbers(slugs text[], codes text[]) returns integer[] language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
begin
  return array(
    select coalesce((
      select d.value::integer from option o join option_detail d on d.option_id = o.id
      where o.slug = r.slug and o.deleted_at is null and d.code = r.code and d.deleted_at is null
        and d.value ~ '^\d{1,4}$'),
      (select otherwise from option_rule(r.slug, r.code)))
    from unnest(slugs, codes) with ordinality r (slug, code, n) order by r.n);
end $$;

-- The number of an option detail.
create or replace function option_number(option_slug text, detail_code text) returns integer
  language plpgsql stable as $$
begin
  return (option_numbers(array[option_slug], array[detail_code]))[1];
end $$;

