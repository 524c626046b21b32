import { describe, expect, test } from 'vitest';
import { bookPage, createPage, fixedClock } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { ownerToken } from '../../test/runtime.ts';
import { countStatements } from '../../test/statements.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { authenticate } from '../platform/auth/authenticate.ts';
import { runInWorkspace, type Ctx } from '../platform/context.ts';
import { runDueEffects } from '../platform/effects.ts';
import { cancelEvent } from './changes/cancel.ts';
import { reassignEvent } from './changes/reassign-event.ts';
import { rescheduleEvent } from './changes/reschedule.ts';

const app = useApp({ clock: fixedClock, manualEffects: true });

const query = async (text: string, values: unknown[]): Promise<unknown[]> =>
  (await app.runtime.database.pool.query(text, values)).rows;
const actor = async (): Promise<Actor> =>
  (await authenticate(app.runtime.database, ownerToken))?.actor as Actor;

describe('a group of any size', () => {
  const counting = () => countStatements(app.runtime);

  /** An event on a page, with so many invitees in it. */
  async function groupOf(size: number, date: string, fields: object): Promise<string> {
    const group = await createPage(app, { bookingWindow: { type: 'unlimited' }, ...fields });
    const { status, body } = await bookPage(app, group, { date, email: `first${date}@crowd.example` });
    expect(status).toBe(200);
    await query(
      `insert into invitee (workspace_id, id, event_id, full_name, email, timezone, key_hash, key_sealed)
       select workspace_id, 'dbk-' || left(md5(id || n), 16), event_id, 'Guest ' || n, 'g' || n || $2 || '@crowd.example',
         timezone, sha256((id || n)::bytea), key_sealed
       from invitee, generate_series(2, $3) n where event_id = $1`,
      [body.uuid, date, size],
    );
    await query('update scheduled_event set max_seats = 2000, seats_taken = $2 where id = $1', [
      body.uuid,
      size,
    ]);
    await app.runEffects();
    return body.uuid;
  }

  /** Statements of a use case for ten invitees and for a thousand, and how many batches of effects the thousand took. */
  async function measure(
    fields: object,
    date: (size: number) => string,
    work: (ctx: Ctx, eventId: string) => Promise<void>,
  ): Promise<{ of: number[]; effects: number[]; batches: number[]; events: number[] }> {
    const result = {
      of: [] as number[],
      effects: [] as number[],
      batches: [] as number[],
      events: [] as number[],
    };
    for (const size of [10, 1000]) {
      const eventId = await groupOf(size, date(size), fields);
      const { runtime, take } = counting();
      await runInWorkspace(runtime, await actor(), (ctx) => work(ctx, eventId));
      result.of.push(take());
      result.events.push((await query('select 1 from outbox where stream = $1', [eventId])).length);
      let batches = 0;
      while ((await runDueEffects(runtime)) > 0) batches += 1;
      result.batches.push(batches);
      result.effects.push(take() / batches);
    }
    return result;
  }

  test(
    'is moved, with effects in batches, by as many statements for 1,000 as for 10',
    { timeout: 120_000 },
    async () => {
      const move = { date: '2027-03-16', timeZone: 'Europe/Berlin' };
      let hour = 9;
      const { of, effects, batches, events } = await measure(
        { type: 'GROUP', maxActiveInvitees: 20 },
        (size) => (size === 10 ? '2027-03-01' : '2027-03-02'),
        (ctx, eventId) =>
          rescheduleEvent(ctx, eventId, { ...move, start: `${String((hour += 1)).padStart(2, '0')}:00` }),
      );
      expect(events).toEqual([10, 1000]);
      expect(of[1]).toBe(of[0]);
      expect(of[0]).toBeLessThan(20);
      expect(batches).toEqual([1, 5]);
      expect(effects[1]).toBeLessThanOrEqual((effects[0] ?? 0) + 5);
    },
  );

  test('is cancelled, by as many statements for 1,000 as for 10', { timeout: 120_000 }, async () => {
    const { of, effects, batches } = await measure(
      { type: 'GROUP', maxActiveInvitees: 20 },
      (size) => (size === 10 ? '2027-03-03' : '2027-03-04'),
      (ctx, eventId) => cancelEvent(ctx, eventId, 'Storm'),
    );
    expect(of[1]).toBe(of[0]);
    expect(of[0]).toBeLessThan(20);
    expect(batches).toEqual([1, 5]);
    expect(effects[1]).toBeLessThanOrEqual((effects[0] ?? 0) + 5);
  });

  test('is handed over, by as many statements for 1,000 as for 10', { timeout: 120_000 }, async () => {
    const fields = {
      type: 'ROUND_ROBIN',
      hosts: [{ email: 'mara@juniper.example', priority: 1 }, { email: 'tomas@juniper.example' }],
    };
    const { of, batches } = await measure(
      fields,
      (size) => (size === 10 ? '2027-03-09' : '2027-03-10'),
      (ctx, eventId) =>
        reassignEvent(ctx, eventId, {
          newHostEmail: 'tomas@juniper.example',
          requireHostAvailability: false,
        }),
    );
    expect(of[1]).toBe(of[0]);
    expect(of[0]).toBeLessThan(20);
    expect(batches).toEqual([1, 5]);
  });
});
