import { createSystemActor, type Actor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { addBookings } from './add-bookings.ts';
import { addPage } from './add-pages.ts';
import { addPeople } from './add-people.ts';
import { addSchedule, addTeam, addUser } from './add-users.ts';
import { splitIntoBatches, type BookingIn, type Contents } from './contents.ts';
import { createLeftOutList } from './left-out.ts';
import { tryImport, createProgress, type Progress, type Report } from './progress.ts';
import { createRehearsal, type Rehearsal } from './rehearsal.ts';

export interface ImportOptions {
  readonly workspaceId: WorkspaceId;
  /** The product that the contents come from. */
  readonly source: string;
  readonly contents: Contents;
  readonly isDryRun: boolean;
  readonly onProgress: (what: string, count: number) => void;
}

/** So that a transaction takes a second or two, and others do not wait for long. */
const perTransaction = 200;
/** More in a dry run, where each transaction creates the hosts anew. */
const perRehearsal = 500;

/**
 * Imports what another product exported. Nothing is published: nobody gets mail, and no webhook is called for a booking. It can be
 * run again, and then adds what is missing. A dry run does the same in transactions that are rolled back.
 */
export async function importData(runtime: Runtime, given: ImportOptions): Promise<Report> {
  const { contents, source, isDryRun } = given;
  const progress = createProgress(contents.leftOut, given.onProgress);
  const actor = createSystemActor(given.workspaceId);
  const steps = headSteps(source, contents, progress);
  const rehearsal = isDryRun ? createRehearsal(contents.users) : undefined;
  const run = async (step: Step): Promise<void> => {
    await (isDryRun ? rollBack : runInWorkspace)(runtime, actor, (ctx) => {
      progress.begin();
      return step(ctx);
    });
    progress.keep();
  };
  if (isDryRun) await run((ctx) => oneByOne(ctx, steps));
  else for (const step of steps) await run(step);
  for await (const batch of splitIntoBatches(contents.bookings, rehearsal ? perRehearsal : perTransaction)) {
    await run(async (ctx) => {
      if (rehearsal) await addMissingHosts(ctx, batch, rehearsal);
      await addBookings(ctx, source, batch, progress, rehearsal);
    });
    for (const { sourceId } of batch) rehearsal?.seen.add(sourceId);
  }
  for await (const batch of splitIntoBatches(contents.people, perTransaction)) {
    await run((ctx) => addPeople(ctx, batch, progress, rehearsal));
    for (const { email } of batch) rehearsal?.seen.add(email);
  }
  return progress.report();
}

type Step = (ctx: Ctx) => Promise<void>;

/** What bookings refer to. What depends on nothing comes first; each step is a transaction. */
function headSteps(source: string, contents: Contents, progress: Progress): Step[] {
  const each = <T>(
    kind: string,
    list: readonly T[],
    nameOf: (item: T) => string,
    work: (ctx: Ctx, item: T) => Promise<void>,
  ): Step[] =>
    Array.from({ length: Math.ceil(list.length / perTransaction) }, (_, index) => async (ctx) => {
      for (const item of list.slice(index * perTransaction, (index + 1) * perTransaction))
        await tryImport(ctx, progress, { kind, name: nameOf(item) }, () => work(ctx, item));
    });
  const { users, teams, schedules, pages } = contents;
  return [
    ...each(
      'Users',
      users,
      ({ email }) => email,
      (ctx, item) => addUser(ctx, item, progress),
    ),
    ...each(
      'Teams',
      teams,
      ({ title }) => title,
      (ctx, item) => addTeam(ctx, source, item, progress),
    ),
    ...each(
      'Schedules',
      schedules,
      ({ title }) => title,
      (ctx, item) => addSchedule(ctx, source, item, progress),
    ),
    ...each(
      'Event types',
      pages,
      ({ title }) => title,
      (ctx, item) => addPage(ctx, source, item, progress),
    ),
  ];
}

async function oneByOne(ctx: Ctx, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await step(ctx);
}

/** A transaction without effect. */
async function rollBack(runtime: Runtime, actor: Actor, work: Step): Promise<void> {
  const undo = new Error('A dry run ends without effect.');
  await runInWorkspace(runtime, actor, async (ctx) => {
    await work(ctx);
    throw undo;
  }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
}

/** Users whom an earlier transaction of this dry run has created and rolled back. */
async function addMissingHosts(ctx: Ctx, batch: readonly BookingIn[], { users }: Rehearsal): Promise<void> {
  const emails = new Set(batch.flatMap(({ hostEmails }) => hostEmails.map((email) => email.toLowerCase())));
  const silent = createProgress(createLeftOutList(), () => {});
  for (const email of emails) {
    const user = users.get(email);
    if (user) await tryImport(ctx, silent, { kind: 'Users', name: email }, () => addUser(ctx, user, silent));
  }
}
