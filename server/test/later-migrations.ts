import { buildMigration, readMigrations, type Migration } from '../src/platform/db/migration-files.ts';

/* Migrations of a later Daybook, written by the rules of CONTRIBUTING.md, with every kind of part. */

/** Programs of before don't write the new column: until the end of the upgrade, a trigger does. */
const addDomain = buildMigration(
  '9001_invitee_domain',
  `alter table invitee add column domain text;
create function fill_domain() returns trigger language plpgsql as $$
begin
  new.domain := split_part(new.email, '@', 2);
  return new;
end $$;
create trigger fill_domain before insert or update on invitee for each row when (new.domain is null)
  execute function fill_domain();
-- batches of invitee
update invitee set domain = null where domain is null and :batch;
-- next transaction
alter table invitee add constraint invitee_domain_filled check (domain is not null) not valid;
-- next transaction
alter table invitee validate constraint invitee_domain_filled;
-- no transaction
create index concurrently invitee_domain on invitee (workspace_id, domain);
-- next transaction
alter table invitee alter column domain set not null;
alter table invitee drop constraint invitee_domain_filled;
`,
);

export const endOfUpgrade = '9002_end_of_upgrade';

const dropTrigger = buildMigration(
  endOfUpgrade,
  `drop trigger fill_domain on invitee;
drop function fill_domain();
`,
);

/** Those of today, and what a later Daybook has beside them while programs of before still write. */
export const duringUpgrade: readonly Migration[] = [...readMigrations(), addDomain];
export const afterUpgrade: readonly Migration[] = [...duringUpgrade, dropTrigger];
