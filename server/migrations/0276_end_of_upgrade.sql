-- What earlier migrations left for programs of before, which wrote while those ran (docs/decisions/0118). Databases that were upgraded by the
-- files of before have none of it.
drop trigger if exists note_copy on crm_change;
drop function if exists drop_note_copy();
-- next transaction
drop trigger if exists search_letters on crm_record;
drop function if exists fold_search();
-- next transaction
alter table calendar_busy alter column position drop default;
drop sequence if exists calendar_busy_number;
-- next transaction
drop trigger if exists calendar_name on calendar_copy;
drop function if exists name_copied_calendar();
-- next transaction
drop trigger if exists account_key on calendar_connection;
drop function if exists forget_account_key();
-- next transaction
drop trigger if exists single_use on link;
drop function if exists count_single_use();

-- Workspaces that a program of before 0214_workflows created since.
-- next transaction
insert into workflow (workspace_id, id, name, standard, is_active, trigger, steps)
select w.workspace_id, gen_random_uuid(), s.name, s.standard, s.is_active, s.trigger::jsonb, s.steps::jsonb
from workspace w cross join (values
  ('Reminders', 'reminders', true, '{"on": "before", "minutes": null}',
    '[{"id": "reminder00", "kind": "mail", "to": "person", "address": null, "isTransactional": true, "template": "reminder", "texts": null}]'),
  ('Follow-up', 'follow_up', false, '{"on": "after", "minutes": 60}',
    '[{"id": "followup00", "kind": "mail", "to": "person", "address": null, "isTransactional": false, "template": "follow_up", "texts": null}]')
) as s (name, standard, is_active, trigger, steps)
on conflict (workspace_id, standard) do nothing;
insert into workflow_version (workspace_id, workflow_id, version, definition)
select workspace_id, id, version, jsonb_build_object('trigger', trigger, 'conditions', conditions, 'steps', steps) from workflow
on conflict (workspace_id, workflow_id, version) do nothing;
