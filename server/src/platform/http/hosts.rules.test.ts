import { expect, test } from 'vitest';
import { isInstallationHost, isServedAtDomain, toHostName } from './hosts.rules.ts';

const config = { publicUrl: 'https://daybook.example', otherHosts: ['alias.example'] };

test.each([
  'daybook.example',
  'DAYBOOK.example.:443',
  'alias.example',
  'localhost:4000',
  'app.localhost',
  'daybook.default.svc.cluster.local',
  'daybook:4000',
  '127.0.0.1:4000',
  '[::1]:4000',
  '',
])('%s is a name of the installation', (host) => {
  expect(isInstallationHost(toHostName(host), config)).toBe(true);
});

test.each(['book.example.com', 'daybook.example.com', 'xdaybook.example'])(
  '%s may be a workspace’s',
  (host) => {
    expect(isInstallationHost(toHostName(host), config)).toBe(false);
  },
);

test.each([
  '/',
  '/ada',
  '/ada/intro',
  '/team/sales/demo',
  '/s/token',
  '/forms/contact',
  '/bookings/dbk-1/calendar.ics',
  '/public/pages/ada/intro/availability',
  '/v2/public/bookings/dbk-1',
  '/v2/time-zones',
  '/assets/booking.js',
  '/images/a.png',
  '/embed.js',
])('%s is served at a domain', (path) => {
  expect(isServedAtDomain(path)).toBe(true);
});

test.each([
  '/app',
  '/app/sign-in',
  '/docs',
  '/v2/session',
  '/v2/whoami',
  '/v2/public/password-resets',
  '/public/passkeys/challenge',
  '/public/invitations/token',
  '/public/calendars/token.ics',
  '/oauth/authorize',
  '/mcp',
  '/auth/oidc/start',
  '/openapi.json',
  '/.well-known/oauth-authorization-server',
  '/pages/preview/token',
  '/join/token',
  '/unsubscribe/token',
  '/dev/mail',
  '/connect/stripe/events/token',
])('%s is not', (path) => {
  expect(isServedAtDomain(path)).toBe(false);
});
