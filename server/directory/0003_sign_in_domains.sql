-- Email domains that a workspace has verified, by their hash: one owner over all cells, like slugs.
alter table directory.name drop constraint name_kind_check;
alter table directory.name add constraint name_kind_check
  check (kind in ('slug', 'form', 'domain', 'sign_in_domain', 'email', 'subject', 'secret'));
create unique index name_sign_in_domain_is_unique on directory.name (kind, value) where kind = 'sign_in_domain';
