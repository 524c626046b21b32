import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../platform/settings.ts';
import { providers, type Kind } from './providers.ts';
import { scheduleSync } from './schedule-sync.ts';
import { findKind, type ConferencingSettings } from './settings.ts';
import * as store from './store.ts';
import { templateSettings } from './template/public.ts';

/** What an event has from its beginning: a link that needs nobody else, or the kind of conference that is to be made. */
export interface ConferencePlan {
  readonly joinUrl: string;
  readonly kind: Kind | undefined;
}

/** Nothing for a location that has a link of its own, or needs none. */
export function planConference(
  ctx: Ctx,
  settings: ConferencingSettings,
  eventId: string,
  location: { readonly location_type: string; readonly location_join_url: string },
): ConferencePlan {
  const { location_type: label, location_join_url: joinUrl } = location;
  const kind = joinUrl ? undefined : findKind(label, settings);
  if (!kind) return { joinUrl, kind };
  const provider = providers[kind];
  if (provider.by !== 'address') return { joinUrl: '', kind };
  const urlTemplate = settings.urlTemplate ?? readSettings(ctx, templateSettings).url;
  return { joinUrl: provider.joinUrl({ ...ctx, eventId, urlTemplate }), kind: undefined };
}

/** Has a conference made for an event that was planned with one. */
export async function requestConference(
  ctx: Ctx,
  eventId: string,
  hostIds: readonly string[],
  kind: Kind | undefined,
): Promise<void> {
  if (!kind) return;
  const provider = providers[kind];
  if (provider.by === 'calendar')
    await store.insertCalendarConference(ctx, eventId, kind, provider.calendar, hostIds);
  if (provider.by !== 'account') return;
  await store.insertAccountConference(ctx, eventId, kind);
  await scheduleSync(ctx, [eventId]);
}
