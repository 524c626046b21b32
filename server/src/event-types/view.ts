import type { eventType, eventTypeRead, eventTypeSettings } from '@daybook/contract/event-types';
import type { link } from '@daybook/contract/links';
import { minuteToMs } from '@daybook/engine/dates';
import type { z } from 'zod';
import { getFullName, buildTeamUrl, buildUserUrl } from '../members/public.ts';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { buildImageUrl, buildLinkUrl, buildPageUri, buildSchedulingUrl } from '../platform/urls.ts';
import type { LinkRow } from './links.store.ts';
import { getLocations } from './parts.ts';
import type { PageRow } from './store.ts';

type View = z.output<typeof eventType>;
type SettingsView = z.output<typeof eventTypeSettings>;

/** With the questions that a booking can answer. */
export function serializePage(ctx: Ctx, row: PageRow): View {
  const profile = profileOf(ctx, row);
  return {
    uri: buildPageUri(ctx, row.id),
    uuid: row.id,
    title: row.title,
    type: row.type as View['type'],
    slug: row.slug,
    schedulingUrl: buildSchedulingUrl(ctx, { slug: profile.slug, isTeam: profile.type === 'Team' }, row.slug),
    isActive: row.is_active,
    duration: row.duration,
    eventDurations: row.durations.map((minutes) => ({ minutes, default: minutes === row.duration })),
    profile,
    description: row.description,
    color: row.color,
    maxActiveInvitees: row.max_active_invitees,
    inviteeNameFormat: row.invitee_name_format,
    inviteePhoneNumber: row.invitee_phone_number,
    inviteeQuestions: row.questions.filter((question) => question.is_active).map(questionView),
  };
}

export function serializePricedPage(ctx: Ctx, row: PageRow): View {
  return { ...serializePage(ctx, row), ...pricingOf(row) };
}

function pricingOf({ price, currency, payment_provider: provider }: PageRow) {
  return { price, currency, paymentProvider: provider as SettingsView['paymentProvider'] };
}

function questionView(row: PageRow['questions'][number]): View['inviteeQuestions'][number] {
  return {
    id: row.id,
    order: row.position,
    question: row.question,
    isActive: row.is_active,
    isRequired: row.is_required,
    type: row.type as View['inviteeQuestions'][number]['type'],
    options: row.options,
  };
}

export function serializePageRead(ctx: Ctx, row: PageRow): z.output<typeof eventTypeRead> {
  return { ...serializePage(ctx, row), currentTime: formatWireTime(ctx.now), isSecret: row.is_secret };
}

/** With all questions: people who change a page also see those that are not asked now. */
export function serializeSettings(ctx: Ctx, row: PageRow): SettingsView {
  return {
    ...serializePageRead(ctx, row),
    inviteeQuestions: row.questions.map(questionView),
    ownerType: row.owner_team_id === null ? 'user' : 'team',
    hosts: row.hosts.map((host) => ({
      uuid: host.member_id,
      email: host.email,
      slug: host.slug,
      name: getFullName(host),
      weight: host.weight,
      priority: host.priority,
      dailyLimit: host.daily_limit,
      weeklyLimit: host.weekly_limit,
      scheduleUuid: host.schedule_id,
    })),
    scheduleUuid: row.schedule_id,
    inviteePicksHost: row.invitee_picks_host,
    ownerFirst: row.owner_first,
    balance: row.balance as SettingsView['balance'],
    locations: getLocations(row),
    resources: row.resources as unknown as SettingsView['resources'],
    bufferBefore: row.buffer_before,
    bufferAfter: row.buffer_after,
    minimumNotice: row.minimum_notice,
    bookingWindow: row.booking_window as unknown as SettingsView['bookingWindow'],
    slotInterval: row.slot_interval,
    dailyLimit: row.daily_limit,
    weeklyLimit: row.weekly_limit,
    monthlyLimit: row.monthly_limit,
    dailyMinutes: row.daily_minutes,
    weeklyMinutes: row.weekly_minutes,
    monthlyMinutes: row.monthly_minutes,
    inviteeLimit: row.invitee_limit as SettingsView['inviteeLimit'],
    lockedTimezone: row.locked_timezone,
    cancellationNotice: row.cancellation_notice,
    reschedulingNotice: row.rescheduling_notice,
    requiresConfirmation: row.requires_confirmation,
    confirmWithin: row.confirm_within,
    recurrence: row.recurrence as SettingsView['recurrence'],
    waitlist: row.waitlist,
    ...pricingOf(row),
    refundPolicy: row.refund_policy as SettingsView['refundPolicy'],
    reminders: row.reminders,
    confirmationText: row.confirmation_text,
    redirectUrl: row.redirect_url,
    confirmAddress: row.confirm_address as 'never' | 'new' | 'always',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A page has exactly one owner: a user, or a team, which has a name but no address. */
function profileOf(ctx: Ctx, { owner_member: user, owner_team: team }: PageRow): View['profile'] {
  if (user) {
    return {
      type: 'User',
      firstName: user.first_name,
      lastName: user.last_name,
      slug: user.slug,
      url: buildUserUrl(ctx, user.slug),
      avatarUrl: buildImageUrl(ctx, user.avatar),
      email: user.email,
    };
  }
  const { title = '', slug = '', avatar = null } = team ?? {};
  return {
    type: 'Team',
    firstName: title,
    lastName: null,
    slug,
    url: buildTeamUrl(ctx, slug),
    avatarUrl: buildImageUrl(ctx, avatar),
    email: null,
  };
}

export function serializeLink(ctx: Ctx, row: LinkRow): z.output<typeof link> {
  const token = ctx.secrets.unseal(row.token_sealed);
  return {
    token,
    kind: row.kind as z.output<typeof link>['kind'],
    name: row.name,
    link: buildLinkUrl(ctx, token),
    eventTypeUri: buildPageUri(ctx, row.event_type_id),
    hosts: row.hosts.map((host) => host.email),
    price: row.price,
    times: row.only_starts?.map((start) => formatWireTime(new Date(minuteToMs(start)))) ?? null,
    expiresAt: row.expires_at,
    maxUses: row.max_uses,
    uses: row.uses,
    usedAt: row.used_at,
    createdAt: row.created_at,
  };
}
