-- Domains of email addresses have one owner over all cells, as host names do.
alter table directory.name drop constraint name_kind_check;
alter table directory.name add constraint name_kind_check
  check (kind in ('slug', 'form', 'domain', 'sign_in_domain', 'email', 'subject', 'secret'));
drop index directory.name_is_unique;
create unique index name_is_unique on directory.name (kind, value)
  where kind in ('slug', 'form', 'domain', 'sign_in_domain');
