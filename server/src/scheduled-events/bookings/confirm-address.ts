import { randomInt } from 'node:crypto';
import { formatWireTime } from '../../platform/clock.ts';
import type { Ctx, Runtime } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { generateUuid } from '../../platform/ids.ts';
import { invalidField } from '../../platform/problems.ts';
import type { Secrets } from '../../platform/secrets.ts';
import {
  addTry,
  deleteConfirmation,
  findConfirmation,
  insertConfirmation,
  isKnownAddress,
} from './confirmations.store.ts';
import { addressCodeRequested } from './events.ts';
import { countMail, isUnusuallyBusy } from './mail-limits.ts';
import type { PageDetails } from './page-details.store.ts';
import type { Booking } from './validate-booking.ts';

/** What is to be known of a page whose visitors prove their addresses. */
interface Page {
  readonly facts: { readonly id: string };
  readonly details: Pick<PageDetails, 'confirmAddress'>;
}

type Addressee = Pick<Booking, 'email' | 'language'>;

/** A code that was mailed to the address of a booking: its booking is made once the code is sent back. */
export interface Confirmation {
  readonly token: string;
  readonly expiresAt: string;
}

/** What a visitor sends back. */
export interface Proof {
  readonly confirmation?: string | undefined;
  readonly code?: string | undefined;
}

const validMinutes = 10;
const maxTries = 5;

export const codeGone = 'This code has expired. Book without a code to get a new one.';

/** Before the transaction of the booking, so that a wrong code is counted although its booking is refused. */
export async function countCodeTry(
  { database, secrets }: Runtime,
  workspaceId: WorkspaceId,
  { confirmation, code }: Proof,
): Promise<void> {
  if (confirmation === undefined || code === undefined) return;
  await addTry(database, workspaceId, confirmation, hashOf(secrets, code), maxTries + 1);
}

/** Whether the booking comes with the right code. Throws 422 when it comes with a wrong one. */
export async function checkCode(ctx: Ctx, { facts }: Page, booking: Addressee & Proof): Promise<boolean> {
  const { confirmation, code } = booking;
  if (confirmation === undefined || code === undefined) return false;
  const row = await findConfirmation(ctx, confirmation);
  const isOpen = row && row.tries <= maxTries && Date.parse(row.expires_at) > ctx.now.getTime();
  if (!isOpen || row.email !== booking.email.toLowerCase() || row.event_type_id !== facts.id) {
    throw invalidField('code', codeGone);
  }
  if (digitsOf(code) !== ctx.secrets.unseal(row.code_sealed)) {
    const left = maxTries - row.tries;
    throw invalidField('code', left > 0 ? `This code is incorrect. Attempts left: ${left}.` : codeGone);
  }
  if (!(await deleteConfirmation(ctx, row.id))) throw invalidField('code', codeGone);
  return true;
}

/** Whether the page wants a code from invitees who book with this address: as it says itself, or while it is unusually busy. */
export async function isCodeNeeded(ctx: Ctx, { facts, details }: Page, email: string): Promise<boolean> {
  const { confirmAddress } = details;
  if (confirmAddress === 'always') return true;
  if (confirmAddress === 'never' && !(await isUnusuallyBusy(ctx, facts.id))) return false;
  return !(await isKnownAddress(ctx, email));
}

export async function sendCode(ctx: Ctx, { facts }: Page, booking: Addressee): Promise<Confirmation> {
  const id = generateUuid();
  const expiresAt = new Date(ctx.now.getTime() + validMinutes * 60_000);
  await insertConfirmation(ctx, {
    id,
    event_type_id: facts.id,
    email: booking.email.toLowerCase(),
    language: booking.language ?? 'en',
    code_sealed: ctx.secrets.seal(String(randomInt(1_000_000)).padStart(6, '0')),
    expires_at: expiresAt.toISOString(),
  });
  await ctx.publish(addressCodeRequested, { confirmationId: id });
  await countMail(ctx, facts.id, [booking.email]);
  return { token: id, expiresAt: formatWireTime(expiresAt) };
}

/** People copy codes with spaces. */
function digitsOf(code: string): string {
  return code.replaceAll(/\D/g, '');
}

function hashOf(secrets: Secrets, code: string): Buffer {
  return secrets.derive('address code', digitsOf(code));
}
