import type { newLink } from '@daybook/contract/links';
import { floorToMinute } from '@daybook/engine/dates';
import type { z } from 'zod';
import { requireAdmin } from '../platform/auth/actor.ts';
import { hashSecret } from '../platform/auth/token.ts';
import type { Ctx } from '../platform/context.ts';
import { generateLinkToken, generateUuid } from '../platform/ids.ts';
import { invalid, invalidField, notFound, type FieldErrors } from '../platform/problems.ts';
import { requireReadable, loadReadable } from './access.ts';
import { validateColleagueHours } from './colleague-hours.ts';
import * as store from './links.store.ts';
import { findActiveMembers } from './people.store.ts';
import { findPriceProblem } from './price.rules.ts';
import { findPage, type PageRow } from './store.ts';

type Fields = z.output<typeof newLink>;

/** What availability and booking need to know of a link. `hostIds` null: the hosts of its page. */
export interface LinkFacts {
  readonly id: string;
  readonly eventTypeId: string;
  readonly kind: 'single_use' | 'shared' | 'collective';
  readonly hostIds: string[] | null;
  readonly price: string | null;
  /** The only starts that it offers, in order. */
  readonly onlyStarts: number[] | null;
  readonly expiresAt: string | null;
  /** It takes so many bookings and no more. */
  readonly isLimited: boolean;
  /** When it was used up. */
  readonly usedAt: string | null;
  /** Of those whom it names, one has left or was deactivated. */
  readonly lacksHost: boolean;
}

/** A new link at every call, for a page that may be inactive: it can be sent before the page opens. */
export async function createSingleUseLink(
  ctx: Ctx,
  pageId: string,
  price: string | undefined,
): Promise<{ token: string; page: PageRow }> {
  const page = await loadReadable(ctx, pageId);
  if (price !== undefined && page.price === null) {
    throw invalidField('price', 'The event type has no price to override.');
  }
  const { currency, payment_provider: provider } = page;
  const wrong =
    price !== undefined &&
    currency !== null &&
    findPriceProblem({ price, currency, provider }, ctx.whyNotCollected);
  if (wrong) throw invalidField('price', wrong);
  const { token } = await write(ctx, {
    event_type_id: page.id,
    kind: 'single_use',
    max_uses: 1,
    price: price ?? null,
  });
  return { token, page };
}

export async function createLink(ctx: Ctx, fields: Fields): Promise<store.LinkRow> {
  const { page, hostIds, errors } = await draftLink(ctx, fields);
  if (!page || Object.keys(errors).length > 0) throw invalid(errors);

  const { id } = await write(ctx, {
    event_type_id: page.id,
    kind: fields.kind,
    max_uses: fields.kind === 'single_use' ? 1 : (fields.maxUses ?? null),
    name: fields.name ?? null,
    host_ids: hostIds,
    only_starts: fields.times ? startsAt(fields.times) : null,
    expires_at: fields.expiresAt ?? null,
  });
  return loadLink(ctx, id);
}

/** The errors that creating would answer with. */
export async function validateLink(ctx: Ctx, fields: Partial<Fields>): Promise<FieldErrors> {
  return (await draftLink(ctx, fields)).errors;
}

/** The link as it would be, with every error in it: for creating, and for a request that breaks the contract. */
async function draftLink(ctx: Ctx, fields: Partial<Fields>) {
  const { eventTypeUuid, expiresAt } = fields;
  const errors: FieldErrors = {};
  const page = eventTypeUuid === undefined ? undefined : await findPage(ctx, eventTypeUuid);
  if (page) await requireReadable(ctx, page);
  else if (eventTypeUuid !== undefined)
    errors['eventTypeUuid'] = ['No event type in this workspace has this id.'];
  if (expiresAt && Date.parse(expiresAt) <= ctx.now.getTime()) {
    errors['expiresAt'] = ['Must be in the future.'];
  }
  for (const [index, time] of (fields.times ?? []).entries()) {
    if (Date.parse(time) <= ctx.now.getTime()) errors[`times.${index}`] = ['Must be in the future.'];
  }
  const hostIds = await chooseHosts(ctx, fields, page, errors);
  const { times } = fields;
  if (page && times) {
    const offered = {
      pageId: page.id,
      durationMinutes: Math.max(...page.durations),
      hostIds: hostIds ?? page.hosts.map((host) => host.member_id),
      times,
    };
    Object.assign(errors, { ...(await validateColleagueHours(ctx, offered)), ...errors });
  }
  return { page, hostIds, errors };
}

const startsAt = (times: readonly string[]): number[] =>
  times.map((time) => floorToMinute(Date.parse(time))).toSorted((a, b) => a - b);

/** A collective link can name any colleague, others narrow the page's hosts. */
async function chooseHosts(
  ctx: Ctx,
  { hosts, kind }: Partial<Fields>,
  page: PageRow | undefined,
  errors: FieldErrors,
): Promise<string[] | null> {
  if (!hosts) return null;
  const emails = hosts.map((email) => email.toLowerCase());
  const members = new Map((await findActiveMembers(ctx, emails, [])).map(({ email, id }) => [email, id]));
  const hosting = new Set(page?.hosts.map((host) => host.member_id));
  return emails.flatMap((email, index) => {
    const id = members.get(email);
    if (id === undefined) {
      errors[`hosts.${index}`] = ['No active user in this workspace has this email address.'];
    } else if (page && kind !== undefined && kind !== 'collective' && !hosting.has(id)) {
      errors[`hosts.${index}`] = ['Must be a host of the event type.'];
    } else return [id];
    return [];
  });
}

/** The token opens the page, so it is kept by its hash, to be found, and sealed, to be shown again; never in clear. */
async function write(
  ctx: Ctx,
  row: Omit<Parameters<typeof store.insertLink>[2], 'id' | 'token_sealed'>,
): Promise<{ id: string; token: string }> {
  const id = generateUuid();
  const token = generateLinkToken() + ctx.secrets.code(ctx.workspaceId);
  await store.insertLink(ctx, hashSecret(token), { ...row, id, token_sealed: ctx.secrets.seal(token) });
  return { id, token };
}

async function loadLink(ctx: Ctx, id: string): Promise<store.LinkRow> {
  const link = await store.findLink(ctx, id);
  if (!link) throw notFound('Link');
  return link;
}

/** Links of the pages that one hosts or owns; owners and admins may ask for all. */
export async function listLinks(
  ctx: Ctx,
  { scope, eventTypeUuid }: { scope?: 'all' | undefined; eventTypeUuid?: string | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: store.LinkRow[]; total: number }> {
  if (scope === 'all') requireAdmin(ctx.actor);
  const memberId = scope === 'all' ? undefined : ctx.actor.memberId;
  const filter = { memberId, eventTypeId: eventTypeUuid };
  return { rows: await store.listLinks(ctx, filter, page), total: await store.countLinks(ctx, filter) };
}

export async function deleteLink(ctx: Ctx, token: string): Promise<void> {
  const link = await findLinkByToken(ctx, token);
  const page = link && (await findPage(ctx, link.eventTypeId));
  if (!page) throw notFound('Link');
  await requireReadable(ctx, page);
  if (!(await store.deleteLink(ctx, link.id))) throw notFound('Link');
}

/** A link of this workspace whose page exists, even if it is used or expired. */
export async function findLinkByToken(ctx: Ctx, token: string): Promise<LinkFacts | undefined> {
  const row = await store.findLinkByHash(ctx, hashSecret(token));
  return (
    row && {
      id: row.id,
      eventTypeId: row.event_type_id,
      kind: row.kind as LinkFacts['kind'],
      hostIds: row.host_ids,
      price: row.price,
      onlyStarts: row.only_starts,
      expiresAt: row.expires_at,
      isLimited: row.max_uses !== null,
      usedAt: row.used_at,
      lacksHost: row.lacks_host,
    }
  );
}
