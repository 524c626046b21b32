import { createSystemActor, type Actor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { conferenceChanged } from './events.ts';
import { ConferenceError, type Conference, type ConferenceAccount } from './provider/public.ts';
import { scheduleSync } from './schedule-sync.ts';
import { providers, type Kind } from './providers.ts';
import { findAccount } from './settings.ts';
import * as store from './store.ts';

/** After each failure; then always the last. The first ones fall into the time for which mail waits. */
const retrySeconds = [2, 5, 15, 60, 300, 900, 3600];

/**
 * Makes the conference at the account what the event says: there once, at its time, or gone. Requests go out between transactions.
 * That one is about to be made is committed first, so that the next attempt after a crash looks for it.
 */
export async function syncConference(
  runtime: Runtime,
  { workspaceId, eventId }: store.DueConference,
): Promise<void> {
  const actor = createSystemActor(workspaceId);
  const claimed = await runInWorkspace(runtime, actor, (ctx) => store.claimConference(ctx, eventId));
  if (!claimed) return;
  try {
    await work(runtime, actor, claimed);
  } catch (error) {
    if (!(error instanceof ConferenceError))
      runtime.log.error({ err: error, event: eventId }, 'a conference could not be worked on');
    await runInWorkspace(runtime, actor, (ctx) => recordFailure(ctx, claimed, error));
  }
}

async function work(runtime: Runtime, actor: Actor, claimed: store.ClaimedConference): Promise<void> {
  const { event_id: eventId, external_id: externalId } = claimed;
  if (isPast(runtime, claimed)) {
    await runInWorkspace(runtime, actor, (ctx) => store.deleteConference(ctx, eventId));
    return;
  }
  const account = accountOf(runtime, claimed);
  if (claimed.is_ending) {
    const id = externalId ?? (claimed.intended_at ? (await account.find(eventId))?.externalId : undefined);
    if (id !== undefined) await account.remove(id);
    await runInWorkspace(runtime, actor, (ctx) => store.deleteConference(ctx, eventId));
  } else if (externalId === null) {
    const made = await findOrCreate(runtime, actor, account, claimed);
    await runInWorkspace(runtime, actor, (ctx) => recordLink(ctx, claimed, made));
  } else if ((await account.update(externalId, meetingOf(claimed))) === 'gone') {
    await runInWorkspace(runtime, actor, (ctx) => recordGone(ctx, claimed));
  } else {
    await runInWorkspace(runtime, actor, (ctx) => recordWritten(ctx, claimed));
  }
}

/** Nobody needs a link any more, and a meeting of the past is in nobody's way. */
function isPast({ clock }: Runtime, { ends_at: endsAt }: store.ClaimedConference): boolean {
  return Date.parse(endsAt) < clock.now().getTime();
}

function accountOf(runtime: Runtime, claimed: store.ClaimedConference): ConferenceAccount {
  const kind = claimed.provider as Kind;
  const provider = providers[kind];
  if (provider.by !== 'account') throw new Error(`No account makes conferences of the kind ${kind}.`);
  const account = findAccount(runtime.secrets, claimed, kind);
  if (!account)
    throw new ConferenceError(
      `${provider.form.title} is not set up any more in the settings of the workspace.`,
    );
  return provider.connect(runtime, account);
}

async function findOrCreate(
  runtime: Runtime,
  actor: Actor,
  account: ConferenceAccount,
  claimed: store.ClaimedConference,
): Promise<Conference> {
  const { event_id: eventId } = claimed;
  const found = claimed.intended_at ? await account.find(eventId) : undefined;
  if (found) return found;
  await runInWorkspace(runtime, actor, (ctx) =>
    store.updateConference(ctx, eventId, { intended_at: ctx.now.toISOString() }),
  );
  return account.create(meetingOf(claimed));
}

function meetingOf({ event_id: eventId, title, starts_at: startsAt, duration }: store.ClaimedConference) {
  return { eventId, title, startsAt: new Date(startsAt), durationMinutes: duration };
}

const healthy = { failures: 0, error: null, failing_since: null, leased_until: null };

async function recordLink(
  ctx: Ctx,
  claimed: store.ClaimedConference,
  { externalId, joinUrl }: Conference,
): Promise<void> {
  const { event_id: eventId } = claimed;
  const row = await lock(ctx, eventId);
  if (!row) return;
  await finish(ctx, claimed, row, { external_id: externalId, join_url: joinUrl, is_promised: false });
  if (row.is_ending) return;
  await ctx.publish(conferenceChanged, { eventId, joinUrl, isPromised: row.is_promised });
}

async function recordWritten(ctx: Ctx, claimed: store.ClaimedConference): Promise<void> {
  const row = await lock(ctx, claimed.event_id);
  if (row) await finish(ctx, claimed, row, {});
}

/** Somebody deleted it there. Its people have a link that leads nowhere, so that they are owed the next one. */
async function recordGone(ctx: Ctx, { event_id: eventId }: store.ClaimedConference): Promise<void> {
  const row = await lock(ctx, eventId);
  if (!row) return;
  const isPromised = !row.is_ending;
  await store.updateConference(ctx, eventId, {
    ...healthy,
    external_id: null,
    join_url: '',
    intended_at: null,
    is_promised: isPromised,
    isDue: true,
  });
  await scheduleSync(ctx, [eventId]);
  if (!row.is_ending) await ctx.publish(conferenceChanged, { eventId, joinUrl: '', isPromised: false });
}

async function lock(ctx: Ctx, eventId: string): Promise<store.ConferenceRow | undefined> {
  await store.lockEvent(ctx, eventId);
  return (await store.lockConferences(ctx, [eventId]))[0];
}

/** What was asked for since then is still to be done. */
async function finish(
  ctx: Ctx,
  { event_id: eventId, wanted }: store.ClaimedConference,
  row: store.ConferenceRow,
  changes: Parameters<typeof store.updateConference>[2],
): Promise<void> {
  const isDue = row.is_ending || row.wanted > wanted;
  await store.updateConference(ctx, eventId, {
    ...healthy,
    ...changes,
    written: wanted,
    isDue,
  });
  if (isDue) await scheduleSync(ctx, [eventId]);
}

async function recordFailure(
  ctx: Ctx,
  { event_id: eventId, failures }: store.ClaimedConference,
  error: unknown,
): Promise<void> {
  const known = error instanceof ConferenceError ? error : undefined;
  const seconds = Math.max(
    retrySeconds[Math.min(failures, retrySeconds.length - 1)] ?? 0,
    known?.retrySeconds ?? 0,
  );
  await store.recordFailure(ctx, eventId, {
    error: known?.message ?? 'The video call couldn’t be created.',
    retrySeconds: seconds,
    isCertain: known !== undefined && !known.isUncertain,
  });
  await scheduleSync(ctx, [eventId], new Date(ctx.now.getTime() + seconds * 1000));
}
