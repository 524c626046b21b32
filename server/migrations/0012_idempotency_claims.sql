-- Some requests do something outside before their transaction, such as a test delivery. Their key is claimed first, in a
-- transaction of its own, so that a twin at the same moment does not do it as well. A claim that nobody came back to ends.
alter table idempotency add column claim uuid, add column claimed_until timestamptz;
