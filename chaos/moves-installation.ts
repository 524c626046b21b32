import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { findFreePort } from '../server/test/cells.ts';
import {
  buildBearerHeader,
  formatDatabaseUrl,
  parseKeys,
  startServer,
  stopProgram,
  type Server,
  type Variables,
} from '../server/test/process/daybook.ts';
import { openDatabase, type SingleDatabase } from './database.ts';

/** A page that callers book through the router. */
export interface BookingTarget {
  readonly url: string;
  readonly token: string;
  readonly ownerSlug: string;
  readonly eventTypeSlug: string;
}

export interface Installation {
  readonly databases: Readonly<Record<'directory' | 'one' | 'two', SingleDatabase>>;
  /** Adds a page and records to the workspace of the first cell. */
  fill(records: number): Promise<{ workspaceId: WorkspaceId; target: BookingTarget }>;
  restartRouter(): Promise<void>;
  /** The status of a cell itself, once it has its database. */
  askCell(cell: 'one' | 'two', path: string, headers: Record<string, string>): Promise<number>;
  close(): Promise<void>;
}

/** Two cells, a directory and a router: three PostgreSQLs and three processes. */
export async function openInstallation(): Promise<Installation> {
  const databases = { directory: await openDatabase(), one: await openDatabase(), two: await openDatabase() };
  const common = {
    DIRECTORY_URL: formatDatabaseUrl(databases.directory.connection),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
  };
  const startCell = async (name: 'one' | 'two'): Promise<Server> => {
    const port = await findFreePort();
    return startServer({
      ...common,
      DATABASE_URL: formatDatabaseUrl(databases[name].connection),
      SECRET_KEY: 'the same in all cells, and long enough',
      CELL: name,
      CELL_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      SEED: 'empty',
      TRUST_PROXY: 'loopback',
    });
  };
  const cells = { one: await startCell('one'), two: await startCell('two') };
  const routing: Variables = { ...common, ROLE: 'router', PORT: String(await findFreePort()) };
  let router = await startServer(routing);
  return {
    databases,
    fill: (records) => fill(cells.one, databases.one, router.url, records),
    async restartRouter() {
      await stopProgram(router, 'SIGKILL');
      router = await startServer(routing);
    },
    async askCell(cell, path, headers) {
      for (;;) {
        const { status } = await cells[cell].call(path, { headers });
        if (status !== 503) return status;
      }
    },
    async close() {
      for (const database of Object.values(databases)) await database.close();
    },
  };
}

async function fill(
  cell: Server,
  database: SingleDatabase,
  url: string,
  records: number,
): Promise<{ workspaceId: WorkspaceId; target: BookingTarget }> {
  const { token, email } = parseKeys(cell.output());
  const headers = { ...buildBearerHeader(token), 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await cell.call(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(answer.body);
    return answer.body;
  };
  const page = await post('/v2/event-types', {
    title: 'Call',
    duration: 30,
    bookingWindow: { type: 'unlimited' },
  });
  const { resource } = JSON.parse(page) as { resource: { schedulingUrl: string } };
  const [, ownerSlug = '', eventTypeSlug = ''] = new URL(resource.schedulingUrl).pathname.split('/');
  for (let at = 0; at < records; at += 1000) {
    const people = Array.from({ length: Math.min(1000, records - at) }, (_, index) => ({
      firstName: `Person ${at + index}`,
      lastName: 'Okafor',
      emails: [`person${at + index}@company${(at + index) % 5000}.example`],
    }));
    await post('/v2/crm/people/bulk', { records: people, mode: 'atomic' });
  }
  const [row] = await database.query<{ id: WorkspaceId }>(
    'select workspace_id as id from member where email = $1',
    [email],
  );
  return { workspaceId: row?.id as WorkspaceId, target: { url, token, ownerSlug, eventTypeSlug } };
}
