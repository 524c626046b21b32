import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { toInstant } from '@daybook/engine/zones';
import { openCluster, sendRequest, type Answer, type Cluster, type Request } from '../chaos/cluster.ts';
import { openDatabase } from '../chaos/database.ts';
import { chooseOffers, type OfferedTime } from '../server/src/calls/dialogue/public.ts';
import { startSmtp, type TestSmtp } from '../server/src/mail/test-smtp.ts';
import { getZone } from '../server/src/platform/zones.ts';

/** A whole Daybook that makes calls: API and worker as processes of their own, a mail server, and a receiver of webhooks. */
export interface Daybook {
  readonly cluster: Cluster;
  readonly mail: TestSmtp;
  /** Which calls were reported as completed, a webhook-id for each report. */
  readonly completed: ReadonlyMap<string, readonly string[]>;
  ask(method: Request['method'], path: string, body?: object): Promise<Answer['body']>;
  /** An agent that books on the page of this host. */
  agent(host: number, voice: string): Promise<string>;
  /** Queues a call. */
  dial(agentId: string, person: Person): Promise<string>;
  /** The call as the API shows it, once its first attempt is over. */
  ended(agentId: string, callId: string, limitMs: number): Promise<Answer['body'] | undefined>;
  /** All free times of this host in which an agent may offer some. */
  startsOf(host: number): Promise<number[]>;
  close(): Promise<void>;
}

export interface Person {
  readonly phoneNumber: string;
  readonly email: string;
  readonly fullName: string;
}

/** Of the numbers that are called. */
export const zone = getZone('Europe/Berlin');

export async function openDaybook(sipPort: number): Promise<Daybook> {
  await buildIfStale();
  const mail = await startSmtp();
  const { url, completed, close } = await receiveCompleted();
  const variables = { SIP_URL: `sip:daybook@127.0.0.1:${sipPort}`, SMTP_URL: mail.url };
  const cluster = await openCluster(await openDatabase(), { apis: 1, workers: 1, variables });
  const [api] = cluster.apis;
  if (!api) throw new Error('There is no API.');
  // From the day after tomorrow on, so that no time passes while a call is on its way.
  await cluster.database.query(
    `update event_type set booking_window = jsonb_build_object('type', 'range',
       'startDate', to_char(now() + interval '2 days', 'YYYY-MM-DD'),
       'endDate', to_char(now() + interval '60 days', 'YYYY-MM-DD')) where slug = 'call'`,
  );
  const ask: Daybook['ask'] = async (method, path, body) => {
    const answer = await sendRequest(api, { method, path: `/v2${path}`, ...(body && { body }) });
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await ask('POST', '/webhooks', {
    callbackUrl: url,
    events: ['ai_agent.call_completed'],
    scope: 'organization',
  });
  return {
    cluster,
    mail,
    completed,
    ask,
    async agent(host, voice) {
      const [page] = await cluster.database.query<{ id: string }>(
        `select e.id from event_type e join member m on m.workspace_id = e.workspace_id and m.id = e.owner_member_id
         where m.slug = $1 and e.slug = 'call'`,
        [`host-${host}`],
      );
      const body = { name: `Caller ${host}`, isPublished: true, isEnabled: true, maxAttempts: 2 };
      const made = await ask('POST', '/agents', { ...body, provider: 'sip', voice, eventTypeUuid: page?.id });
      return made.resource.uuid;
    },
    dial: async (agentId, person) =>
      (await ask('POST', `/agents/${agentId}/outbound-calls`, person)).element.id,
    async ended(agentId, callId, limitMs) {
      for (const untilMs = performance.now() + limitMs; performance.now() < untilMs;) {
        const { element } = await ask('GET', `/agents/${agentId}/outbound-calls/${callId}`);
        if (element.retryLogs[0]?.endedAt || element.status === 'failed') return element;
        // Rarely, since asking takes time from the calls that are measured. The webhook of the call says most of it.
        for (let waits = 0; waits < 25 && !completed.has(callId); waits += 1)
          await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return undefined;
    },
    async startsOf(host) {
      const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
      const query = `startDate=${day(0)}&endDate=${day(21)}&timeZone=${zone.name}`;
      const { availability } = await ask('GET', `/availability/host-${host}/event-types/call?${query}`);
      return availability.flatMap(({ date, slots }: { date: string; slots: string[] }) =>
        slots.map((time) => 60_000 * toInstant(zone, Date.parse(`${date}T${time}Z`) / 60_000)),
      );
    },
    async close() {
      await cluster.close();
      await Promise.all([mail.stop(), close()]);
    },
  };
}

/** Before the processes start, which have a minute for it. */
async function buildIfStale(): Promise<void> {
  const build = fileURLToPath(new URL('../tools/build.mjs', import.meta.url));
  const script = `await (await import(${JSON.stringify(build)})).buildIfStale()`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
}

/** What an agent offers when it calls, and what after it was asked for later times. */
export function splitOffers(startsMs: readonly number[]): { first: OfferedTime[]; later: OfferedTime[] } {
  const first = chooseOffers(startsMs, zone);
  const lastMs = first.at(-1)?.startMs ?? 0;
  return {
    first,
    later: chooseOffers(
      startsMs.filter((ms) => ms > lastMs),
      zone,
    ),
  };
}

async function receiveCompleted(): Promise<{
  url: string;
  completed: Map<string, string[]>;
  close(): Promise<void>;
}> {
  const completed = new Map<string, string[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString());
      completed.set(id, [...(completed.get(id) ?? []), String(request.headers['webhook-id'])]);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    completed,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
