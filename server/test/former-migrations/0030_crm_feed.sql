-- Changes get a gap-free position in the feed of their workspace once they are committed. The order of transaction ids is not
-- the order in which changes were applied: a transaction that began first may change a record last.
alter table crm_change add column seq bigint generated always as identity;

create table crm_feed (
  workspace_id uuid not null,
  position bigint not null,
  -- The key of the change.
  tx bigint not null,
  happened_at timestamptz not null,
  id uuid not null,
  primary key (workspace_id, position)
);
create index crm_feed_tx on crm_feed (workspace_id, tx, id);
call protect('crm_feed');

-- How far the feed of a workspace is: its last position, and the transaction id below which every change has one.
create table crm_feed_state (
  workspace_id uuid primary key references workspace on delete cascade,
  position bigint not null default 0,
  horizon bigint not null default 0
);
call protect('crm_feed_state');

insert into crm_feed (workspace_id, position, tx, happened_at, id)
select workspace_id, row_number() over (partition by workspace_id order by tx, happened_at, id), tx, happened_at, id
from crm_change;
insert into crm_feed_state (workspace_id, position)
select w.workspace_id, coalesce((select max(position) from crm_feed f where f.workspace_id = w.workspace_id), 0)
from workspace w;
