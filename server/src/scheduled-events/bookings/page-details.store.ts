import type { recurrence } from '@daybook/contract/event-types';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { ConferencingSettings } from '../../conferencing/public.ts';
import type { Ctx } from '../../platform/context.ts';
import type { PageLocation } from './location.rules.ts';
import type { RefundPolicy, InviteeLimit } from '../core/public.ts';

export interface QuestionRow {
  readonly id: number;
  readonly question: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly options: string[] | null;
}

/** What a booking must know of its page beyond its times. */
export interface PageDetails {
  readonly locations: PageLocation[];
  readonly asksPhone: boolean;
  readonly price: string | null;
  readonly currency: string | null;
  readonly paymentProvider: string;
  readonly refundPolicy: RefundPolicy | null;
  readonly questions: QuestionRow[];
  readonly confirmAddress: 'never' | 'new' | 'always';
  readonly inviteeLimit: InviteeLimit | null;
  readonly recurrence: z.output<typeof recurrence> | null;
  readonly waitlist: boolean;
  readonly maxActiveInvitees: number;
  /** A host decides about each booking, within so many minutes. */
  readonly requiresConfirmation: boolean;
  readonly confirmWithin: number;
  /** Of the workspace: addresses and domains that may not book. */
  readonly blockedAddresses: string[];
  /** Of the workspace. */
  readonly conferencing: ConferencingSettings;
}

export async function findPageDetails(ctx: Ctx, eventTypeId: string): Promise<PageDetails> {
  const result = await sql<PageDetails>`
    select p.locations, p.invitee_phone_number as "asksPhone", p.price, p.currency,
      p.payment_provider as "paymentProvider", p.refund_policy as "refundPolicy",
      p.confirm_address as "confirmAddress", p.invitee_limit as "inviteeLimit", p.recurrence, p.waitlist,
      p.max_active_invitees as "maxActiveInvitees", w.conferencing,
      p.requires_confirmation as "requiresConfirmation", p.confirm_within as "confirmWithin",
      w.blocked_addresses as "blockedAddresses",
      coalesce((select json_agg(json_build_object('id', q.id, 'question', q.question, 'type', q.type,
          'isRequired', q.is_required, 'options', q.options) order by q.position, q.id)
        from question q
        where q.workspace_id = p.workspace_id and q.event_type_id = p.id and q.is_active), '[]') as questions
    from event_type p
    join workspace w on w.workspace_id = p.workspace_id
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${eventTypeId}
  `.execute(ctx.db);
  const details = result.rows[0];
  if (!details) throw new Error('The page was there a moment ago.');
  return details;
}
