import { renderUnsubscribe } from '@daybook/booking/render';
import { openUnsubscribeToken, recordUnsubscribe } from '../mail/public.ts';
import type { Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { notFound } from '../platform/problems.ts';
import { resolveReader } from './reader.ts';

/** Where a guest refuses further mail: a button, which mail programs also press by themselves (RFC 8058). */
export async function showUnsubscribe(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return show(runtime, visit, loadAddress(runtime, visit), false);
}

export async function unsubscribeFromPage(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const email = loadAddress(runtime, visit);
  await recordUnsubscribe(runtime, email);
  return show(runtime, visit, email, true);
}

function loadAddress(runtime: Runtime, { params: { token = '' } }: Visit): string {
  const email = openUnsubscribeToken(runtime, token);
  if (email === undefined) throw notFound('Link');
  return email;
}

function show(runtime: Runtime, visit: Visit, email: string, isRefused: boolean): PageResponse {
  const { site } = resolveReader(runtime, visit);
  return { nonce: visit.nonce, html: renderUnsubscribe({ site, email, isRefused }), isSecret: true };
}
