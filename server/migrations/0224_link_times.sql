-- A link may offer certain starts instead of those of its page: minutes since 1970, in order.
alter table link add column only_starts integer[];
