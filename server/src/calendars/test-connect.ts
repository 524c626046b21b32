import type { Answer, TestApp } from '../../test/harness.ts';
import { setPassword, signIn } from '../../test/session.ts';
import type { AccountServer, Json, Notifier } from './test-account-server.ts';

/** Connecting an account as a browser does: ask for the address, agree there, come back. */

const password = 'seven quiet herons';

/** The cookie of Mara, who owns the demo company. */
export async function signInMara(app: TestApp): Promise<string> {
  await setPassword(app, 'mara@juniper.example', password);
  return (await signIn(app, 'mara@juniper.example', password)).cookie;
}

export function openPage(app: TestApp, url: string, cookie?: string): Promise<Answer> {
  const { pathname, search } = new URL(url, 'http://localhost');
  return app.inject({
    method: 'GET',
    url: `${pathname}${search}`,
    headers: { accept: 'text/html', ...(cookie && { cookie }) },
  });
}

/** The answer to the browser that comes back. */
export async function connectAccount(
  app: TestApp,
  server: AccountServer,
  cookie: string,
  body: { readonly provider: string; readonly access?: string; readonly returnTo?: string },
): Promise<Answer> {
  const asked = await app.post('/calendar-connections/authorize', body);
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  return openPage(app, await server.consentAt(asked.body.url), cookie);
}

/** The connections of Mara to a provider. */
export async function listConnectionsTo(app: TestApp, provider: string): Promise<Json[]> {
  const { body } = await app.get('/calendar-connections');
  return (body.collection as Json[]).filter((connection) => connection.provider === provider);
}

export async function syncNow(app: TestApp, uuid: string): Promise<Json> {
  const { status, body } = await app.post(`/calendar-connections/${uuid}/sync`, {});
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.resource;
}

/** When Mara is busy from January to May, to the minute. */
export async function listBusyTimes(app: TestApp): Promise<string[]> {
  const { body } = await app.get('/busy-times?start=2027-01-01T00:00:00Z&end=2027-05-31T00:00:00Z');
  return (body.collection as { start: string; end: string }[]).map(
    ({ start, end }) => `${start.slice(0, 16)}/${end.slice(11, 16)}`,
  );
}

/** Passes on what a provider sends to the public address. */
export const createNotifier =
  (app: TestApp): Notifier =>
  async ({ url, headers, body }) => {
    const { pathname, search } = new URL(url);
    const answer = await app.app.inject({
      method: 'POST',
      url: `${pathname}${search}`,
      headers,
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, body: answer.body, type: String(answer.headers['content-type']) };
  };
