-- What expires is deleted in batches, oldest first, which each need an index on the time.
create index webhook_delivery_age on webhook_delivery (finished_at) where finished_at is not null;
create index session_age on session (last_seen_at);

-- An attribute that is becoming unique: whoever writes records claims its values from now on, while those of existing records are
-- claimed in batches. The id tells builds apart, so that only the last one can finish.
alter table crm_attribute add column unique_build uuid, add column unique_build_at timestamptz;
create index crm_attribute_build on crm_attribute (unique_build_at) where unique_build is not null;
