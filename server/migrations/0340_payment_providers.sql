-- Which providers there are is known to the program alone: another one needs no migration.
alter table event_type drop constraint event_type_payment_provider_check;
alter table event_type add constraint event_type_payment_provider_check
  check (payment_provider ~ '^[a-z]{1,30}$') not valid;
alter table payment_account drop constraint payment_account_provider_check;
alter table payment_account add constraint payment_account_provider_check
  check (provider ~ '^[a-z]{1,30}$') not valid;
alter table payment drop constraint payment_provider_check;
alter table payment add constraint payment_provider_check check (provider ~ '^[a-z]{1,30}$') not valid;
-- next transaction
alter table event_type validate constraint event_type_payment_provider_check;
alter table payment_account validate constraint payment_account_provider_check;
alter table payment validate constraint payment_provider_check;
