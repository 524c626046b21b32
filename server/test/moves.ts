import type { OwnerCredentials } from '../src/identity/public.ts';
import type { WorkspaceId } from '../src/platform/db/workspace-id.ts';
import { moveParts, moveWorkspace, type MoveParts } from '../src/platform/transfer/move/move-workspace.ts';
import { openSide, type Move } from '../src/platform/transfer/move/sessions.ts';
import type { TestCell, TestCells } from './cells.ts';

/** A workspace that is moved in a test. */
export interface MovedWorkspace extends OwnerCredentials {
  readonly id: WorkspaceId;
  readonly ownerSlug: string;
  readonly eventTypeSlug: string;
}

/** With a page that can be booked, and people. */
export async function createMovedWorkspace(cell: TestCell, email: string): Promise<MovedWorkspace> {
  const owner = await cell.createWorkspace(email);
  const post = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${owner.token}` };
    const answer = await cell.app.inject({ method: 'POST', url, headers, payload });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.json() as { resource: { slug: string; schedulingUrl: string } };
  };
  const { resource } = await post('/v2/event-types', {
    title: 'Call',
    duration: 30,
    bookingWindow: { type: 'unlimited' },
  });
  const people = Array.from({ length: 50 }, (_, n) => ({
    firstName: 'Ines',
    lastName: `Okafor ${n}`,
    emails: [`ines${n}@okafor.example`],
  }));
  await post('/v2/crm/people/bulk', { records: people, mode: 'atomic' });
  const { rows } = await cell.runtime.database.pool.query<{ workspace_id: WorkspaceId }>(
    'select workspace_id from member where email = $1',
    [email],
  );
  const [, ownerSlug = '', eventTypeSlug = ''] = new URL(resource.schedulingUrl).pathname.split('/');
  return { ...owner, id: rows[0]?.workspace_id as WorkspaceId, ownerSlug, eventTypeSlug };
}

export interface BookingAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
}

/** Books the nth time of the page; the same one again if it is repeated. */
export async function bookNth(url: string, of: MovedWorkspace, n: number): Promise<BookingAnswer> {
  const date = new Date(Date.UTC(2027, 0, 4 + 7 * Math.floor(n / 10)));
  const body = {
    ownerSlug: of.ownerSlug,
    eventTypeSlug: of.eventTypeSlug,
    date: date.toISOString().slice(0, 10),
    start: `${String(9 + Math.floor((n % 10) / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
    timeZone: 'UTC',
    name: 'Kit',
    email: `kit${n}@move.example`,
  };
  const response = await fetch(`${url}/v2/event`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${of.token}`,
      'content-type': 'application/json',
      'idempotency-key': `booking-${of.id}-${n}`,
    },
    body: JSON.stringify(body),
  });
  await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after') };
}

/** What each booking of a workspace came to, in a cell. */
export async function countBookings(cell: TestCell, id: WorkspaceId): Promise<Record<string, number>> {
  const { rows } = await cell.runtime.database.pool.query<{ email: string; count: number }>(
    `select email, count(*) as count from invitee where workspace_id = $1 group by email`,
    [id],
  );
  return Object.fromEntries(rows.map(({ email, count }) => [email, Number(count)]));
}

/** A mover on connections of its own, as the command has them. `die` closes them without a word, as the end of its process does. */
export async function openMover(
  { directory }: TestCells,
  [from, to]: readonly [TestCell, TestCell],
  workspaceId: WorkspaceId,
): Promise<{
  move: Move;
  run(parts?: Partial<MoveParts>): ReturnType<typeof moveWorkspace>;
  die(): never;
  close(): Promise<void>;
}> {
  const source = await openSide(from.name, from.connection, workspaceId);
  const target = await openSide(to.name, to.connection, workspaceId);
  const move: Move = { workspaceId, source, target, directory, onProgress() {} };
  const streams = [source, target].map(
    ({ client }) => (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream,
  );
  return {
    move,
    run: (parts = {}) => moveWorkspace(move, { ...moveParts, ...parts }),
    die() {
      for (const stream of streams) stream.destroy();
      throw new Error('The mover was killed.');
    },
    async close() {
      await Promise.all([source, target].map(({ client }) => client.end().catch(() => {})));
    },
  };
}
