import { endGeneration } from '../../members/public.ts';
import type { Ctx, Runtime } from '../../platform/context.ts';
import { invalidField } from '../../platform/problems.ts';
import { sealToken, unsealToken } from '../../platform/sealed-reference.ts';
import { findAccounts, type AccountRow } from './accounts.store.ts';

/** The state between the steps of a sign-in, kept by the browser and sealed. */

const minutes = 10;

/** Tells it from other sealed texts. */
const purpose = 'sign-in';

interface StoredChallenge {
  readonly purpose: string;
  readonly email: string;
  readonly atMs: number;
  /** Fingerprints of the accounts with password hash and generation: a change of either makes the challenge void. */
  readonly accounts: readonly string[];
}

type Tools = Pick<Runtime, 'secrets' | 'clock' | 'database'>;

export function sealChallenge(
  { secrets, clock }: Tools,
  email: string,
  accounts: readonly AccountRow[],
): string {
  const kept: StoredChallenge = {
    purpose,
    email,
    atMs: clock.now().getTime(),
    accounts: accounts.map((account) => fingerprint(secrets, account)),
  };
  const text = JSON.stringify(kept);
  // All of them are in this cell, so any leads there.
  const [first] = accounts;
  return first ? sealToken(secrets, first.workspace_id, text) : secrets.seal(text).toString('base64url');
}

/** The accounts whose password was right, if nothing has made the challenge void since. */
export async function openChallenge(tools: Tools, challenge: string): Promise<AccountRow[]> {
  const kept = opened(tools, challenge);
  const isOld = !kept || tools.clock.now().getTime() - kept.atMs > minutes * 60_000;
  const accounts = isOld ? [] : await findAccounts(tools.database, kept.email);
  const open = accounts.filter((account) => kept?.accounts.includes(fingerprint(tools.secrets, account)));
  if (open.length === 0) throw over();
  return open;
}

/** A challenge signs in once, also of several requests that show it at the same moment. */
export async function consumeChallenge(ctx: Ctx, account: AccountRow): Promise<void> {
  if (!(await endGeneration(ctx, account))) throw over();
}

const over = () => invalidField('challenge', 'Your sign-in timed out. Start again with your password.');

function opened({ secrets }: Tools, challenge: string): StoredChallenge | undefined {
  try {
    const kept = JSON.parse(unsealToken(secrets, challenge) ?? '') as StoredChallenge;
    return kept.purpose === purpose ? kept : undefined;
  } catch {
    return undefined;
  }
}

function fingerprint(secrets: Tools['secrets'], account: AccountRow): string {
  const { workspace_id, id, password_hash, generation } = account;
  return secrets
    .derive('sign-in', `${workspace_id} ${id} ${password_hash} ${generation}`)
    .toString('base64url')
    .slice(0, 22);
}
