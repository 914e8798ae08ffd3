import pg from 'pg';

/**
 * Gives a test database its own clock: `update clock.hand set at = …` sets `now()`; until then it shows the real time.
 *
 * PostgreSQL resolves `now()` along the search path, where another schema can precede its own. Function bodies are
 * resolved when they run. Views and column defaults were bound to the real `now()` at creation, so they are recreated.
 * Call this before anything else connects: only new connections get the search path.
 */
export async function installTestClock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ statement: string }>(`
      select format('create or replace view public.%I as %s', viewname, rtrim(definition, ';')) as statement
      from pg_views where schemaname = 'public' and definition like '%now()%'
      union all
      select format('alter table public.%I alter %I set default now()', t.relname, a.attname)
      from pg_attrdef d join pg_class t on t.oid = d.adrelid
      join pg_attribute a on (a.attrelid, a.attnum) = (d.adrelid, d.adnum)
      where t.relnamespace = 'public'::regnamespace and pg_get_expr(d.adbin, d.adrelid) = 'now()'`);
    const path = 'search_path = clock, pg_catalog, public';
    await client.query(`
      begin;
      create schema clock;
      create table clock.hand as select null::timestamptz as at;
      create function clock.now() returns timestamptz language sql stable parallel safe as
        $$ select coalesce((select at from clock.hand), pg_catalog.now()) $$;
      alter database ${new URL(url).pathname.slice(1)} set ${path};
      set local ${path};
      ${rows.map(({ statement }) => statement).join(';')};
      commit`);
  } finally {
    await client.end();
  }
}
