import { renderOutcome } from '@daybook/booking/account/render';
import { openEmbed } from '../identity/public.ts';
import type { Runtime } from '../platform/context.ts';
import { getAssetPath } from '../platform/http/assets.ts';
import type { Html, Visit } from '../platform/http/pages.ts';
import { renderDashboardPage } from './show-dashboard.ts';
import { buildPageBase } from './visit.ts';

/** A page of the dashboard in a frame of a product that has scheduling built in. Only the sites of that product can show it. */
export async function showEmbedded(runtime: Runtime, visit: Visit, key: string): Promise<Html> {
  const opened = await openEmbed(runtime, key);
  if (!opened) return showUsed(runtime, visit);
  const { actor, token, origins } = opened;
  const page = await renderDashboardPage(runtime, visit, { ...actor, address: visit.ip }, { token, origins });
  return { ...page, frameAncestors: origins };
}

/** Any site can show this: there is nothing in it to click. */
function showUsed(runtime: Runtime, visit: Visit): Html {
  const { site } = buildPageBase(runtime, visit);
  const html = renderOutcome({
    site: { ...site, frame: getAssetPath('frame.js') },
    script: null,
    notice: null,
    heading: { text: 'linkGone' },
    hint: { text: 'linkGoneHint' },
    link: null,
  });
  return { html, nonce: visit.nonce, status: 410, isSecret: true, frameAncestors: null };
}
