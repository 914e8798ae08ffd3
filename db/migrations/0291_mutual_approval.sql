-- Two users who approve for each other are an unusual act, too: it names the later one of two approvals.
alter table unusual_act add column approval_id bigint references approval (id);
create unique index unusual_act_approval_id_idx on unusual_act (approval_id);
alter table unusual_act drop constraint unusual_act_kind_check,
  add constraint unusual_act_kind_check check (kind in ('after_shift', 'one_name', 'far_away', 'same_amount', 'mutual_approval')),
  drop constraint unusual_act_visit_id_check,
  add constraint unusual_act_visit_id_check check (num_nonnulls(visit_id, voucher_redeem_id, approval_id) <= 1);
create index approval_decided_by_id_idx on approval (decided_by_id, decided_at);
