import { renderDashboard } from '@daybook/booking/account/render';
import { pickLanguage } from '@daybook/booking/language';
import { floorToMinute } from '@daybook/engine/dates';
import { readSession } from '../identity/public.ts';
import { resolveReader, buildZoneTable } from '../pages/public.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../platform/context.ts';
import { getAssetPath, listImportPaths } from '../platform/http/assets.ts';
import type { Html, PageResponse, Visit } from '../platform/http/pages.ts';

/** Events of the past are shown in the rules of their time. */
const pastDays = 5 * 366;

/** The document in which the dashboard runs, with everything that it needs for its first picture. */
export const showDashboard = (runtime: Runtime, visit: Visit, actor: Actor): Promise<PageResponse> =>
  renderDashboardPage(runtime, visit, actor);

/** In a frame its program has a token, and no session. */
interface EmbedData {
  readonly token: string;
  readonly origins: readonly string[];
}

export async function renderDashboardPage(
  runtime: Runtime,
  visit: Visit,
  actor: Actor,
  embed?: EmbedData,
): Promise<Html> {
  const session = await readInWorkspace(runtime, actor, (ctx) => readSession(ctx, runtime.config));
  const now = runtime.clock.now().getTime();
  const { locale, words } = languageOf(session.preferences);
  const { site } = resolveReader(runtime, visit);
  const scripts = [`words-${locale.tag}.js`, 'dashboard.js'];
  const html = renderDashboard({
    site: { ...site, locale },
    assets: {
      css: getAssetPath('dashboard.css'),
      areaCss: getAssetPath('areas.css'),
      scripts: scripts.map(getAssetPath),
      imports: [...new Set(scripts.flatMap(listImportPaths))],
    },
    theme: session.preferences.theme,
    data: {
      session,
      locale,
      words: words.pick,
      zones: buildZoneTable(floorToMinute(now), pastDays),
      now,
      ...(embed && { embed }),
    },
    name: session.name,
    email: session.email,
    workspace: session.workspace.name,
    role: session.role,
  });
  return { html, nonce: visit.nonce, isSecret: true, isProgram: true, hasFrames: true };
}

type Preferences = Awaited<ReturnType<typeof readSession>>['preferences'];

const weekStarts = { sunday: 0, monday: 1, saturday: 6 } as const;

/** The language, the clock and the week are as preferred, whatever the browser asks for. */
function languageOf({ language, clock, firstDayOfWeek }: Preferences) {
  const { locale, words } = pickLanguage({ chosen: language });
  return {
    locale: { ...locale, hour12: clock === '12', weekStartsOn: weekStarts[firstDayOfWeek] },
    words,
  };
}
