import { toHostName } from '../platform/http/hosts.rules.ts';

/** What name servers said about a domain, and the addresses of the installation. */
export interface Finding {
  readonly cname: readonly string[];
  readonly addresses: readonly string[];
  readonly ours: readonly string[];
  readonly txt: readonly string[];
}

export interface DomainRecord {
  readonly about: 'routing' | 'ownership' | 'dkim' | 'spf' | 'dmarc';
  readonly type: 'CNAME' | 'TXT';
  readonly name: string;
  readonly value: string;
  readonly state: 'unknown' | 'missing' | 'wrong' | 'correct';
  readonly found: string[];
}

/** Of a sign-in domain. */
export type OwnershipFinding = Pick<Finding, 'txt'>;

const txtPrefix = 'daybook-verification=';

export const buildTxtName = (name: string): string => `_daybook.${name}`;

/** The records that a domain needs, each with what the last check found. */
export function judgeRecords(
  { name, token }: { readonly name: string; readonly token: string },
  publicUrl: string,
  found: Finding | null,
): DomainRecord[] {
  const target = toHostName(new URL(publicUrl).hostname);
  const cnameRecord = { about: 'routing', type: 'CNAME', name, value: target } as const;
  const ownership = judgeOwnership({ name, token }, found);
  if (!found) return [{ ...cnameRecord, state: 'unknown', found: [] }, ownership];
  const leadsHere =
    found.cname.includes(target) || found.addresses.some((address) => found.ours.includes(address));
  const where = found.cname.length > 0 ? found.cname : found.addresses;
  return [{ ...cnameRecord, state: judge(leadsHere, where), found: [...where] }, ownership];
}

/** The record that proves who owns a domain. */
export function judgeOwnership(
  { name, token }: { readonly name: string; readonly token: string },
  found: OwnershipFinding | null,
): DomainRecord {
  const value = txtPrefix + token;
  const record = { about: 'ownership', type: 'TXT', name: buildTxtName(name), value } as const;
  if (!found) return { ...record, state: 'unknown', found: [] };
  const tokens = found.txt.filter((text) => text.startsWith(txtPrefix));
  return { ...record, state: judge(tokens.includes(value), tokens), found: tokens };
}

function judge(isCorrect: boolean, found: readonly string[]): DomainRecord['state'] {
  if (isCorrect) return 'correct';
  return found.length === 0 ? 'missing' : 'wrong';
}

export interface DomainStatus {
  readonly state: 'pending' | 'verified' | 'failing';
  readonly problem: 'records' | 'unreachable' | 'taken' | null;
  readonly failures: number;
}

export type Purpose = 'pages' | 'sender' | 'sign_in';

/**
 * Checks in a row, one an hour, that must find something else before a verified domain is given up: records are changed in steps. With
 * a sign-in domain people would lose their way in, so it has seven days.
 */
const maxFailures: Record<Purpose, number> = { pages: 3, sender: 3, sign_in: 7 * 24 };

/** The status after a check. Only the job counts failures, so that nobody gives a domain up by checking it often. */
export function decideStatus(
  { purpose, state, failures }: DomainStatus & { readonly purpose: Purpose },
  check: 'correct' | 'incorrect' | 'unreachable' | 'taken',
  isScheduled: boolean,
): DomainStatus {
  if (check === 'unreachable') return { state, failures, problem: 'unreachable' };
  if (check === 'correct') return { state: 'verified', failures: 0, problem: null };
  if (check === 'taken')
    return { state: state === 'verified' ? 'failing' : state, failures, problem: 'taken' };
  const count = failures + (isScheduled ? 1 : 0);
  if (state !== 'verified') return { state, failures: 0, problem: 'records' };
  return {
    state: count < maxFailures[purpose] ? 'verified' : 'failing',
    failures: count,
    problem: 'records',
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const maxPendingMs = 30 * 24 * hourMs;

/** When the job checks a domain again; null once it has been pending for too long. */
export function computeNextCheck(state: DomainStatus['state'], createdAt: Date, now: Date): Date | null {
  if (state !== 'pending') return new Date(now.getTime() + hourMs);
  const ageMs = now.getTime() - createdAt.getTime();
  if (ageMs > maxPendingMs) return null;
  return new Date(now.getTime() + (ageMs < hourMs ? 2 : 30) * minuteMs);
}
