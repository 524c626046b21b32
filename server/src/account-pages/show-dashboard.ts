import { renderDashboard } from '@daybook/booking/account/render';
import { pickLanguage } from '@daybook/booking/language';
import { minuteFloor } from '@daybook/engine/dates';
import { readSession } from '../identity/public.ts';
import { readerOf, zoneTable } from '../pages/public.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../platform/context.ts';
import { assetPath } from '../platform/http/assets.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';

/** Events of the past are shown in the rules of their time. */
const pastDays = 5 * 366;

/** The document in which the dashboard runs, with everything that it needs for its first picture. */
export async function showDashboard(runtime: Runtime, visit: Visit, actor: Actor): Promise<PageResponse> {
  const session = await readInWorkspace(runtime, actor, (ctx) => readSession(ctx, runtime.config));
  const now = runtime.clock.now().getTime();
  const { site } = readerOf(runtime, visit, { language: session.preferences.language });
  const { locale, words } = languageOf(session.preferences);
  const html = renderDashboard({
    site,
    assets: { js: assetPath('dashboard.js'), css: assetPath('dashboard.css') },
    theme: session.preferences.theme,
    data: { session, locale, words: words.pick, zones: zoneTable(minuteFloor(now), pastDays), now },
    name: session.name,
    email: session.email,
    workspace: session.workspace.name,
    role: session.role,
  });
  return { html, nonce: visit.nonce, isSecret: true, isProgram: true, hasFrames: true };
}

type Preferences = Awaited<ReturnType<typeof readSession>>['preferences'];

const weekStarts = { sunday: 0, monday: 1, saturday: 6 } as const;

/** The dashboard speaks English so far; the clock and the week are as preferred. */
function languageOf({ clock, firstDayOfWeek }: Preferences) {
  const { locale, words } = pickLanguage({ chosen: 'en' });
  return {
    locale: { ...locale, hour12: clock === '12', weekStartsOn: weekStarts[firstDayOfWeek] },
    words,
  };
}
