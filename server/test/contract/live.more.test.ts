import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditActions } from '@daybook/contract/audit';
import { kinds } from '../../src/live/rules.ts';
import { openStream, type OpenStream } from '../../src/live/test-live.ts';
import { wakeChannel } from '../../src/platform/outbox.ts';
import { useReceiver } from '../../src/webhooks/delivery/test-receiver.ts';
import { fixedClock } from '../booking.ts';
import { useApp } from '../harness.ts';
import { isWriting, operations, requests, sendRequest, createWorld, type World } from '../operations.ts';
import { ownerToken } from '../runtime.ts';

const app = useApp({ clock: fixedClock, config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();

const log = 'a log that is read when it is looked at';
const job = 'its records appear as the job writes them';

/** Writing operations after which nothing has to be read again, and why. */
const silent: Record<string, string> = {
  signOut: 'with a token it does nothing',
  endUserSessions: 'on the stream of the user whose sessions they are',
  endAllSessions: 'on the streams of the users whose sessions they are',
  confirmFirstStep: 'a step of one user, who knows of it',
  retryFailure: 'what it changes appears as the effect or job writes it',
  previewEventType: 'the page stays as it is',
  tryRoutingForm: 'reads',
  queryRecords: 'reads',
  tryWorkflow: 'reads',
  previewWorkflowMail: 'reads',
  queryPeople: 'reads',
  queryCompanies: 'reads',
  aggregateRecords: 'reads',
  exportPerson: 'reads',
  exportMatchingRecords: 'reads',
  exportMatchingPeople: 'reads',
  exportMatchingCompanies: 'reads',
  markDifferent: 'suggestions, which are computed when they are read',
  createImport: job,
  cancelImport: job,
  undoImport: job,
  resendMail: log,
  authorizeCalendar: 'nothing changes until the user comes back',
  syncCalendarConnection: 'the answer says what was read',
  createWebhookCatcher: 'what it catches appears',
  deleteWebhookCatcher: 'who deletes it knows',
  testIdentityProvider: 'the answer says what was read',
  testWebhook: log,
  retryDelivery: log,
  replayDeliveries: log,
};

/** Those whose change is seen in another group than their own. */
const elsewhere: Record<string, string> = {
  createSingleUseLink: 'Links',
  endSession: 'Session',
};

let stream: OpenStream;
let world: World;

beforeAll(async () => {
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  stream = await openStream(url, { authorization: `Bearer ${ownerToken}` });
  world = createWorld(app, receiver.url);
});

// The client keeps connections that wait for a next request, which would delay the end.
afterAll(() => app.app.server.closeAllConnections());

const writing = operations.filter(([name, route]) => isWriting(route) && silent[name] === undefined);

/** Without it the streams look every half second, which adds up here. */
const wake = () => app.runtime.database.pool.query(`select pg_notify('${wakeChannel}', '')`);

test.each(writing)('%s appears on the stream of everyone who can read it', async (name, route) => {
  const request = await requests[name]?.(world);
  if (!request) throw new Error(`Add a request for ${name} to server/test/operations.ts.`);
  // What was made for the request has appeared when this has.
  const marker = await world.team();
  await wake();
  await stream.until(({ id }) => id === marker.uuid, 5_000);
  expect((await sendRequest(app, route, request, { token: ownerToken })).status).toBeLessThan(300);
  await wake();
  const tag = elsewhere[name] ?? route.tag;
  await stream.until((event) => event.tag === tag || (tag === 'CRM records' && event.tag.startsWith('CRM')));
});

test('what is said to be silent exists', () => {
  const names = new Set(operations.map(([name]) => name));
  expect(Object.keys(silent).filter((name) => !names.has(name))).toEqual([]);
});

test('whatever the audit log records has a place in the stream', () => {
  const nouns = new Set(auditActions.filter((a) => a.endsWith('.created')).map((a) => a.split('.')[0] ?? ''));
  expect([...nouns].filter((noun) => kinds[noun] === undefined)).toEqual([]);
});
