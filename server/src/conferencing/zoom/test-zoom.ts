import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface FakeMeeting {
  readonly id: number;
  topic: string;
  agenda: string;
  start_time: string;
  duration: number;
  readonly join_url: string;
}

/** What the next request of this method is met with, instead of an answer or after it has been carried out. */
interface Trouble {
  readonly method: string;
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** The request is carried out, and only its answer is lost. */
  readonly isDone?: boolean;
  /** The connection breaks instead. */
  readonly breaks?: boolean;
}

/** A Zoom account on loopback that does what hurts: tokens that end, 429, 5xx, answers that are lost, a revoked app. */
export interface FakeZoom {
  readonly urls: { apiUrl: string; tokenUrl: string };
  readonly meetings: Map<number, FakeMeeting>;
  readonly requests: string[];
  readonly troubles: Trouble[];
  pageSize: number;
  isRevoked: boolean;
  expireTokens(): void;
  close(): Promise<void>;
}

export const zoomSettings = { accountId: 'account-1', clientId: 'client-1', clientSecret: 'secret-1' };

export async function startFakeZoom(): Promise<FakeZoom> {
  const meetings = new Map<number, FakeMeeting>();
  const tokens = new Set<string>();
  const requests: string[] = [];
  const troubles: Trouble[] = [];
  let issued = 0;
  let made = 0;
  const server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://zoom');
    const answer = (status: number, body?: object, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body ? JSON.stringify(body) : '');
    };
    const body = await bodyOf(request);
    requests.push(`${request.method} ${url.pathname}`);
    if (url.pathname === '/oauth/token') {
      const given = Buffer.from(
        (request.headers.authorization ?? '').replace('Basic ', ''),
        'base64',
      ).toString();
      const isKnown =
        given === `${zoomSettings.clientId}:${zoomSettings.clientSecret}` &&
        url.searchParams.get('account_id') === zoomSettings.accountId;
      if (!isKnown || fake.isRevoked)
        return answer(400, { reason: 'Invalid client_id or client_secret', error: 'invalid_client' });
      const token = `token-${++issued}`;
      tokens.add(token);
      return answer(200, { access_token: token, token_type: 'bearer', expires_in: 3600 });
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return answer(401, { code: 124, message: 'Access token is expired.' });
    const index = troubles.findIndex(({ method }) => method === request.method);
    const [trouble] = index < 0 ? [] : troubles.splice(index, 1);
    if (trouble && !trouble.isDone) {
      if (trouble.breaks) return void request.socket.destroy();
      return answer(trouble.status, { code: trouble.status, message: 'Trouble.' }, trouble.headers);
    }
    const { status, body: result } = carryOut(request.method ?? '', url, body);
    if (trouble?.breaks) return void request.socket.destroy();
    return trouble ? answer(trouble.status, {}, trouble.headers) : answer(status, result);
  });

  function carryOut(method: string, url: URL, body: Partial<FakeMeeting>): { status: number; body?: object } {
    if (url.pathname.startsWith('/v2/users/')) {
      if (method === 'POST') {
        const id = 8_000_000_000 + ++made;
        const meeting = { ...(body as FakeMeeting), id, join_url: `https://zoom.example/j/${id}?pwd=x` };
        meetings.set(id, meeting);
        return { status: 201, body: meeting };
      }
      const from = Number(url.searchParams.get('next_page_token') ?? 0);
      const all = [...meetings.values()];
      const page = all.slice(from, from + fake.pageSize);
      const isLast = from + fake.pageSize >= all.length;
      return {
        status: 200,
        body: { meetings: page, next_page_token: isLast ? '' : String(from + fake.pageSize) },
      };
    }
    const id = Number(url.pathname.split('/').pop());
    const meeting = meetings.get(id);
    if (!meeting) return { status: 404, body: { code: 3001, message: 'Meeting does not exist.' } };
    if (method === 'DELETE') meetings.delete(id);
    else meetings.set(id, { ...meeting, ...body });
    return { status: 204 };
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeZoom = {
    urls: { apiUrl: `${origin}/v2`, tokenUrl: `${origin}/oauth/token` },
    meetings,
    requests,
    troubles,
    pageSize: 2,
    isRevoked: false,
    expireTokens: () => tokens.clear(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
}

async function bodyOf(request: IncomingMessage): Promise<Partial<FakeMeeting>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text ? (JSON.parse(text) as Partial<FakeMeeting>) : {};
}
