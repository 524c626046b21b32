-- Every refund of a payment as the provider has it, also one that was made there (`elsewhere`): their sum is what was paid back. One that the
-- provider refuses waits for a person, who retries it or closes it.
alter table payment_refund
  add column provider_id text,
  add column closed_at timestamptz,
  drop constraint payment_refund_state_check,
  drop constraint payment_refund_reason_check,
  add constraint payment_refund_state_check check (state in ('due', 'done', 'refused', 'closed')) not valid,
  add constraint payment_refund_reason_check check (reason in ('cancelled', 'host', 'late', 'elsewhere')) not valid;
drop trigger audit on payment_refund;
call audit_table('payment_refund', 'refund', 'payment_id', '{state,failures,error,due_at,leased_until,provider_id}');

-- The start by which the refund policy is judged, once an invitee has moved away from it too late. Null: that of the event.
alter table payment add column policy_starts_at timestamptz;

-- next transaction
alter table payment_refund
  validate constraint payment_refund_state_check,
  validate constraint payment_refund_reason_check;

-- no transaction
create unique index concurrently payment_refund_provider on payment_refund (workspace_id, provider_id) where provider_id is not null;
