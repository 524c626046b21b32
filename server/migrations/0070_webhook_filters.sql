-- What a webhook receives of its events: { eventTypes, teams, users, objects }, each a list of ids or left out; null: everything.
alter table webhook add column filter jsonb;
-- Headers of its own, sealed as JSON; their names are shown, their values never.
alter table webhook add column headers_sealed bytea;
alter table webhook add column header_names text[] not null default '{}';
