-- When an invitation was last mailed to a user who has not chosen a password yet.
alter table users add invited_at timestamptz(0);

-- Vouchers that are redeemed in one go cause one mail, which lists them. The system template says so for one as for
-- several, unless staff have changed its texts.
create temporary table voucher_text (former text, current text) on commit drop;
insert into voucher_text values
  ('Your voucher {{ voucher.voucher_no }} was redeemed',
   'Redeemed: {{ voucher.name }}'),
  ('Voucher {{ voucher.voucher_no }} telah ditukar',
   'Telah ditukar: {{ voucher.name }}'),
  ('<p>Your voucher <strong>{{ voucher.name }}</strong> ({{ voucher.voucher_no }}) was redeemed at {{ '
   'redemption.hotel }} on {{ redemption.redeem_date }}.</p><p>The number of the redemption is {{ '
   'redemption.redeem_no }}. If it was not you, please call {{ hotel.phone_no }}.</p>',
   '<p>Redeemed at {{ redemption.hotel }} on {{ redemption.redeem_date }}:</p><p><strong>{{ voucher.name '
   '}}</strong> ({{ voucher.voucher_no }})</p><p>Number of the redemption: {{ redemption.redeem_no }}. If it '
   'was not you, please call {{ hotel.phone_no }}.</p>'),
  ('<p>Voucher <strong>{{ voucher.name }}</strong> ({{ voucher.voucher_no }}) milik Anda telah ditukar di {{ '
   'redemption.hotel }} pada {{ redemption.redeem_date }}.</p><p>Nomor penukaran: {{ redemption.redeem_no }}. '
   'Jika bukan Anda yang menukarnya, mohon hubungi {{ hotel.phone_no }}.</p>',
   '<p>Ditukar di {{ redemption.hotel }} pada {{ redemption.redeem_date }}:</p><p><strong>{{ voucher.name '
   '}}</strong> ({{ voucher.voucher_no }})</p><p>Nomor penukaran: {{ redemption.redeem_no }}. Jika bukan Anda '
   'yang menukarnya, mohon hubungi {{ hotel.phone_no }}.</p>');

create temporary table voucher_template on commit drop as
select t.id
from mail_template t join option_detail d on d.id = t.mail_type_id join option o on o.id = d.option_id
where o.slug = 'mail-type' and d.code = 'voucher-redeemed' and t.is_reserved;

update mail_language l set header = a.current from voucher_text a
where l.header = a.former and l.mail_template_id in (select id from voucher_template);
update mail_params p set default_value = a.current from voucher_text a
where p.default_value = a.former and p.mail_template_id in (select id from voucher_template);
update mail_language_params v set value = a.current from voucher_text a
where v.value = a.former
  and v.mail_params_id in (select id from mail_params where mail_template_id in (select id from voucher_template));
