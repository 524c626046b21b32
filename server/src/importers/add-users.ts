import { email as emailField, language as languageField, slug as slugField } from '@daybook/contract/fields';
import { newTeam, newUser } from '@daybook/contract/members';
import { newSchedule, scheduleChanges } from '@daybook/contract/schedules';
import { addMember, createTeam, createUser, findMemberByEmail, findTeamBySlug } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { runInSavepoint } from '../platform/db/savepoint.ts';
import { Problem } from '../platform/problems.ts';
import { changeSchedule, createSchedule } from '../schedules/public.ts';
import { requireMember } from './add-bookings.ts';
import { parseZoneOr } from './booking-rows.ts';
import type { ScheduleIn, TeamIn, UserIn } from './contents.ts';
import type { Progress } from './progress.ts';
import { findImportMapping, findScheduleByTitle, insertImportMapping } from './store.ts';

export async function addUser(ctx: Ctx, given: UserIn, progress: Progress): Promise<void> {
  const address = emailField.parse(given.email);
  if (await findMemberByEmail(ctx, address)) return progress.count('users', 'found');
  const [firstName = address, ...rest] = given.name.trim().split(/\s+/);
  const timezone = parseZoneOr(given.timezone, 'UTC');
  const say = (field: string, why: string): void =>
    progress.leaveOut({ kind: 'Users', field, why, name: address });
  if (given.timezone && timezone !== given.timezone) say('time zone', 'It is unknown; UTC is used.');
  const fields = {
    email: address,
    firstName: firstName || address,
    lastName: rest.join(' ') || '-',
    role: given.role ?? 'user',
    timezone,
    language: languageField.safeParse(given.language).data,
  };
  const wanted = slugField.safeParse(given.slug).data;
  if (given.slug && wanted === undefined) say('slug', 'It can’t be a link ending here.');
  try {
    await runInSavepoint(ctx, () => createUser(ctx, newUser.parse({ ...fields, slug: wanted })));
  } catch (error) {
    // The address of their pages may be taken; then it comes from their name.
    if (!(error instanceof Problem) || wanted === undefined) throw error;
    await createUser(ctx, newUser.parse(fields));
    say('slug', 'It is already taken or reserved here.');
  }
  progress.count('users', 'added');
}

/** With its members; a team of the same slug is taken for the same. */
export async function addTeam(ctx: Ctx, source: string, given: TeamIn, progress: Progress): Promise<void> {
  const origin = { source, kind: 'team', sourceId: given.sourceId } as const;
  if ((await findImportMapping(ctx, origin, [given.sourceId])).size > 0)
    return progress.count('teams', 'found');
  const slug = slugField.safeParse(given.slug).data;
  const same = slug && (await findTeamBySlug(ctx, slug));
  if (same) {
    await insertImportMapping(ctx, origin, same.id);
    return progress.count('teams', 'found');
  }
  const title = given.title.slice(0, 100);
  const team = await createWithFreeSlug(ctx, title, slug, progress);
  for (const { email, isManager } of given.members) {
    const member = await requireMember(ctx, email);
    await addMember(ctx, team.id, { email: member.email, role: isManager ? 'manager' : 'member' });
  }
  await insertImportMapping(ctx, origin, team.id);
  progress.count('teams', 'added');
}

async function createWithFreeSlug(ctx: Ctx, title: string, slug: string | undefined, progress: Progress) {
  try {
    return await runInSavepoint(ctx, () => createTeam(ctx, newTeam.parse({ title, slug })));
  } catch (error) {
    if (!(error instanceof Problem) || slug === undefined) throw error;
    progress.leaveOut({
      kind: 'Teams',
      field: 'slug',
      why: 'It is already taken or reserved here.',
      name: title,
    });
    return createTeam(ctx, newTeam.parse({ title }));
  }
}

export async function addSchedule(
  ctx: Ctx,
  source: string,
  given: ScheduleIn,
  progress: Progress,
): Promise<void> {
  const origin = { source, kind: 'schedule', sourceId: given.sourceId } as const;
  if ((await findImportMapping(ctx, origin, [given.sourceId])).size > 0)
    return progress.count('schedules', 'found');
  const owner = await requireMember(ctx, given.email);
  const hours = {
    email: owner.email,
    title: given.title,
    timezone: given.timezone,
    weekly_hours: given.week,
    special_hours: given.dates,
  };
  // Everybody has a default schedule from the start, which theirs replaces.
  const same = await findScheduleByTitle(ctx, owner.id, given.title);
  const changed = given.isDefault ? 'default' : same && { id: same };
  const row = changed
    ? await changeSchedule(ctx, changed, scheduleChanges.parse(hours))
    : await createSchedule(ctx, newSchedule.parse({ ...hours, isDefault: false }));
  await insertImportMapping(ctx, origin, row.id);
  progress.count('schedules', 'added');
}
