-- Whoever loses or gets a right has to read everything again: what they have on the screen may no longer be theirs to see.
-- Without a member, it is all users.
create function live_permission() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind) values (new.workspace_id, 'access');
  return null;
end $$;
create trigger live_permission after update of user_permission on crm_object for each row
  when (old.user_permission is distinct from new.user_permission) execute function live_permission();

create function live_role() returns trigger language plpgsql as $$
begin
  insert into live_change (workspace_id, kind, member_id) values (new.workspace_id, 'access', new.id);
  return null;
end $$;
create trigger live_role after update of role on member for each row
  when (old.role is distinct from new.role) execute function live_role();
