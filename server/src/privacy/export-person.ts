import type { personExport } from '@daybook/contract/privacy';
import type { z } from 'zod';
import { recordAudit } from '../platform/audit.ts';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { notFound } from '../platform/problems.ts';
import { identifyPerson } from './erase-person.ts';

type Export = z.output<typeof personExport>;

/** By the names under which an export shows them. */
export type ExportedParts = Record<Exclude<keyof Export, 'exportedAt' | 'person'> | 'person', PersonalData>;

export async function exportPerson(ctx: Ctx, id: string, parts: ExportedParts): Promise<Export> {
  const person = await identifyPerson(ctx, id);
  if (!person) throw notFound('Person');
  await recordAudit(ctx, 'person.exported', id);
  const [record = null] = await parts.person.export(ctx, person);
  return {
    exportedAt: formatWireTime(ctx.now),
    person: record,
    bookings: await parts.bookings.export(ctx, person),
    votes: await parts.votes.export(ctx, person),
    payments: await parts.payments.export(ctx, person),
    eventNotes: await parts.eventNotes.export(ctx, person),
    tasks: await parts.tasks.export(ctx, person),
    files: await parts.files.export(ctx, person),
    submissions: await parts.submissions.export(ctx, person),
    calls: await parts.calls.export(ctx, person),
    mails: await parts.mails.export(ctx, person),
    deliveries: await parts.deliveries.export(ctx, person),
    workflows: await parts.workflows.export(ctx, person),
  };
}
