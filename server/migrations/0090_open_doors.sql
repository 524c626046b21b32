-- The steps of a sign-in belong to a generation. They are void once the user has finished one, was deactivated, or has
-- another address.
alter table sign_in add column generation integer not null default 0;

-- An invitation is of no use to somebody who is a user already, and blocks nothing but the list.
update invitation i set withdrawn_at = now()
from member m
where m.workspace_id = i.workspace_id and m.email = i.email and i.accepted_at is null and i.withdrawn_at is null;

-- Those whose inviter was deactivated could not be accepted, but would have come back with them.
update invitation i set withdrawn_at = now()
from member m
where m.workspace_id = i.workspace_id and m.id = i.invited_by and not m.is_active
  and i.accepted_at is null and i.withdrawn_at is null;
