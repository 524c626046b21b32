-- A form asks some questions and leads the visitor to the right page. Its questions and routes are read and written as a whole, so
-- they stand in one row.
create table routing_form (
  workspace_id uuid not null,
  id uuid not null,
  owner_member_id text not null,
  name text not null,
  slug text not null,
  headline text,
  is_active boolean not null default true,
  -- [{"inputId", "question", "type", "isRequired", "options"}]
  fields jsonb not null,
  -- [{"match", "conditions": [{"inputId", "operator", "value"}], "action"}], tried in order, and the action when none fits
  routes jsonb not null,
  fallback jsonb not null,
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, owner_member_id) references member on delete cascade
);
create index routing_form_owner on routing_form (workspace_id, owner_member_id, created_at, id);
create index routing_form_listing on routing_form (workspace_id, created_at, id);
call protect('routing_form');
call audit_table('routing_form', 'routing_form');

-- Global: a form's address carries no workspace.
create table form_slug (
  slug text primary key,
  workspace_id uuid not null references workspace on delete cascade,
  form_id uuid not null,
  foreign key (workspace_id, form_id) references routing_form on delete cascade
);
create index form_slug_form on form_slug (workspace_id, form_id);

-- The answers and the route they led to, as of that moment.
create table routing_submission (
  workspace_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  -- [{"question", "answer", "inputId", "order"}]
  answers jsonb not null,
  utm jsonb not null,
  ad_attribution jsonb,
  -- {"routeType", "routeCustomUrl", "headline", "isFallbackRoute", "eventType"}
  route jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, form_id) references routing_form on delete cascade
);
create index routing_submission_form on routing_submission (workspace_id, form_id, created_at, id);
call protect('routing_submission');
call live_table('routing_submission', '{insert}', 'routing_submission', 'form_id');
