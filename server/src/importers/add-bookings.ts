import { newEventType } from '@daybook/contract/event-types';
import { createEventType } from '../event-types/public.ts';
import { findMemberByEmail } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { importBooking, importRequest, type ImportedEvent } from '../scheduled-events/public.ts';
import { toBookingTimes, toInviteeRow, buildRequestBody } from './booking-rows.ts';
import type { BookingIn } from './contents.ts';
import { tryImport, CannotImport, type Progress } from './progress.ts';
import { listClashes, type Rehearsal } from './rehearsal.ts';
import { findImportMapping, findPageBySlug, insertImportMappings } from './store.ts';
import { recordInCrm, type ImportedBooking } from './record-in-crm.ts';

type Member = NonNullable<Awaited<ReturnType<typeof findMemberByEmail>>>;

/** What the bookings of a batch refer to, looked up once. */
interface BookingLookup {
  readonly source: string;
  readonly pages: ReadonlyMap<string, string>;
  member(email: string): Promise<Member>;
  /** A page that nobody can book, for bookings whose own page is not known. */
  pageOfOthers(owner: Member): Promise<string>;
  /** What was created may have been rolled back. */
  forget(): void;
}

/** Writes down bookings that were made elsewhere. A rehearsal remembers what earlier batches would have written. */
export async function addBookings(
  ctx: Ctx,
  source: string,
  batch: readonly BookingIn[],
  progress: Progress,
  rehearsal?: Rehearsal,
): Promise<void> {
  const origin = { source, kind: 'booking' } as const;
  const ids = batch.map(({ sourceId }) => sourceId);
  const known = new Set([
    ...(await findImportMapping(ctx, origin, ids)).keys(),
    ...ids.filter((id) => rehearsal?.seen.has(id)),
  ]);
  const looked = await lookUp(ctx, source, batch, rehearsal !== undefined);
  const written: ImportedBooking[] = [];
  const added: [sourceId: string, objectId: string][] = [];
  for (const given of batch) {
    const noun = given.isRequest ? 'requests' : 'bookings';
    if (known.has(given.sourceId)) {
      progress.count(noun, 'found');
      continue;
    }
    const thing = { kind: 'Bookings', name: `${given.title} at ${given.startsAt}` };
    const isAdded = await tryImport(ctx, progress, thing, async () => {
      const id = given.isRequest
        ? await addRequest(ctx, given, looked, progress, rehearsal)
        : await addBooking(ctx, given, looked, progress, rehearsal).then((recorded) => {
            written.push({ given, recorded });
            return recorded.eventId;
          });
      added.push([given.sourceId, id]);
      known.add(given.sourceId);
      progress.count(noun, 'added');
    });
    if (!isAdded) looked.forget();
  }
  await insertImportMappings(ctx, origin, added);
  await recordInCrm(ctx, written);
}

async function lookUp(
  ctx: Ctx,
  source: string,
  batch: readonly BookingIn[],
  isRehearsal: boolean,
): Promise<BookingLookup> {
  const pageIds = [...new Set(batch.flatMap(({ pageSourceId }) => pageSourceId ?? []))];
  const members = new Map<string, Member>();
  const others = new Map<string, string>();
  return {
    source,
    pages: await findImportMapping(ctx, { source, kind: 'page' }, pageIds),
    async member(email) {
      const found = members.get(email) ?? (await requireMember(ctx, email));
      members.set(email, found);
      return found;
    },
    async pageOfOthers(owner) {
      // Pages that an earlier transaction of a dry run has created are gone: any other stands for them.
      const key = isRehearsal ? '' : owner.id;
      const found = others.get(key) ?? (await findOrCreateOthers(ctx, owner));
      others.set(key, found);
      return found;
    },
    forget: () => others.clear(),
  };
}

/** As long as titles may be here. */
const maxTitle = 200;

async function addBooking(
  ctx: Ctx,
  given: BookingIn,
  looked: BookingLookup,
  progress: Progress,
  rehearsal: Rehearsal | undefined,
): Promise<ImportedEvent> {
  const { hosts, first } = await hostsOf(given, looked);
  const times = toBookingTimes(given);
  const { busy, ...when } = times;
  const page = looked.pages.get(given.pageSourceId ?? '');
  const recorded = await importBooking(ctx, {
    eventTypeId: page ?? (await looked.pageOfOthers(first)),
    title: given.title.slice(0, maxTitle),
    hostIds: hosts.map(({ id }) => id),
    ...when,
    busy,
    seats: given.seats,
    location: given.location,
    invitees: given.invitees.map((invitee) => toInviteeRow(invitee, first.timezone, ctx.now, progress)),
  });
  const isToCome =
    Date.parse(when.endsAt) > ctx.now.getTime() && given.invitees.some(({ cancelled }) => !cancelled);
  const before = isToCome
    ? listClashes(rehearsal, hosts, {
        sourceId: given.sourceId,
        ...(busy ?? { from: when.startsAt, to: when.endsAt }),
      })
    : [];
  const clashing = hosts.filter(
    ({ id, email }) => recorded.busyHostIds.includes(id) || before.includes(email),
  );
  if (clashing.length > 0)
    progress.clash(
      `${given.title} at ${given.startsAt}: ${clashing.map(({ email }) => email).join(', ')} has another booking at that time.`,
    );
  return recorded;
}

async function addRequest(
  ctx: Ctx,
  given: BookingIn,
  looked: BookingLookup,
  progress: Progress,
  rehearsal: Rehearsal | undefined,
): Promise<string> {
  const { hosts, first } = await hostsOf(given, looked);
  const { startsAt, endsAt } = toBookingTimes(given);
  if (Date.parse(startsAt) <= ctx.now.getTime())
    throw new CannotImport('It wasn’t confirmed before it started.');
  const eventTypeId =
    looked.pages.get(given.pageSourceId ?? '') ?? (rehearsal && (await looked.pageOfOthers(first)));
  if (!eventTypeId)
    throw new CannotImport('It is waiting for confirmation, and its event type wasn’t imported.');
  const [invitee, ...others] = given.invitees;
  if (!invitee) throw new CannotImport('It has no invitee.');
  if (others.length > 0)
    progress.leaveOut({
      kind: 'Bookings',
      field: 'attendees',
      why: 'A request has one invitee; the others become guests.',
      name: given.title,
    });
  if (listClashes(rehearsal, hosts, { sourceId: given.sourceId, from: startsAt, to: endsAt }).length > 0)
    throw new CannotImport('This time is no longer available.');
  const row = toInviteeRow(
    { ...invitee, guests: [...(invitee.guests ?? []), ...others.map(({ email }) => email)] },
    first.timezone,
    ctx.now,
    progress,
  );
  return importRequest(ctx, {
    eventTypeId,
    hostIds: hosts.map(({ id }) => id),
    startsAt,
    endsAt,
    booking: buildRequestBody(given, row),
    answers: row.answers.map((answer, order) => ({ ...answer, order })),
    price: null,
  });
}

async function hostsOf({ hostEmails }: BookingIn, looked: BookingLookup) {
  const hosts: Member[] = [];
  for (const email of new Set(hostEmails.map((each) => each.toLowerCase())))
    hosts.push(await looked.member(email));
  const [first] = hosts;
  if (!first) throw new CannotImport('It has no host.');
  return { hosts, first };
}

const othersSlug = 'taken-over';

async function findOrCreateOthers(ctx: Ctx, owner: Member): Promise<string> {
  const found = await findPageBySlug(ctx, owner.id, othersSlug);
  if (found) return found;
  const fields = {
    ownerSlug: owner.slug,
    title: 'Taken over',
    slug: othersSlug,
    isActive: false,
    isSecret: true,
  };
  return (await createEventType(ctx, newEventType.parse(fields))).id;
}

export async function requireMember(ctx: Ctx, email: string) {
  const member = await findMemberByEmail(ctx, email.toLowerCase());
  if (!member) throw new CannotImport(`No user in this workspace has the email address ${email}.`);
  return member;
}
