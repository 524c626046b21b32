import { newEventType } from '@daybook/contract/event-types';
import { email as emailField, slug as slugField } from '@daybook/contract/fields';
import { newUser } from '@daybook/contract/members';
import { newSchedule, scheduleChanges } from '@daybook/contract/schedules';
import { writeBulk } from '../crm/public.ts';
import { createEventType } from '../event-types/public.ts';
import { createUser, findMemberByEmail } from '../members/public.ts';
import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { inSavepoint } from '../platform/db/savepoint.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { Problem } from '../platform/problems.ts';
import { changeSchedule, createSchedule } from '../schedules/public.ts';
import { addBookings, demandMember, zoneOr } from './add-bookings.ts';
import type { Contents, PageIn, ScheduleIn, UserIn } from './contents.ts';
import { attempt, newProgress, type Progress, type Report } from './progress.ts';
import { findMovedIn, findPageBySlug, findScheduleByTitle, insertMovedIn } from './store.ts';

export interface MoveIn {
  readonly workspaceId: WorkspaceId;
  /** The product that the contents come from. */
  readonly source: string;
  readonly contents: Contents;
  readonly isDryRun: boolean;
  readonly onProgress: (what: string, count: number) => void;
}

const perTransaction = 200;

/**
 * Takes over what another product exported. Nothing is published: nobody gets mail, and no webhook is called for a booking. It can
 * be run again, and then adds what is missing. A dry run is one transaction that is rolled back.
 */
export async function moveIn(runtime: Runtime, given: MoveIn): Promise<Report> {
  const progress = newProgress(given.contents, given.onProgress);
  const actor = systemActor(given.workspaceId);
  const steps = stepsFor(given, progress);
  if (!given.isDryRun) {
    for (const step of steps) await inWorkspace(runtime, actor, step);
    return progress.report();
  }
  const undo = new Error('A dry run ends without effect.');
  await inWorkspace(runtime, actor, async (ctx) => {
    for (const step of steps) await step(ctx);
    throw undo;
  }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return progress.report();
}

type Step = (ctx: Ctx) => Promise<void>;

/** What depends on nothing comes first; each step is a transaction. */
function stepsFor({ source, contents }: MoveIn, progress: Progress): Step[] {
  const each = <T>(
    list: readonly T[],
    nameOf: (item: T) => string,
    work: (ctx: Ctx, item: T) => Promise<void>,
  ): Step[] =>
    batchesOf(list).map((batch) => async (ctx) => {
      for (const item of batch) await attempt(ctx, progress, nameOf(item), () => work(ctx, item));
    });
  return [
    ...each(
      contents.users,
      ({ email }) => `User ${email}`,
      (ctx, item) => addUser(ctx, item, progress),
    ),
    ...each(
      contents.schedules,
      ({ title }) => `Schedule ${title}`,
      (ctx, item) => addSchedule(ctx, source, item, progress),
    ),
    ...each(
      contents.pages,
      ({ title }) => `Page ${title}`,
      (ctx, item) => addPage(ctx, source, item, progress),
    ),
    ...batchesOf(contents.bookings).map(
      (batch): Step =>
        (ctx) =>
          addBookings(ctx, source, batch, progress),
    ),
    ...batchesOf(contents.people).map(
      (batch): Step =>
        (ctx) =>
          addPeople(ctx, batch, progress),
    ),
  ];
}

function batchesOf<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / perTransaction) }, (_, index) =>
    list.slice(index * perTransaction, (index + 1) * perTransaction),
  );
}

async function addUser(
  ctx: Ctx,
  { email, name, slug, timezone, role }: UserIn,
  progress: Progress,
): Promise<void> {
  const address = emailField.parse(email);
  if (await findMemberByEmail(ctx, address)) return progress.count('users', 'found');
  const [firstName = address, ...rest] = name.trim().split(/\s+/);
  const fields = {
    email: address,
    firstName: firstName || address,
    lastName: rest.join(' ') || '-',
    role: role ?? 'user',
    timezone: zoneOr(timezone, 'UTC'),
  };
  const wanted = slugField.safeParse(slug).data;
  try {
    await inSavepoint(ctx, () => createUser(ctx, newUser.parse({ ...fields, slug: wanted })));
  } catch (error) {
    // The address of their pages may be taken; then it comes from their name.
    if (!(error instanceof Problem) || wanted === undefined) throw error;
    await createUser(ctx, newUser.parse(fields));
    progress.leftOut.push({ what: `Slug ${wanted} of ${address}`, why: 'It is taken or reserved here.' });
  }
  progress.count('users', 'added');
}

async function addSchedule(ctx: Ctx, source: string, given: ScheduleIn, progress: Progress): Promise<void> {
  const origin = { source, kind: 'schedule', sourceId: given.sourceId } as const;
  if ((await findMovedIn(ctx, origin, [given.sourceId])).size > 0)
    return progress.count('schedules', 'found');
  const owner = await demandMember(ctx, given.email);
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
  await insertMovedIn(ctx, origin, row.id);
  progress.count('schedules', 'added');
}

async function addPage(ctx: Ctx, source: string, given: PageIn, progress: Progress): Promise<void> {
  const origin = { source, kind: 'page', sourceId: given.sourceId } as const;
  if ((await findMovedIn(ctx, origin, [given.sourceId])).size > 0) return progress.count('pages', 'found');
  const owner = await demandMember(ctx, given.email);
  const slug = slugField.safeParse(given.slug).data;
  const same = slug && (await findPageBySlug(ctx, owner.id, slug));
  if (same) {
    await insertMovedIn(ctx, origin, same);
    return progress.count('pages', 'found');
  }
  const schedules = given.scheduleSourceId
    ? await findMovedIn(ctx, { source, kind: 'schedule' }, [given.scheduleSourceId])
    : new Map<string, string>();
  const [duration = 30] = given.durations;
  const page = await createEventType(
    ctx,
    newEventType.parse({
      ownerSlug: owner.slug,
      title: given.title.slice(0, 200),
      slug,
      type: given.type,
      description: htmlOf(given.description),
      duration,
      eventDurations: given.durations.map((minutes) => ({ minutes, default: minutes === duration })),
      color: /^[0-9a-f]{6}$/.test(given.color ?? '') ? given.color : undefined,
      maxActiveInvitees: given.type === 'GROUP' ? given.seats : undefined,
      isActive: given.isActive,
      isSecret: given.isSecret,
      scheduleUuid: schedules.get(given.scheduleSourceId ?? ''),
      bufferBefore: given.bufferBefore,
      bufferAfter: given.bufferAfter,
      minimumNotice: given.minimumNotice,
      slotInterval: given.slotInterval,
      locations: given.locations,
      inviteeQuestions: given.questions,
    }),
  );
  await insertMovedIn(ctx, origin, page.id);
  progress.count('pages', 'added');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function htmlOf(text: string): string {
  const safe = text.slice(0, 4000).replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '');
  return safe === '' ? '' : `<p>${safe.replaceAll(/\n+/g, '</p><p>')}</p>`;
}

async function addPeople(ctx: Ctx, batch: Contents['people'], progress: Progress): Promise<void> {
  const results = await writeBulk(ctx, 'people', {
    records: batch.map(({ values }) => values),
    mode: 'each',
    matchingAttribute: 'emails',
  });
  for (const { index, status, error } of results) {
    if (status !== 'failed') progress.count('people', status === 'created' ? 'added' : 'found');
    else {
      const fields = Object.entries(error?.errors ?? {}).map(
        ([field, said]) => `${field}: ${said.join(' ')}`,
      );
      const why = fields.join(' ') || (error?.message ?? '');
      progress.leftOut.push({ what: `Person ${batch[index]?.email}`, why });
    }
  }
}
