-- How a page collects its price, and what invitees get back who cancel; null: all of it until the event begins.
alter table event_type
  add column payment_provider text not null default 'manual' check (payment_provider in ('manual', 'stripe')),
  add column refund_policy jsonb;

-- The account of a workspace with a provider, by its keys.
create table payment_account (
  workspace_id uuid not null references workspace on delete cascade,
  provider text not null check (provider in ('stripe')),
  is_live boolean not null,
  keys_sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (workspace_id, provider)
);
call protect('payment_account');
call audit_table('payment_account', 'payment_account', 'provider', '{keys_sealed}');

-- A payment that was asked for: open until it is paid or the time that is held for it has expired. One that is paid late is still taken.
create table payment (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  event_type_id uuid not null,
  provider text not null check (provider in ('stripe')),
  state text not null default 'open' check (state in ('open', 'expired', 'paid')),
  -- As the page writes it, and in the smallest unit of its currency.
  amount text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  refund_policy jsonb,
  -- What is booked once it is paid, of whom, and through which link. Null once that is done or of no use.
  booking jsonb,
  link jsonb,
  email text,
  invitee_id text,
  is_confirmed boolean not null,
  -- When the page of the provider closes, once it was asked for one.
  session_expires_at timestamptz,
  session_id text,
  session_url text,
  -- What the provider refunds.
  charge_id text,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- What the provider has paid back, by its own account.
  refunded_minor bigint not null default 0,
  -- When it is to be worked on next: it expires, or what it holds of a person is deleted. Null: nothing to do.
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

-- Money that is to be paid back. Its id is what the provider knows it by, so that it is paid back once.
create table payment_refund (
  workspace_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null check (reason in ('cancelled', 'host', 'late')),
  state text not null default 'due' check (state in ('due', 'done', 'refused')),
  failures integer not null default 0,
  error text,
  due_at timestamptz not null default now(),
  -- Whoever works on it has it to themselves until then.
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, payment_id) references payment on delete cascade
);
create index payment_refund_payment on payment_refund (workspace_id, payment_id);
create index payment_refund_due on payment_refund (due_at) where state = 'due';
call protect('payment_refund');
-- Who paid back what, and to whom: the payment says that.
call audit_table('payment_refund', 'refund', 'payment_id', '{state,failures,error,due_at,leased_until}');
