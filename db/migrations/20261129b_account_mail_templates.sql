-- Account mails use their templates. Until now they had fixed texts, which become those of the system templates, unless
-- staff have changed them.

create temporary table account_text (former text, current text) on commit drop;
insert into account_text values
  ('New sign-in to your account', 'Sign-in on a new device'),
  ('Masuk ke akun Anda dari perangkat baru', 'Masuk dari perangkat baru'),
  ('<p>Someone requested a new password for your account. To set it, open this link within {{ link.minutes }} minutes; '
   'it works once:</p>[link]<p>If this was not you, ignore this email. Nothing has changed.</p>',
   '<p>Someone requested a new password for your Innkeeper account. To set it, open this link within '
   '{{ link.minutes }} minutes. It works once:</p>[link]<p>If this was not you, ignore this email. Nothing has '
   'changed.</p>'),
  ('<p>Seseorang meminta kata sandi baru untuk akun Anda. Untuk memilihnya, buka tautan ini dalam {{ link.minutes }} '
   'menit; tautan hanya berlaku satu kali:</p>[link]<p>Jika bukan Anda yang meminta, abaikan email ini. Tidak ada yang '
   'berubah.</p>',
   '<p>Seseorang meminta kata sandi baru untuk akun Innkeeper Anda. Untuk mengaturnya, buka tautan ini dalam '
   '{{ link.minutes }} menit. Tautan hanya berlaku satu kali:</p>[link]<p>Jika bukan Anda yang meminta, abaikan email '
   'ini. Tidak ada yang berubah.</p>'),
  ('<p>Your account was used on a new device: {{ device.name }}, at {{ device.ip }}, on {{ device.signed_in_at }}.</p>'
   '<p>If this was not you, change your password and tell your administrator immediately.</p>',
   '<p>Someone signed in to your Innkeeper account with your password, on a new device or from a new address:</p>'
   '<p>{{ device.name }}<br />{{ device.ip }}<br />{{ device.signed_in_at }}</p><p>If this was you, you can ignore '
   'this email. If not, set a new password immediately, which signs out all other devices, and tell your administrator. '
   'Your profile lists the devices that use your account:</p>[link]'),
  ('<p>Akun Anda digunakan pada perangkat baru: {{ device.name }}, dari {{ device.ip }}, pada '
   '{{ device.signed_in_at }}.</p><p>Jika bukan Anda, segera ganti kata sandi Anda dan beri tahu administrator.</p>',
   '<p>Seseorang masuk ke akun Innkeeper Anda dengan kata sandi Anda, dari perangkat atau alamat baru:</p>'
   '<p>{{ device.name }}<br />{{ device.ip }}<br />{{ device.signed_in_at }}</p><p>Jika itu Anda, abaikan email ini. '
   'Jika bukan, segera atur kata sandi baru, yang akan mengeluarkan semua perangkat lain, dan beri tahu administrator '
   'Anda. Profil Anda mencantumkan perangkat yang memakai akun Anda:</p>[link]');
update account_text set former = replace(former, '[link]', link), current = replace(current, '[link]', link)
from (values ('<p><a target="_blank" rel="noopener noreferrer nofollow" href="{{ link.url }}">{{ link.url }}</a></p>'))
  v (link);

create temporary table account_template on commit drop as
select t.id, d.code
from mail_template t join option_detail d on d.id = t.mail_type_id join option o on o.id = d.option_id
where o.slug = 'mail-type' and d.code in ('password-reset', 'new-device') and t.is_reserved;

update mail_language l set header = a.current from account_text a
where l.header = a.former and l.mail_template_id in (select id from account_template);
update mail_params p set default_value = a.current from account_text a
where p.default_value = a.former and p.mail_template_id in (select id from account_template);
update mail_language_params v set value = a.current from account_text a
where v.value = a.former
  and v.mail_params_id in (select id from mail_params where mail_template_id in (select id from account_template));

-- A mail about a new device links to the profile, which lists all of them.
insert into mail_data (mail_template_id, sort_no, name, description)
select t.id, coalesce(max(m.sort_no), 0) + 10, '{{ link.url }}', 'Link to the profile'
from account_template t left join mail_data m on m.mail_template_id = t.id
where t.code = 'new-device'
group by t.id;

-- The session that a mail about a new device describes, so that a repeated mail describes the same one.
alter table mail_cause add session_id bigint references session (id) on delete set null;
create index mail_cause_session_id_idx on mail_cause (session_id) where session_id is not null;
