import type { createPoll as createPollRoute } from '@daybook/contract/polls';
import type { Input } from '@daybook/contract/route';
import {
  requireReadable,
  findActiveMembers,
  findPage,
  validateColleagueHours,
  type PageRow,
} from '../event-types/public.ts';
import type { Ctx } from '../platform/context.ts';
import { generateShortId, generateUuid } from '../platform/ids.ts';
import { invalid, type FieldErrors } from '../platform/problems.ts';
import type { PageLocation } from '../scheduled-events/public.ts';
import { parseStarts, validateTimes, findPlaceProblem } from './rules.ts';
import { insertPoll } from './store.ts';

type Fields = Input<typeof createPollRoute>['body'];

export async function createPoll(ctx: Ctx, fields: Fields): Promise<string> {
  const { page, hostIds, errors } = await draftPoll(ctx, fields);
  if (!page || Object.keys(errors).length > 0) throw invalid(errors);

  const id = generateUuid();
  const starts = parseStarts(fields.times);
  const location = placeOf(fields, page);
  await insertPoll(ctx, {
    id,
    event_type_id: page.id,
    member_id: ctx.actor.memberId,
    host_ids: hostIds,
    title: fields.title ?? page.title,
    description: fields.description,
    duration: fields.duration ?? page.duration,
    location: location && JSON.stringify(location),
    starts,
    hides_votes: fields.hideVotes,
    deadline: fields.deadline ?? null,
    expires_at: new Date((starts.at(-1) ?? 0) * 60_000).toISOString(),
  });
  return id;
}

/** The errors that creating would answer with. */
export async function validateNewPoll(ctx: Ctx, fields: Partial<Fields>): Promise<FieldErrors> {
  return (await draftPoll(ctx, fields)).errors;
}

/** What a poll is about, with every error in it: for creating, and for a request that breaks the contract. */
async function draftPoll(ctx: Ctx, fields: Partial<Fields>) {
  const { eventTypeUuid, location } = fields;
  const errors: FieldErrors = {
    ...validateTimes(fields, ctx.now),
    ...(location && findPlaceProblem(location)),
  };
  const page = eventTypeUuid === undefined ? undefined : await findPage(ctx, eventTypeUuid);
  if (page) await requireReadable(ctx, page);
  else if (eventTypeUuid !== undefined)
    errors['eventTypeUuid'] = ['No event type in this workspace has this id.'];
  // Others could book seats of what is meant for those who voted.
  if (page?.type === 'GROUP') errors['eventTypeUuid'] = ['Must not be a group event type.'];
  const hostIds = await chooseHosts(ctx, fields, page, errors);
  const { times = [], duration } = fields;
  if (page) {
    const offered = { pageId: page.id, durationMinutes: duration ?? page.duration, hostIds, times };
    Object.assign(errors, { ...(await validateColleagueHours(ctx, offered)), ...errors });
  }
  return { page, hostIds, errors };
}

/** Those who are named; else those of the page, of whom a round robin has only one attend. */
async function chooseHosts(
  ctx: Ctx,
  { hosts }: Partial<Fields>,
  page: PageRow | undefined,
  errors: FieldErrors,
): Promise<string[]> {
  if (hosts) return namedHosts(ctx, hosts, errors);
  const ofPage = (page?.hosts ?? []).map((host) => host.member_id);
  const isOneOfMany = page?.type === 'ROUND_ROBIN' && ofPage.length > 1;
  const chosen = isOneOfMany ? ofPage.filter((id) => id === ctx.actor.memberId) : ofPage;
  if (page && chosen.length === 0) errors['hosts'] = ['Give the hosts who attend.'];
  return chosen;
}

async function namedHosts(ctx: Ctx, hosts: readonly string[], errors: FieldErrors): Promise<string[]> {
  const emails = hosts.map((email) => email.toLowerCase());
  const members = new Map((await findActiveMembers(ctx, emails, [])).map(({ email, id }) => [email, id]));
  return emails.flatMap((email, index) => {
    const id = members.get(email);
    if (id === undefined)
      errors[`hosts.${index}`] = ['No active user in this workspace has this email address.'];
    return id ?? [];
  });
}

/** As given; else the first of the page that asks nothing of the invitee. */
function placeOf({ location }: Fields, page: PageRow): PageLocation | null {
  if (location) return { ...location, id: generateShortId() };
  const ofPage = page.locations as unknown as PageLocation[];
  return ofPage.find((place) => Object.keys(findPlaceProblem(place)).length === 0) ?? null;
}
