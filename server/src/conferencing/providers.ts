import type { conferencingKind } from '@daybook/contract/conferencing';
import { locationKind, locationTypeOf } from '@daybook/contract/locations.data';
import type { z } from 'zod';
import { meetProvider, teamsProvider } from './calendar/public.ts';
import { jitsiProvider } from './jitsi/public.ts';
import type { ConferenceProvider } from './provider/public.ts';
import type { ConferencingSettings } from './settings.ts';
import { templateProvider } from './template/public.ts';
import { zoomProvider } from './zoom/public.ts';

export type Kind = z.output<typeof conferencingKind>;

export const providers: Readonly<Record<Kind, ConferenceProvider>> = {
  template: templateProvider,
  jitsi: jitsiProvider,
  zoom: zoomProvider,
  google_meet: meetProvider,
  microsoft_teams: teamsProvider,
};

/** What makes the conference of a location, by its display name; undefined where nothing does. */
export function kindFor(locationLabel: string, settings: ConferencingSettings): Kind | undefined {
  const type = locationTypeOf(locationLabel);
  const named = type && locationKind(type).conference;
  const kind = named === 'workspace' ? settings.kind : named;
  if (!kind || (kind === 'zoom' && !settings.zoom) || (kind === 'jitsi' && !settings.jitsi)) return undefined;
  return kind;
}
