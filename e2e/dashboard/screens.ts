import { createTestSaml } from '../../server/src/identity/saml/test-provider.ts';
import { bookPage, createPage } from '../../server/test/booking.ts';
import type { TestApp } from '../../server/test/harness.ts';

/** The address of every screen of the dashboard, each with something to show. */
export async function listScreens(app: TestApp, receiverUrl: string): Promise<string[]> {
  const { slug, uuid } = await createPage(app, { title: 'Besprechung der Jahresplanung' });
  const booked = (await bookPage(app, { slug }, { date: '2027-01-12', start: '09:00' })).body;
  const agent = (await app.post('/agents', { name: 'Rezeption und Terminvergabe' })).body.resource;
  const hook = { callbackUrl: receiverUrl, events: ['invitee.scheduled'], scope: 'user' };
  const webhook = (await app.post('/webhooks', hook)).body.resource;
  const fields = [{ inputId: 'email', question: 'Email', type: 'EMAIL_INPUT' }];
  const fallback = { type: 'MESSAGE', headline: 'Thank you.' };
  const form = (await app.post('/routing-forms', { name: 'Anfrage', fields, routes: [], fallback })).body
    .resource;
  const team = (await app.post('/teams', { title: 'Vertrieb' })).body.resource;
  const person = (await app.put('/crm/people', { emails: ['a@sheet.example'], firstName: 'Ada' })).body
    .person;
  const redirectUris = ['https://anwendung.example/anmeldung/rueckkehr-aus-dem-kalender'];
  const oauth = { name: 'Terminplanung', scopes: ['booking', 'events:write', 'crm:read'], redirectUris };
  const oauthApp = (await app.post('/apps', oauth)).body.resource;
  await app.post('/domains', { name: 'terminplanung.example', purpose: 'sign_in' });
  const { metadata } = await createTestSaml(() => ({ entityId: '', acsUrl: '' }));
  const roleMapping = [{ group: 'Verwaltung und Buchhaltung', role: 'admin' }];
  const saml = { kind: 'saml', name: 'Anmeldedienst', metadata, roleMapping };
  const provider = (await app.post('/identity-providers', saml)).body.resource;
  const [workflow] = (await app.get('/workflows')).body.collection;
  const me = (await app.get('/session')).body.resource;
  const [settings, developers] = ['/app/settings', '/app/developers'];
  return [
    '/app',
    '/app/notifications',
    ...['', '?view=week', '/book', `/${booked.uuid}`].map((path) => `/app/events${path}`),
    ...['', '/new', `/${uuid}`].map((path) => `/app/pages${path}`),
    ...['', '/absences'].map((path) => `/app/availability${path}`),
    ...['', '/people', `/people/${person.id}`, '/people/fields', '/people/import', '/people/duplicates'].map(
      (path) => `/app/records${path}`,
    ),
    '/app/tasks',
    '/app/polls',
    '/app/insights',
    ...['', '/new', `/${form.uuid}`, `/${form.uuid}/try`, `/${form.uuid}/share`].map(
      (path) => `/app/forms${path}`,
    ),
    ...['', '/new', '/agents', `/agents/${agent.uuid}`, '/outcomes', '/do-not-call'].map(
      (path) => `/app/calls${path}`,
    ),
    ...['', `/${workflow.uuid}`].map((path) => `/app/workflows${path}`),
    ...['', '/tokens', '/tokens/new', '/webhooks', '/webhooks/new'].map((path) => developers + path),
    ...['/apps', '/apps/new', `/apps/${oauthApp.uuid}`].map((path) => developers + path),
    ...['', '/settings', '/events', '/deliveries'].map(
      (path) => `${developers}/webhooks/${webhook.uuid}${path}`,
    ),
    ...['/catcher', '/mail', '/audit-log', '/reference'].map((path) => developers + path),
    ...[
      '/profile',
      '/sign-in',
      '/preferences',
      '/calendars',
      '/connected-apps',
      '/workspace',
      '/branding',
    ].map((path) => settings + path),
    ...['/people', `/people/${me.uuid}`, '/teams', `/teams/${team.uuid}`].map((path) => settings + path),
    ...['/single-sign-on', `/single-sign-on/${provider.uuid}`].map((path) => settings + path),
    ...['/domains', '/resources', '/roles', '/security', '/provisioning', '/data'].map(
      (path) => settings + path,
    ),
  ];
}
