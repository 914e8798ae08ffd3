-- The log and the counts join the rows before a statement to the rows after it. Their plans are kept by the connection: made
-- for a write of one row, they compared each row with each in a write of many, 42 s for 10,000 where 1 s is enough.

alter function log_updated() set enable_nestloop = off;
alter function count_updated() set enable_nestloop = off;
