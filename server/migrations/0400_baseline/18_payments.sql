-- Payments through a provider, and refunds. The program knows which providers there are, so that another one needs no migration.

-- The workspace's account with a provider, by its keys.
create table payment_account (
  workspace_id uuid not null references workspace on delete cascade,
  provider text not null check (provider ~ '^[a-z]{1,30}$'),
  is_live boolean not null,
  keys_sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, provider)
);
call protect('payment_account');
call audit_table('payment_account', 'payment_account', 'provider', '{keys_sealed}');

-- A requested payment: open until it is paid or the time that is held for it has expired. One that is paid late is still accepted.
create table payment (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  event_type_id uuid not null,
  provider text not null check (provider ~ '^[a-z]{1,30}$'),
  state text not null default 'open' check (state in ('open', 'expired', 'paid')),
  -- As the page has it, and in the smallest unit of its currency.
  amount text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  refund_policy jsonb,
  -- The start by which the refund policy is judged, once an invitee has rescheduled too late; null for that of the event.
  policy_starts_at timestamptz,
  -- What is booked once it is paid, by whom, and through which link. Null once that is done or no longer possible.
  booking jsonb,
  link jsonb,
  email text,
  is_confirmed boolean not null,
  invitee_id text,
  -- The checkout page of the provider, once it was requested.
  session_id text,
  session_url text,
  session_expires_at timestamptz,
  -- What the provider refunds.
  charge_id text,
  -- What the provider has refunded, by its own account.
  refunded_minor bigint not null default 0,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- When it is processed next: it expires, or its personal data is deleted. Null for never.
  due_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, event_type_id) references event_type on delete cascade,
  foreign key (workspace_id, invitee_id) references invitee on delete set null (invitee_id)
);
create unique index payment_invitee on payment (workspace_id, invitee_id) where invitee_id is not null;
create index payment_page on payment (workspace_id, event_type_id);
create index payment_email on payment (workspace_id, lower(email)) where email is not null;
create index payment_due on payment (due_at) where due_at is not null;
call protect('payment');

-- Every refund of a payment as the provider has it, also one that was made there (`elsewhere`): their sum is what was paid back. The
-- provider knows it by its id, so that it is paid once. One that the provider refuses waits for a person, who retries or closes it.
create table payment_refund (
  workspace_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null check (reason in ('cancelled', 'host', 'late', 'elsewhere')),
  state text not null default 'due' check (state in ('due', 'done', 'refused', 'closed')),
  provider_id text,
  failures integer not null default 0,
  error text,
  due_at timestamptz not null default now(),
  -- The lease of the process that works on it.
  leased_until timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, payment_id) references payment on delete cascade
);
create unique index payment_refund_provider on payment_refund (workspace_id, provider_id) where provider_id is not null;
create index payment_refund_payment on payment_refund (workspace_id, payment_id);
create index payment_refund_due on payment_refund (due_at) where state = 'due';
call protect('payment_refund');
-- Entries name the payment, which says who received what.
call audit_table('payment_refund', 'refund', 'payment_id', '{state,failures,error,due_at,leased_until,provider_id}');
