import type { conferencingKind } from '@daybook/contract/conferencing';
import type { z } from 'zod';
import type { Settings } from '../platform/settings.ts';
import { meetProvider, teamsProvider } from './calendar/public.ts';
import { jitsiProvider } from './jitsi/public.ts';
import type { ConferenceProvider } from './provider/public.ts';
import { templateProvider, templateSettings } from './template/public.ts';
import { zoomProvider, zoomSettings } from './zoom/public.ts';

export type Kind = z.output<typeof conferencingKind>;

export const providers: Readonly<Record<Kind, ConferenceProvider>> = {
  template: templateProvider,
  jitsi: jitsiProvider,
  zoom: zoomProvider,
  google_meet: meetProvider,
  microsoft_teams: teamsProvider,
};

export const conferencingSettings: readonly Settings<unknown>[] = [templateSettings, zoomSettings];
