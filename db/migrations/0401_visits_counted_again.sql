-- Small bills count no more, and no more than three visits of a day: the upkeep judges everybody by the new rules.
insert into standing_recount select where exists (select from visit);
