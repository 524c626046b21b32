-- Of agents that speak themselves: the page whose times they offer, and the voice in which they do.
alter table agent
  add column event_type_id uuid,
  add column voice text not null default 'slt',
  add foreign key (workspace_id, event_type_id) references event_type on delete set null (event_type_id);
create index agent_event_type on agent (workspace_id, event_type_id) where event_type_id is not null;
