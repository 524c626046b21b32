-- How the numbers and dates of a column are written, as the caller said or as its cells show, which are all read first.
alter table crm_import add column notations text[] not null default '{}',
  add column needs_scan boolean not null default false;
