import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bookPage, createPage, fixedClock } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { countStatements } from '../../../test/statements.ts';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { readInWorkspace, type Ctx } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { eventResources, findInvitations, otherInvitees, selectAttendees } from './invitations.store.ts';

const app = useApp({ clock: fixedClock });

async function read<T>(work: (ctx: Ctx) => Promise<T>): Promise<{ result: T; statements: number }> {
  const { runtime, take } = countStatements(app.runtime);
  const { rows } = await app.runtime.database.pool.query<{ workspace_id: WorkspaceId }>(
    'select workspace_id from workspace',
  );
  const actor = createSystemActor(rows[0]!.workspace_id);
  await readInWorkspace(runtime, actor, () => Promise.resolve());
  const around = take();
  const result = await readInWorkspace(runtime, actor, work);
  return { result, statements: take() - around };
}

async function bookGroup(): Promise<{ eventId: string; inviteeIds: string[] }> {
  const page = await createPage(app, {
    title: 'Workshop',
    type: 'GROUP',
    maxActiveInvitees: 5,
    color: '8250df',
  });
  const booked = [];
  for (const name of ['Ines Okafor', 'Jonas Weber']) {
    const { status, body } = await bookPage(app, page, {
      name,
      email: `${name.split(' ')[0]}@okafor.example`,
    });
    expect(status).toBe(200);
    booked.push(body);
  }
  return { eventId: booked[0].uuid, inviteeIds: booked.map(({ invitees }) => invitees[0].uuid) };
}

test('one statement reads invitees with their event, its hosts, and what a caller adds', async () => {
  const { eventId, inviteeIds } = await bookGroup();
  interface Columns {
    readonly color: string;
    readonly others: number;
    readonly attending: { name: string }[];
    readonly resources: unknown;
  }
  const { result, statements } = await read((ctx) =>
    findInvitations<Columns, { readonly isFirst: boolean }>(ctx, [...inviteeIds, 'dbk-unknown'], {
      columns: sql`p.color, ${otherInvitees} as others, ${selectAttendees(1)} as attending, ${eventResources} as resources`,
      joins: sql`join event_type p on p.workspace_id = e.workspace_id and p.id = e.event_type_id`,
      hostEntries: sql`'isFirst', h.position = 0`,
    }),
  );
  expect(statements).toBe(1);
  expect([...result.keys()].toSorted()).toEqual(inviteeIds.toSorted());
  const second = result.get(inviteeIds[1] ?? '');
  expect(second).toMatchObject({
    event_id: eventId,
    title: 'Workshop',
    full_name: 'Jonas Weber',
    starts_at: '2027-01-12T09:00:00.000000Z',
    cancelled_at: null,
    color: '8250df',
    others: 1,
    attending: [{ name: 'Ines Okafor' }],
    resources: null,
  });
  expect(second?.hosts).toMatchObject([
    { slug: 'mara-lindqvist', email: 'mara@juniper.example', isFirst: true },
  ]);
  expect(second?.key_sealed).toBeInstanceOf(Buffer);
});
