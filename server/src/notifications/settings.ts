import { notificationKinds, type notificationSettings } from '@daybook/contract/notifications';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { findSettings, upsertSetting } from './store.ts';

type Settings = z.output<typeof notificationSettings>;

export async function readSettings(ctx: Ctx): Promise<Settings> {
  const changed = await findSettings(ctx);
  const all = notificationKinds.map((kind) => [kind, { email: changed.get(kind) ?? true }]);
  return Object.fromEntries(all) as Settings;
}

export async function changeSettings(
  ctx: Ctx,
  given: { readonly [K in keyof Settings]?: Settings[K] | undefined },
): Promise<Settings> {
  for (const kind of notificationKinds) {
    const channels = given[kind];
    if (channels) await upsertSetting(ctx, kind, channels.email);
  }
  return readSettings(ctx);
}
