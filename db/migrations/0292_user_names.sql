-- A name as people see it: without case, accents, blanks and invisible characters, letters of other alphabets and digits as the Latin ones that they
-- look like. Two users of one such name would stand for each other in history, approvals and audit.
create function name_skeleton(name text) returns text language sql immutable strict parallel safe as $$
  select translate(
    regexp_replace(lower(normalize(name, NFKD)), '[[:space:]\u0300-\u036f\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g'),
    'аеорсухіӏјѕԁһмткнвгпԝԛαεορυνικτηχβμωϲγζ01|iı',
    'aeopcyxlljsdhmtkhbrnwqaeopuvlktnxbmwcyzollll')
$$;
create index users_name_skeleton_idx on users (name_skeleton(name)) where deleted_at is null;
