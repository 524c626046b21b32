import { newEventType } from '@daybook/contract/event-types';
import { slug as slugField } from '@daybook/contract/fields';
import { createEventType, hasPaymentAccount } from '../event-types/public.ts';
import type { Ctx } from '../platform/context.ts';
import { sanitizeHtml, findHtmlProblem } from '../platform/html.ts';
import { requireMember } from './add-bookings.ts';
import type { PageIn } from './contents.ts';
import { CannotImport, type Progress } from './progress.ts';
import { findImportMapping, findPageBySlug, findTeamSlug, insertImportMapping } from './store.ts';

type ReportField = (field: string, why: string) => void;

export async function addPage(ctx: Ctx, source: string, given: PageIn, progress: Progress): Promise<void> {
  const origin = { source, kind: 'page', sourceId: given.sourceId } as const;
  if ((await findImportMapping(ctx, origin, [given.sourceId])).size > 0)
    return progress.count('pages', 'found');
  const owner = await findOwner(ctx, source, given);
  const slug = slugField.safeParse(given.slug).data;
  const same = slug && (await findPageBySlug(ctx, owner.id, slug));
  if (same) {
    await insertImportMapping(ctx, origin, same);
    return progress.count('pages', 'found');
  }
  const say: ReportField = (field, why) =>
    progress.leaveOut({ kind: 'Event types', field, why, name: given.title });
  if (given.slug && !slug) say('slug', 'It can’t be a link ending here; the page gets one from its title.');
  const page = await createEventType(
    ctx,
    newEventType.parse({
      ownerSlug: owner.slug,
      slug,
      scheduleUuid: await findSchedule(ctx, source, given, say),
      ...settingsOf(given, say),
      ...(await chargesOf(ctx, given, say)),
    }),
  );
  await insertImportMapping(ctx, origin, page.id);
  progress.count('pages', 'added');
}

async function findOwner(ctx: Ctx, source: string, { owner }: PageIn): Promise<{ id: string; slug: string }> {
  if ('email' in owner) return requireMember(ctx, owner.email);
  const teams = await findImportMapping(ctx, { source, kind: 'team' }, [owner.teamSourceId]);
  const id = teams.get(owner.teamSourceId);
  const slug = id && (await findTeamSlug(ctx, id));
  if (!id || !slug) throw new CannotImport('Its team wasn’t imported.');
  return { id, slug };
}

/** A page of several hosts uses the schedule of each. */
async function findSchedule(
  ctx: Ctx,
  source: string,
  { scheduleSourceId: id, hosts }: PageIn,
  say: ReportField,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  if (hosts) {
    say('schedule', 'Each host of the page uses their own schedule.');
    return undefined;
  }
  const found = (await findImportMapping(ctx, { source, kind: 'schedule' }, [id])).get(id);
  if (!found) say('schedule', 'It wasn’t imported; the page uses the default schedule.');
  return found;
}

const maxDescription = 5000;

function settingsOf(given: PageIn, say: ReportField) {
  const [duration = 30] = given.durations;
  const description = sanitizeHtml(given.description);
  const isTooLong = findHtmlProblem(description, maxDescription) !== undefined;
  if (isTooLong) say('description', `It is longer than ${maxDescription} characters.`);
  return {
    title: given.title.slice(0, 200),
    type: given.type,
    ...(given.hosts && { hosts: given.hosts }),
    description: isTooLong ? '' : description,
    duration,
    eventDurations: given.durations.map((minutes) => ({ minutes, default: minutes === duration })),
    color: /^[0-9a-f]{6}$/.test(given.color ?? '') ? given.color : undefined,
    maxActiveInvitees: given.type === 'GROUP' ? given.seats : undefined,
    isActive: given.isActive,
    isSecret: given.isSecret,
    bufferBefore: given.bufferBefore,
    bufferAfter: given.bufferAfter,
    minimumNotice: given.minimumNotice,
    slotInterval: given.slotInterval,
    locations: given.locations,
    inviteeQuestions: given.questions,
    ...given.rules,
  };
}

/** A price that was collected online is so here too; a page that can't collect it stays off, so that nobody books for free. */
async function chargesOf(ctx: Ctx, { rules, isActive }: PageIn, say: ReportField) {
  const { price, requiresConfirmation, recurrence } = rules;
  const isSeries = recurrence != null;
  const withoutSeries = { ...(isSeries && { recurrence: null }) };
  if (price == null) {
    if (!isSeries || !requiresConfirmation) return {};
    say('recurrence', 'Booking pages with confirmation don’t support series.');
    return withoutSeries;
  }
  if (isSeries) say('recurrence', 'Booking pages with online payment don’t support series.');
  const canCollect = await hasPaymentAccount(ctx, 'stripe');
  const why = requiresConfirmation
    ? 'A booking page can’t have both confirmation and online payment; it is inactive until you choose one.'
    : canCollect
      ? undefined
      : 'The page is inactive: connect Stripe under Settings, choose it on the page, then activate the page.';
  if (why) say('price', why);
  return {
    ...withoutSeries,
    paymentProvider: why ? 'manual' : 'stripe',
    isActive: isActive && why === undefined,
  };
}
