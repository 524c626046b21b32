import { renderHome } from '@daybook/booking/render';
import type { Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { notFound } from '../platform/problems.ts';
import { resolveReader } from './reader.ts';

/** For people. Clients of the API are led to its reference. */
export async function showHome(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  // At a workspace's domain.
  if (runtime.host) throw notFound('Page');
  if (!visit.wantsHtml) return { redirect: '/docs' };
  const { site, cookies } = resolveReader(runtime, visit);
  return { nonce: visit.nonce, html: renderHome({ site: { ...site, frame: null } }), cookies };
}
