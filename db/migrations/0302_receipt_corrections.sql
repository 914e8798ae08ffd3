-- Why payment type, receipt number or seller of a transaction was changed after its receipt was printed.
alter table transaction add column correction_reason text;
