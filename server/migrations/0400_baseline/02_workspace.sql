-- The workspace, to which everything else belongs. It stands apart from the other tables of the identity slice because they refer
-- to members, who refer to it.
create table workspace (
  workspace_id uuid primary key,
  name text not null,
  timezone text not null,
  logo text,
  brand_color text,
  crm_enabled boolean not null default true,
  -- The sites that may show public pages in a frame; null for any, an empty list for none.
  embed_origins text[],
  require_second_factor boolean not null default false,
  -- Refuses a booking when a calendar of the host doesn't answer, instead of trusting what was last read.
  require_calendar_answer boolean not null default false,
  blocked_addresses text[] not null default '{}',
  -- How video calls get their link, and the secrets for it.
  conferencing jsonb not null default '{"kind": "template"}',
  conferencing_sealed bytea,
  -- For how many days things are kept; null keeps invitees.
  audit_days integer not null default 365 check (audit_days between 1 and 3650),
  mail_days integer not null default 90 check (mail_days between 1 and 90),
  delivery_days integer not null default 30 check (delivery_days between 1 and 30),
  invitee_days integer check (invitee_days between 1 and 3650),
  plan text not null default 'self-hosted',
  plan_active boolean not null default true,
  -- The time of the last billing webhook, by the clock of billing: webhooks may arrive late and out of order.
  plan_reported_at timestamptz,
  -- statement_timestamp(): created and updated are one time, and rows that a transaction inserts one by one keep their order in lists.
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp()
);
call protect('workspace');

-- Whether this is the first start. Like other functions that look past workspaces, it sets '*' by hand and restores what was there:
-- PostgreSQL lets only superusers write a SET clause for a setting of our own.
create function installation_is_empty() returns boolean language plpgsql stable as $$
declare
  before text := current_setting('daybook.workspace', true);
  answer boolean;
begin
  perform set_config('daybook.workspace', '*', true);
  answer := not exists (select from workspace);
  perform set_config('daybook.workspace', coalesce(before, ''), true);
  return answer;
end $$;
