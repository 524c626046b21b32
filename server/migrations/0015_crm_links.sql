-- A link is looked up by one of its ends or by both, and is found by two indexes instead of three: each begins with one
-- end and goes on with the other, so that a record with very many links does not slow down a look-up by both.
drop index crm_link_back, crm_link_from, crm_link_to;
create index crm_link_to on crm_link (to_id, from_id, relation_id, workspace_id);
create index crm_link_from on crm_link (from_id, to_id, relation_id, workspace_id);
