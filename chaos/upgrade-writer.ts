import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Connection } from '../server/src/platform/db/connect.ts';
import { requireNotEnded, followBooking, type Program } from './upgrade-beside.ts';
import { added, changed, page, withClient, workspace } from './upgrade-database.ts';

export interface WriterResult {
  readonly writes: number;
  /** Writes that were tried again after one, as the server does. */
  readonly deadlocks: number;
  /** By the clock of the database: from when a write arrived until it was done. */
  readonly longestWriteMs: number;
}

interface UpgradeWriter {
  stop(): Promise<WriterResult & { longestAt: number; errors: string[] }>;
}

/** Books one time after the other and changes an event, as the former program does, and from the last migration on as the later one. */
export function startWriting(connection: Connection): UpgradeWriter {
  let going = true;
  let [writes, deadlocks, longestWriteMs, longestAt] = [0, 0, 0, 0];
  const errors: string[] = [];
  const work = withClient(connection, async (client) => {
    let lostMs = 0;
    let program: Program = 'former';
    while (going) {
      const sentAt = performance.now();
      try {
        const { began, ms } = await book(client, program, writes);
        writes += 1;
        if (lostMs + ms > longestWriteMs) [longestWriteMs, longestAt] = [lostMs + ms, began];
        lostMs = 0;
        await pause(2);
      } catch (error) {
        await client.query('rollback');
        if (program === 'former' && (await hasEnded(client))) {
          program = 'later';
          continue;
        }
        lostMs += performance.now() - sentAt;
        if ((error as pg.DatabaseError).code === '40P01') deadlocks += 1;
        else errors.push(`A write failed: ${String(error)}`);
      }
    }
  });
  return {
    async stop() {
      going = false;
      await work;
      return { writes, deadlocks, longestWriteMs, longestAt, errors };
    },
  };
}

const hasEnded = (client: pg.Client): Promise<boolean> =>
  client.query(requireNotEnded).then(
    () => false,
    () => true,
  );

/** All of it is sent at once, so that the time of this program is no part of what is measured. */
async function book(
  client: pg.Client,
  program: Program,
  number: number,
): Promise<{ began: number; ms: number }> {
  const results = (await client.query(booking(program, number))) as unknown as pg.QueryResult[];
  return results.at(-2)?.rows[0] as { began: number; ms: number };
}

function booking(program: Program, number: number): string {
  const id = `${added}${String(number).padStart(15, '0')}`;
  const start = `timestamptz '2100-01-01 08:00Z' + interval '30 minutes' * ${number}`;
  const end = `${start} + interval '30 minutes'`;
  const [domain, value] = program === 'later' ? [', domain', `, 'okafor.example'`] : ['', ''];
  return `begin;
    insert into event_host (workspace_id, event_id, host_id, busy_from, busy_to, starts_at, ends_at, event_type_id)
    values ('${workspace}', '${id}', 'MEMBER0', ${start}, ${end}, ${start}, ${end}, '${page}');
    insert into scheduled_event (workspace_id, id, event_type_id, title, type, starts_at, ends_at, duration, max_seats, seats_taken)
    values ('${workspace}', '${id}', '${page}', 'Intro', 'ONE_ON_ONE', ${start}, ${end}, 30, 1, 1);
    insert into invitee (workspace_id, id, event_id, full_name, email, timezone, key_hash, key_sealed${domain})
    values ('${workspace}', '${id}', '${id}', 'Ines Okafor', 'ines@okafor.example', 'Europe/Berlin', '${id}', '${id}'${value});
    insert into mail_message (workspace_id, id, dedupe_key, kind, event_id, to_email, content_sealed, status)
    values ('${workspace}', gen_random_uuid(), '${id}', 'confirmation', '${id}', 'ines@okafor.example', '${id}', 'sent');
    ${followBooking(id)}
    update scheduled_event set sequence = sequence + 1 where workspace_id = '${workspace}' and id = '${changed}';
    set constraints all immediate;
    ${program === 'former' ? requireNotEnded : ''}
    select extract(epoch from now())::float as began,
      extract(epoch from clock_timestamp() - now())::float * 1000 as ms;
    commit`;
}
