-- Who created a token or replaced its secret last, and by which token if by one: it is revoked with both (docs/decisions/0142). Null: the operator.
alter table api_token
  add column creator_id text,
  add column creator_token_id uuid,
  add foreign key (workspace_id, creator_id) references member on delete cascade,
  add foreign key (workspace_id, creator_token_id) references api_token on delete cascade;

-- The audit log has had this in the entry of the change from the beginning.
drop trigger audit on api_token;
call audit_table('api_token', 'token', 'id', '{last_used_at,creator_id,creator_token_id}');
update api_token t set creator_id = e.member_id
from audit_entry e join member m on m.workspace_id = e.workspace_id and m.id = e.member_id
where e.workspace_id = t.workspace_id and e.object_id = t.id::text and e.action = 'token.created' and t.revoked_at is null;

-- When the identity provider last asked for a password or the like, if it said so. Other sessions prove who their user is when they begin.
alter table session add column proven_at timestamptz;
