-- Of a hotel's token there is but the hash: SHA-256 in hexadecimal digits.
alter table integration add constraint integration_access_token_check check (access_token ~ '^[0-9a-f]{64}$');
