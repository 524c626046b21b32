-- A deleted option keeps its row, so that the history of a record can still say what it was called.
alter table crm_option add column deleted_at timestamptz;
