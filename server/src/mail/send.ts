import type { Runtime } from '../platform/context.ts';
import type { Content } from './content.ts';
import { chooseSender } from './senders.ts';
import { isUnsubscribed } from './unsubscribes.ts';
import { claimDue, moveDueToOutbox, recordOutcome, type MessageRow, type MessageSelection } from './store.ts';
import { isPermanent, openTransport, type Transport } from './transport.ts';

/** How many are sent at the same time, each over a connection of its own; mail servers allow few from one place. */
const atOnce = 5;

/** After each failure: a minute first, a day at last; then it is given up. About three days in all. */
const retryMinutes = [1, 5, 15, 60, 180, 360, 720, 1440, 1440];

/** Sends messages that are due: those named, or whatever is. Each is claimed first, so that only one process sends it. */
export async function sendDue(runtime: Runtime, which: MessageSelection): Promise<void> {
  const transport = openTransport(runtime.config);
  if (!transport) return moveDueToOutbox(runtime.database, which);
  let claimed: MessageRow[];
  do {
    claimed = await claimDue(runtime.database, which, atOnce);
    await Promise.all(claimed.map((message) => attempt(runtime, transport, message)));
  } while (claimed.length === atOnce);
}

async function attempt(runtime: Runtime, transport: Transport, message: MessageRow): Promise<void> {
  const content = openContent(runtime, message);
  // They may have used the link of an earlier message since this one was written.
  if (content.refusalUrl !== undefined && (await isUnsubscribed(runtime, message.to_email)))
    return recordOutcome(runtime.database, message, { status: 'refused' });
  const departure = await chooseSender(runtime, message, content);
  const { sender } = departure;
  try {
    await transport.send(message.id, message.event_id, departure.content, sender);
  } catch (error) {
    await noteFailure(runtime, message, error as Error);
    return;
  }
  await recordOutcome(runtime.database, message, { status: 'sent', sender: sender?.address ?? null });
}

export function openContent({ secrets }: Runtime, { content_sealed }: MessageRow): Content {
  return JSON.parse(secrets.unseal(content_sealed)) as Content;
}

async function noteFailure({ database, log }: Runtime, message: MessageRow, failure: Error): Promise<void> {
  const error = failure.message.slice(0, 500);
  const minutes = isPermanent(failure) ? undefined : retryMinutes[message.attempts - 1];
  log.warn({ messageId: message.id, attempts: message.attempts, error, minutes }, 'email not sent');
  await recordOutcome(
    database,
    message,
    minutes === undefined
      ? { status: 'failed', error }
      : { status: 'queued', error, retrySeconds: minutes * 60 },
  );
}
