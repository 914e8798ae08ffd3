-- How much of a price the users of a role group may take off, in percent; that of its access level where nothing is said.
alter table role_group add column discount_limit integer constraint role_group_discount_limit_check check (discount_limit between 0 and 100);
