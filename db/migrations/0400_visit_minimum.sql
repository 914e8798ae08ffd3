-- A bill counts as a visit from the minimum of its country on; where a country has none, from the worth of USD 5.
alter table country add column visit_minimum numeric(15, 3) constraint country_visit_minimum_check check (visit_minimum >= 0);
