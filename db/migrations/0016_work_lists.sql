-- Calls to members, and the lists of those whom somebody should call.

create table member_call (
  like record including all,
  member_id bigint not null references member (id),
  work_list text constraint member_call_work_list_check check (work_list in ('renewal', 'expiring', 'never_used', 'near_upgrade', 'birthday')),
  outcome text not null constraint member_call_outcome_check check (outcome in ('reached', 'no_answer', 'call_back', 'declined', 'renewed', 'wrong_number')),
  note text,
  call_back_on date
);
create index member_call_member_id_idx on member_call (member_id);
create index member_call_search_idx on member_call using gin (note gin_trgm_ops);
call keep_records('member_call');
