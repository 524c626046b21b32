-- An attribute that was deleted by itself, not with its object. Its row stays, so that the history of records can still say what
-- its values meant, and its key is not given to another. Its slot is free once the records have been cleared.
alter table crm_attribute add column is_removed boolean not null default false;

-- An archived option stays on the records that have it, and can not be chosen again.
alter table crm_option add column is_archived boolean not null default false;
