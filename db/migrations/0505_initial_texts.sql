-- Gives initial records their current English texts, unless staff changed them. The console finds the Indonesian labels
-- of modules and placeholders by the English text.

update module m set name = t.current
from (values
  ('report', 'Report set-up', 'Report setup'),
  ('term-end', 'Term end', 'Term-end review')) t (slug, former, current)
where m.slug = t.slug and m.name = t.former;

update option o set name = t.current
from (values
  ('free-memberships', 'Free memberships', 'Complimentary memberships')) t (slug, former, current)
where o.slug = t.slug and o.is_reserved and o.name = t.former;

update option o set description = t.current
from (values
  ('access-type', 'Levels of the region hierarchy: how far the users of a role group see.',
    'Which hotels the users of a role group can access.'),
  ('transaction-type', 'What a transaction is for.', 'Purpose of a transaction.'),
  ('spend-type', 'What a line of a transaction is for.', 'Purpose of a transaction line.'),
  ('input-type', 'How a value is typed in.', 'Input control of a value.'),
  ('mail-type', 'The occasion on which a mail is sent.', 'Occasion on which an email is sent.'),
  ('renewal-window', 'Days before and after the end of a card in which a membership can be renewed.',
    'Days before and after the end of a card when a membership can be renewed.'),
  ('visit-counting',
    'Whether every bill is a visit, or all bills of one hotel and day are one. The rule with the value 1 holds.',
    'Count every bill as a visit, or all bills of one hotel and day as one. The rule with value 1 applies.'),
  ('visits-per-day', 'How many visits of a member count in a day, at all hotels.',
    'Maximum visits per member and day that count, at all hotels.'),
  ('free-upgrades',
    'Whether the visits of a free member lead to a paid membership by an approval alone (1), or at once (0).',
    'Whether visits upgrade a free member to a paid membership only after approval (1), or immediately (0).'),
  ('free-memberships', 'How many free memberships a hotel gives in a month without an approval.',
    'Complimentary memberships per hotel and month without approval.'),
  ('voucher-extension',
    'Days after the end of its card until which a voucher may be made or extended by hand, once.',
    'Days after the end of its card until which a voucher can be created or extended manually, once.'),
  ('complimentary-visits', 'How many visits staff may credit to a member in a term, each time with a reason.',
    'Maximum visits that staff can credit per member and term, with a reason each time.'),
  ('upgrade-vouchers',
    'With 1 an upgrade that is sold brings the vouchers of the higher membership less those of the same kind '
      || 'that the term has had; with 0 it brings all of them.',
    '1: a sold upgrade issues only vouchers that this term has not had yet; 0: it issues all vouchers of the higher '
      || 'membership.'),
  ('type-identity', 'The document that an identity number was read from.', 'Document of the identity number.'),
  ('type-payment', 'How a membership was paid.', 'Payment method of a membership.'),
  ('type-voucher', 'What a voucher is good for.', 'Benefit of a voucher.'),
  ('visit-type', 'What a member mostly comes for.', 'Usual purpose of a member’s visits.'),
  ('refund-reason', 'Why a part of a sale is paid back.', 'Reason for a refund.')) t (slug, former, current)
where o.slug = t.slug and o.is_reserved and o.description = t.former;

update option_detail d set name = t.current
from option o, (values
  ('visits-per-day', 'per-member', 'Visits a day and member', 'Visits per member and day'),
  ('free-upgrades', 'by-approval', 'By an approval', 'Only after approval'),
  ('free-memberships', 'per-month', 'A month and hotel', 'Per hotel and month'),
  ('complimentary-visits', 'per-term', 'Visits a term', 'Visits per term'),
  ('refund-reason', 'guest-request', 'The guest gave the membership up', 'Guest request')) t (slug, code, former, current)
where o.id = d.option_id and o.slug = t.slug and o.is_reserved and d.code = t.code and d.name = t.former;

update role_group set description = 'All rights in all hotels' where description = 'Every right in every hotel';

update mail_template m set description = t.current
from (values
  ('Sent when a membership was renewed.', 'Sent after a renewal.'),
  ('Sent when a member rises to the next membership.', 'Sent when visits upgrade a member.'),
  ('The receipt of a redemption.', 'Sent after a redemption.'),
  ('Sent when a visit was posted.', 'Sent after a visit is posted.'),
  ('Brings the receipt of a sale as PDF, when a guest asks for it.', 'Receipt of a sale as PDF, sent on request.'),
  ('Leads to a new password.', 'Sent when a new password is requested.'),
  ('Sent when a user signs in on a device that was not seen before.', 'Sent when a user signs in on a new device.'))
  t (former, current)
where m.is_reserved and m.description = t.former;

update mail_data m set description = t.current
from (values
  ('hotel.phone_no', 'Telephone number of the hotel', 'Phone number of the hotel'),
  ('hotel.greeting_name', 'Who signs for the hotel', 'Signatory of the hotel'),
  ('hotel.greeting_position', 'Position of who signs', 'Position of the signatory'),
  ('redemption.redeem_date', 'When it was redeemed', 'Time of the redemption'),
  ('redemption.hotel', 'Hotel that redeemed it', 'Hotel of the redemption'),
  ('visit.grand_total', 'Sum of the bill, with its currency', 'Total of the bill, with currency'),
  ('receipt.receipt_date', 'Day on which it was printed', 'Print date of the receipt'),
  ('receipt.grand_total', 'What was paid, with its currency', 'Amount paid, with currency'),
  ('link.url', 'Address that leads to a new password', 'Link to set a new password'),
  ('link.minutes', 'Minutes for which the address serves', 'Minutes until the link expires'),
  ('device.ip', 'Network address of the device', 'IP address of the device'),
  ('device.signed_in_at', 'When it signed in', 'Time of the sign-in')) t (placeholder, former, current)
where m.name = '{{ ' || t.placeholder || ' }}' and m.description = t.former;
