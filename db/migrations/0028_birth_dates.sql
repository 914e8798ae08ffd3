-- Nobody in the programme was born before 1900: such days are slips of the keyboard. What stood there stays in the operation log.
update member set birth_date = null where birth_date < '1900-01-01';
alter table member add constraint member_birth_date_check check (birth_date >= '1900-01-01');
