import type { conferencing, conferencingChanges } from '@daybook/contract/conferencing';
import type { z } from 'zod';
import type { Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { invalidField, type FieldErrors } from '../platform/problems.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { JitsiServer } from './jitsi/public.ts';
import { ConferenceError } from './provider/public.ts';
import * as store from './store.ts';
import { accessToken, type ZoomCredentials } from './zoom/public.ts';

type View = z.output<typeof conferencing>;
type Changes = z.output<typeof conferencingChanges>;

/** As the workspace's row has it; what was never set is missing. */
export type ConferencingSettings = Pick<View, 'kind'> & Partial<Pick<View, 'urlTemplate' | 'jitsi' | 'zoom'>>;

export interface StoredSettings {
  readonly conferencing: unknown;
  readonly conferencing_sealed: Buffer | null;
}

interface Keys {
  readonly jitsi?: string;
  readonly zoom?: string;
}

export function settingsOf({
  conferencing: stored,
}: Pick<StoredSettings, 'conferencing'>): ConferencingSettings {
  return stored as ConferencingSettings;
}

export function conferencingView(ctx: Pick<Ctx, 'conferencingUrl'>, row: StoredSettings): View {
  const { kind, urlTemplate = null, jitsi = null, zoom = null } = settingsOf(row);
  return { kind, urlTemplate, defaultUrlTemplate: ctx.conferencingUrl, jitsi, zoom };
}

export function jitsiServer(secrets: Secrets, row: StoredSettings): JitsiServer | undefined {
  const { jitsi } = settingsOf(row);
  const { jitsi: secret } = keysOf(secrets, row);
  return jitsi && secret !== undefined ? { ...jitsi, secret } : undefined;
}

export function zoomCredentials(secrets: Secrets, row: StoredSettings): ZoomCredentials | undefined {
  const { zoom } = settingsOf(row);
  const { zoom: clientSecret } = keysOf(secrets, row);
  return zoom && clientSecret !== undefined ? { ...zoom, clientSecret } : undefined;
}

function keysOf(secrets: Secrets, { conferencing_sealed: sealed }: StoredSettings): Keys {
  return sealed ? (JSON.parse(secrets.unseal(sealed)) as Keys) : {};
}

/** What is wrong with changes, given what is stored. */
export function validateConferencing(secrets: Secrets, row: StoredSettings, changes: Changes): FieldErrors {
  const keys = keysOf(secrets, row);
  const { kind, ...accounts } = { ...settingsOf(row), ...changes };
  const missing = ['This field is required.'];
  const isWithout = (kind === 'jitsi' || kind === 'zoom') && !accounts[kind];
  return {
    ...(changes.jitsi && !(changes.jitsi.secret ?? keys.jitsi) && { 'conferencing.jitsi.secret': missing }),
    ...(changes.zoom &&
      !(changes.zoom.clientSecret ?? keys.zoom) && { 'conferencing.zoom.clientSecret': missing }),
    ...(isWithout && {
      'conferencing.kind': [`Set up ${kind === 'zoom' ? 'Zoom' : 'Jitsi'} first, or choose another kind.`],
    }),
  };
}

/**
 * Tries credentials of Zoom before the transaction. Only a refusal of theirs counts: whoever sets up while Zoom can not be
 * reached is not kept from it.
 */
export async function tryConferencing(
  runtime: Runtime,
  actor: Actor,
  changes: Changes | undefined,
): Promise<void> {
  if (!changes?.zoom) return;
  const row = await readInWorkspace(runtime, actor, store.readSettings);
  const { secrets, outbound, clock, config } = runtime;
  if (Object.keys(validateConferencing(secrets, row, changes)).length > 0) return;
  const credentials = zoomCredentials(secrets, mergeConferencing(secrets, row, changes));
  try {
    if (credentials) await accessToken({ outbound, clock, urls: config.zoom }, credentials, true);
  } catch (error) {
    if (!(error instanceof ConferenceError)) throw error;
    if (error.isRefused) throw invalidField('conferencing.zoom.clientSecret', error.message);
  }
}

/** The columns of the workspace with changes made to them. */
export function mergeConferencing(
  secrets: Secrets,
  row: StoredSettings,
  { kind, urlTemplate, jitsi, zoom }: Changes,
): { conferencing: ConferencingSettings; conferencing_sealed: Buffer } {
  const old = settingsOf(row);
  const oldKeys = keysOf(secrets, row);
  const keys: Keys = {
    ...oldKeys,
    ...(jitsi?.secret !== undefined && { jitsi: jitsi.secret }),
    ...(zoom?.clientSecret !== undefined && { zoom: zoom.clientSecret }),
  };
  const { jitsi: jitsiKey, zoom: zoomKey } = keys;
  return {
    conferencing: {
      kind: kind ?? old.kind,
      urlTemplate: urlTemplate === undefined ? (old.urlTemplate ?? null) : urlTemplate,
      jitsi: jitsi === undefined ? (old.jitsi ?? null) : jitsi && { url: jitsi.url, appId: jitsi.appId },
      zoom:
        zoom === undefined
          ? (old.zoom ?? null)
          : zoom && { accountId: zoom.accountId, clientId: zoom.clientId, user: zoom.user ?? null },
    },
    conferencing_sealed: secrets.seal(
      JSON.stringify({
        ...(jitsi !== null && jitsiKey !== undefined && { jitsi: jitsiKey }),
        ...(zoom !== null && zoomKey !== undefined && { zoom: zoomKey }),
      }),
    ),
  };
}
