-- A webhook of the organization whose creator was deactivated or is no longer an admin belongs to the organization since
-- then. Null: it belongs to its creator.
alter table webhook add column passed_at timestamptz;

update webhook w set passed_at = now()
from member m
where m.workspace_id = w.workspace_id and m.id = w.member_id and w.scope = 'organization'
  and not (m.is_active and m.role in ('owner', 'admin'));

-- Those of scope user stop with their user.
update webhook w set disabled_at = now(), disabled_reason = 'Its user was deactivated.'
from member m
where m.workspace_id = w.workspace_id and m.id = w.member_id and w.scope = 'user' and not m.is_active
  and w.disabled_at is null;

-- batches of webhook_delivery
update webhook_delivery d set status = 'skipped', finished_at = now()
where finished_at is null and :batch and exists (
  select from webhook w where w.workspace_id = d.workspace_id and w.id = d.webhook_id and w.disabled_at is not null);
