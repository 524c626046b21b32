import { findLinkByToken, type LinkFacts } from '../event-types/public.ts';
import type { Ctx } from '../platform/context.ts';
import { conflict, forbidden, notFound } from '../platform/problems.ts';
import { loadPage, type PageAddress, type PageFacts, type Selection } from './store.ts';

/** What an invitee came to: a page by its address, or through a link that may narrow it. */
export interface Target {
  readonly address: PageAddress;
  readonly link?: LinkFacts | undefined;
}

type LoadPage = typeof loadPage;

/** A link that can be used now: not expired (404, as if it were gone), not used up, with everyone whom it names (409). */
export async function loadLinkTarget(ctx: Ctx, token: string): Promise<Target> {
  const link = await findLinkByToken(ctx, token);
  if (!link || (link.expiresAt !== null && Date.parse(link.expiresAt) <= ctx.now.getTime())) {
    throw notFound('Link');
  }
  if (link.usedAt !== null) throw conflict('This link was already used.');
  // Without one of them it would be another meeting.
  if (link.kind === 'collective' && link.lacksHost) {
    throw conflict(
      'A host of this link was deactivated. Ask the person who sent you the link for a new one.',
    );
  }
  return { address: { eventTypeId: link.eventTypeId }, link };
}

/** A page that can be booked: it exists, is active, and its workspace has a subscription. */
export async function loadBookablePage(
  ctx: Ctx,
  target: Target,
  selection: Omit<Selection, 'address' | 'hostIds'>,
  load: LoadPage = loadPage,
): Promise<PageFacts> {
  const facts = await loadTargetPage(ctx, target, selection, load);
  if (!facts.isActive) throw notFound('Page');
  return facts;
}

/** The same, active or not. */
export async function loadTargetPage(
  ctx: Ctx,
  { address, link }: Target,
  selection: Omit<Selection, 'address' | 'hostIds'>,
  load: LoadPage = loadPage,
): Promise<PageFacts> {
  const named = link?.hostIds ?? null;
  const allHosts = isEveryHostRequired({ address, link });
  const facts = await load(ctx, { ...selection, address, hostIds: allHosts ? named : null });
  if (!facts) throw notFound('Page');
  // To invitees, a page that is not active does not exist, whatever the plan.
  if (facts.isActive && !facts.planActive) throw forbidden('This needs an active subscription.');
  const offered = link?.onlyStarts ? onlyAt(facts, link.onlyStarts) : facts;
  // A shared link narrows the page to some of those who are its hosts now.
  if (allHosts || named === null) return offered;
  return { ...offered, hosts: offered.hosts.filter(({ id }) => named.includes(id)) };
}

/** The person who offers certain times has decided: only a busy host stands in the way. */
function onlyAt(facts: PageFacts, onlyStarts: readonly number[]): PageFacts {
  const ofPage = { monthlyLimit: null, dailyMinutes: null, weeklyMinutes: null, monthlyMinutes: null };
  const noLimit = { dailyLimit: null, weeklyLimit: null };
  return {
    ...facts,
    ...ofPage,
    ...noLimit,
    onlyStarts,
    minimumNotice: 0,
    bookingWindow: { type: 'unlimited' },
    hosts: facts.hosts.map((host) => ({ ...host, ...noLimit })),
  };
}

/** With a collective link all hosts attend, whatever the page's type. */
export function isEveryHostRequired({ link }: Target): boolean {
  return link?.kind === 'collective';
}
