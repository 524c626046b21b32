import { filesOfPerson } from '../files/public.ts';
import { deleteExpiredMails, mailsOfPerson } from '../mail/public.ts';
import { notesOfPerson } from '../notes/public.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { waitForEffects } from '../platform/outbox.ts';
import { deleteExpiredVotes, votesOfPerson } from '../polls/public.ts';
import { bookingsOfPerson, findExpiredInvitees } from '../scheduled-events/public.ts';
import { deleteExpiredDeliveries, deliveriesOfPerson } from '../webhooks/public.ts';
import { runsOfPerson } from '../workflows/public.ts';

/** Runs first: one that is under way is waited for, and what it wrote is erased with the rest. */
const parts = [
  runsOfPerson,
  notesOfPerson,
  mailsOfPerson,
  deliveriesOfPerson,
  filesOfPerson,
  votesOfPerson,
  bookingsOfPerson,
];

const batchSize = 500;
const inviteesAtOnce = 50;

/** Deletes what is older than its workspace keeps it. Each batch is a transaction of its own. */
export async function purgeOldData(runtime: Runtime): Promise<void> {
  const { database } = runtime;
  while ((await deleteExpiredMails(database, batchSize)) === batchSize);
  while ((await deleteExpiredDeliveries(database, batchSize)) === batchSize);
  while ((await deleteExpiredVotes(database, batchSize)) === batchSize);
  while (await eraseExpiredInvitees(runtime));
}

/** Events keep their time and lose who was invited, with notes, mails, deliveries and runs of workflows about it. People of the CRM stay. */
async function eraseExpiredInvitees(runtime: Runtime): Promise<boolean> {
  const invitees = await findExpiredInvitees(runtime.database, inviteesAtOnce);
  const [first] = invitees;
  if (!first) return false;
  const person = {
    recordIds: [],
    emails: [],
    phones: invitees.flatMap(({ phone }) => phone ?? []),
    names: invitees.map(({ full_name }) => full_name),
    inviteeIds: invitees.map(({ id }) => id),
    eventIds: [...new Set(invitees.map(({ event_id }) => event_id))],
  };
  await runInWorkspace(runtime, createSystemActor(first.workspace_id), async (ctx) => {
    await waitForEffects(ctx);
    for (const part of parts) await part.erase(ctx, person);
  });
  return true;
}
