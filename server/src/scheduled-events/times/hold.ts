import { isUnreachable, loadBookablePage, validateOptions, type Target } from '../../availability/public.ts';
import { hashSecret } from '../../platform/auth/token.ts';
import { formatWireTime } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { badRequest, failed, throwIfInvalid, type Problem } from '../../platform/problems.ts';
import { requireCalendarAnswers } from './require-calendar-answers.ts';
import {
  countHolds,
  deleteExpiredHolds,
  deleteHold,
  findHold,
  insertHold,
  listHeldTokens,
  lockHolds,
  updateExpiry,
  type HoldRow,
} from './holds.store.ts';
import { choosePlace, reservePlace, type OfferedSlot, type TimeRequest } from './reserve-time.ts';
import { slotTaken, buildHostTime, listInstants, computeWindowAround } from './time.ts';

/** How long a time is held, unless the caller needs another: a payment takes longer than a form. */
const usualMinutes = 5;
/** Those behind one address can't hide a page's calendar, and neither can many of them. Colleagues share an address. */
const maxPerNetwork = 10;
const maxPerPage = 20;

/**
 * Keeps a time that is offered for one visitor, for some minutes. The token is a secret of theirs that books it; it holds
 * one time, so the one that it held before is given up.
 */
export async function holdTime(
  ctx: Ctx,
  target: Target,
  request: TimeRequest,
  token: string,
  minutes = usualMinutes,
): Promise<{ id: string; expiresAt: Date }> {
  await releaseHold(ctx, token);
  const facts = await loadBookablePage(ctx, target, { window: computeWindowAround(listInstants(request)) });
  throwIfInvalid(validateOptions(facts, request));
  if (facts.type === 'GROUP') throw badRequest('Seats in a group event can’t be held.');
  await requireRoom(ctx, facts.id);
  // The same form, sent twice at once.
  await releaseHold(ctx, token);

  const place = await choosePlace(ctx, { target, facts }, request);
  // Calendars are asked once the form is sent. Where that would be in vain, nobody should have to fill it in.
  const hosts = place.hosts.filter((host) => !isUnreachable(host));
  if (hosts.length === 0 || (place.allHosts && hosts.length < place.hosts.length)) throw slotTaken();
  return storeHold(ctx, { ...place, hosts }, token, minutes);
}

/** The same for a time that was chosen already. Calendars elsewhere are asked, since nobody asks them again. */
export async function holdPlace(ctx: Ctx, place: OfferedSlot, token: string, minutes: number): Promise<void> {
  await requireRoom(ctx, place.facts.id);
  const time = buildHostTime(place.facts, '', place.start, place.durationMinutes);
  const { hosts } = requireCalendarAnswers(ctx, time, place);
  await storeHold(ctx, { ...place, hosts }, token, minutes);
}

async function storeHold(
  ctx: Ctx,
  place: OfferedSlot,
  token: string,
  minutes: number,
): Promise<{ id: string; expiresAt: Date }> {
  const { facts, start, durationMinutes } = place;
  const id = generateUuid();
  const expiresAt = new Date(ctx.now.getTime() + minutes * 60_000);
  await insertHold(ctx, {
    id,
    event_type_id: facts.id,
    token_hash: hashSecret(token),
    visitor_hash: networkHash(ctx),
    expires_at: formatWireTime(expiresAt),
  });
  const time = { ...buildHostTime(facts, id, start, durationMinutes), hold_id: id };
  if (!(await reservePlace(ctx, time, place))) throw slotTaken();
  return { id, expiresAt };
}

export async function releaseHold(ctx: Ctx, token: string): Promise<void> {
  await deleteHold(ctx, hashSecret(token));
}

/** Keeps it until another time, if it is still there. */
export async function extendHold(ctx: Ctx, token: string, until: Date): Promise<boolean> {
  return updateExpiry(ctx, hashSecret(token), formatWireTime(until));
}

/** Undefined without a token, and once the hold has expired or been used. */
export async function findOwnHold(ctx: Ctx, token: string | undefined): Promise<HoldRow | undefined> {
  return token ? findHold(ctx, hashSecret(token)) : undefined;
}

async function requireRoom(ctx: Ctx, eventTypeId: string): Promise<void> {
  await lockHolds(ctx, eventTypeId);
  await deleteExpiredHolds(ctx, eventTypeId);
  const { onPage, ofNetwork, ...freeAt } = await countHolds(ctx, eventTypeId, networkHash(ctx));
  if (onPage >= maxPerPage) throw tooManyHolds(ctx, freeAt.pageFreeAt);
  if (ofNetwork >= maxPerNetwork) throw tooManyHolds(ctx, freeAt.networkFreeAt);
}

function tooManyHolds({ now }: Ctx, freeAt: string | null): Problem {
  const seconds = Math.max(1, Math.ceil((Date.parse(freeAt ?? '') - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  const message = `Too many times on this page are on hold. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  return failed(429, message, { 'retry-after': String(seconds) });
}

/** Which of these tokens hold a time for somebody behind the visitor's address. */
export async function filterOwnHolds(ctx: Ctx, tokens: readonly string[]): Promise<string[]> {
  if (tokens.length === 0) return [];
  const held = await listHeldTokens(ctx, networkHash(ctx), tokens.map(hashSecret));
  return tokens.filter((token) => held.includes(hashSecret(token).toString('hex')));
}

function networkHash({ actor }: Ctx): Buffer {
  return hashSecret(actor.id);
}
