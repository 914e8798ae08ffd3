import { LATE_VISIT_DAYS } from '@innkeeper/contract';
import { LOG_START, changedSince, isPartlyArchived } from './audit-log.ts';
import { HOTEL_SETTINGS, countryChangedSince, timeZoneChangedSince } from './hotel-settings.ts';

export const VOUCHER_RULES = {
  'voucher-of-its-card': `
    select v.id, null as note from member_voucher v join member_card c on c.id = v.member_card_id
    join voucher w on w.id = v.voucher_id
    where v.member_id <> c.member_id
      -- Staff choose the kind and hotel of a manual voucher, which the list of manual changes shows.
      or (v.issued_as is not null and (v.transaction_id is distinct from c.transaction_id
        -- A voucher changes neither with a manual change of its card's membership nor with a later change of its kind.
        or (w.membership_id <> c.membership_id
            and not ${changedSince('voucher', 'w.id', 'membership_id', 'v.created_at')}
          and not ${changedSince('member_card', 'c.id', 'membership_id', 'c.created_at')})
        or (w.hotel_id <> c.hotel_id and not ${changedSince('voucher', 'w.id', 'hotel_id', 'v.created_at')})
        or (w.is_restricted and v.restrict_hotel_id is distinct from c.hotel_id
            and not ${changedSince('voucher', 'w.id', 'is_restricted', 'v.created_at')})))`,
  'voucher-within-card': `
    select v.id, v.redeem_date || ' – ' || v.valid_until_date as note from member_voucher v
    join member_card c on c.id = v.member_card_id
    -- A manual voucher may begin before its card. It may end some days after the card, like an extended one, and
    -- may be moved to another card. The number of these days may have changed since. Shortening a card manually does
    -- not change its vouchers.
    where (v.issued_as is not null and v.redeem_date < c.start_date and v.valid_until_date >= c.start_date)
      or (v.valid_until_date > c.end_date and v.extended_from is null
        and not exists (select from audit_log o where o.resource = 'member_card' and o.record_id = c.id
            and o.action = 'update' and o.after ? 'end_date')
        and not ${isPartlyArchived('member_card', 'c.id')}
        and (v.issued_as is not null or (v.valid_until_date > c.end_date + option_number('voucher-extension', 'days')
          and not ${changedSince('member_voucher', 'v.id', 'member_card_id', 'v.created_at')}
          and not exists (select from audit_log o where o.resource = 'option_detail' and o.action = 'update'
              and o.after ? 'value' and o.at >= v.created_at)
          and v.created_at >= ${LOG_START})))`,
  // Expired vouchers have the state open; readers exclude them.
  'voucher-in-one-state': `
    select v.id, s.redeemed || ' + ' || s.cancelled || ' + ' || s.open as note
    from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
    left join (select distinct member_voucher_id from voucher_redeem where deleted_at is null) r
      on r.member_voucher_id = v.id
    left join voucher_state o on o.member_voucher_id = v.id and o.state = 'open'
    cross join lateral (
      select (r.member_voucher_id is not null)::int as redeemed, (o.member_voucher_id is not null)::int as open,
             (r.member_voucher_id is null and (v.deleted_at is not null or c.deleted_at is not null or not c.is_active
               or m.deleted_at is not null or not m.is_active))::int as cancelled) s
    where s.redeemed + s.cancelled + s.open <> 1`,
  'issued-once': `
    select id, issued_as as note from (select id, issued_as, count(*) over (partition by issued_as) as times
        from member_voucher where issued_as is not null) v
    where times > 1`,
  'redeemed-once': `
    select member_voucher_id as id, count(*)::text as note from voucher_redeem where deleted_at is null group by 1
    having count(*) > 1`,
  'redeemed-still-there': `
    select r.id, null as note from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id
    join member_card c on c.id = v.member_card_id
    where r.deleted_at is null and (v.deleted_at is not null or c.deleted_at is not null)`,
  'redeemed-by-owner': `
    select r.id, null as note from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id
    where r.member_id <> v.member_id`,
  'redeemed-in-its-days': `
    select r.id, d.day || ' ∉ ' || v.redeem_date || ' – ' || v.valid_until_date as note
    from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id
    join ${HOTEL_SETTINGS} p on p.id = r.redeem_hotel_id
    cross join lateral (select (r.redeem_date at time zone p.zone)::date as day) d
    where d.day not between v.redeem_date and v.valid_until_date and not ${timeZoneChangedSince('p', 'r.created_at')}`,
  'redeemed-where-good': `
    select r.id, null as note from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id
    join member_card c on c.id = v.member_card_id
    join membership m on m.id = c.membership_id
    join ${HOTEL_SETTINGS} sale_hotel on sale_hotel.id = c.hotel_id
    join ${HOTEL_SETTINGS} redeem_hotel on redeem_hotel.id = r.redeem_hotel_id
    where v.restrict_hotel_id <> redeem_hotel.id or (coalesce(c.is_regional, m.is_regional)
      and c.region_id <> redeem_hotel.region_id
      -- It may have been valid there then: a country may have moved to another region since, or the card may have got
      -- another membership or hotel. Cards older than the column region_id have the region of the migration day.
      and not ${countryChangedSince('sale_hotel', 'region_id', 'r.created_at')}
      and not ${countryChangedSince('redeem_hotel', 'region_id', 'r.created_at')}
      and not ${changedSince('member_card', 'c.id', 'membership_id', 'r.created_at')}
      and not ${changedSince('member_card', 'c.id', 'hotel_id', 'r.created_at')})`,
  'void-with-reason': `
    select id, void_reason as note from voucher_redeem where deleted_at is null and void_reason is not null`,
  'bill-once': `
    select id, reference_no as note from (
      select id, reference_no, count(*) over (partition by hotel_id, reference_no) as times from visit
      where deleted_at is null) v
    where times > 1`,
  'late-visit-says-why': `
    select v.id, null as note from visit v join ${HOTEL_SETTINGS} p on p.id = v.hotel_id
    where (v.created_at at time zone p.zone)::date - (v.visit_date at time zone p.zone)::date >= ${LATE_VISIT_DAYS}
      and v.remark is null
      and not ${timeZoneChangedSince('p', 'v.created_at')}`,
} as const;
