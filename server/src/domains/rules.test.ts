import { expect, test } from 'vitest';
import { findDomainProblem, normalizeDomain } from './domain-name.ts';
import { computeNextCheck, decideStatus, judgeRecords, type DomainStatus } from './rules.ts';

const installation = { publicUrl: 'https://daybook.example', otherHosts: ['alias.example'] };

test.each([
  ['Book.Example.com.', 'book.example.com'],
  [' büro.example ', 'xn--bro-hoa.example'],
])('%s is known to name servers as %s', (text, name) => {
  expect(findDomainProblem(text, installation)).toBeUndefined();
  expect(normalizeDomain(text)).toBe(name);
});

test.each([
  ['https://book.example.com', 'Enter the name only, such as book.example.com.'],
  ['book.example.com:8443', 'Enter the name only, such as book.example.com.'],
  ['192.0.2.1', 'Must be a name, not an IP address.'],
  ['0x7f.1', 'Must be a name, not an IP address.'],
  ['com', 'Must be a domain name, such as book.example.com.'],
  ['-book.example.com', 'Must be a domain name, such as book.example.com.'],
  [`${'a'.repeat(64)}.example.com`, 'Must be a domain name, such as book.example.com.'],
  ['*.example.com', 'Must be a domain name, such as book.example.com.'],
  ['printer.local', 'Must be a public domain name.'],
  ['daybook.example', 'This is the domain of the installation itself.'],
  ['DAYBOOK.example.', 'This is the domain of the installation itself.'],
  ['book.daybook.example', 'This is the domain of the installation itself.'],
  ['alias.example', 'This is the domain of the installation itself.'],
])('%s is refused: %s', (text, problem) => {
  expect(findDomainProblem(text, installation)).toBe(problem);
});

const domain = { name: 'book.example.com', token: 't0' };
const nothing = { cname: [], addresses: [], ours: ['192.0.2.1'], txt: [] };
const statesOf = (found: Partial<typeof nothing> | object) =>
  judgeRecords(domain, installation.publicUrl, { ...nothing, ...found }).map(({ state }) => state);

test('the CNAME must lead to the installation, or the name have its address, and the TXT have the token', () => {
  expect(statesOf({})).toEqual(['missing', 'missing']);
  expect(statesOf({ cname: ['daybook.example'], txt: ['daybook-verification=t0'] })).toEqual([
    'correct',
    'correct',
  ]);
  expect(statesOf({ addresses: ['192.0.2.1'] })[0]).toBe('correct');
  expect(statesOf({ cname: ['else.example'], addresses: ['192.0.2.9'] })[0]).toBe('wrong');
  expect(statesOf({ txt: ['daybook-verification=t1'] })[1]).toBe('wrong');
  expect(statesOf({ txt: ['v=spf1 -all'] })[1]).toBe('missing');
  expect(judgeRecords(domain, installation.publicUrl, null).map(({ state }) => state)).toEqual([
    'unknown',
    'unknown',
  ]);
});

const verified = { state: 'verified', problem: null, failures: 0 } as const;

const decide = (status: DomainStatus, check: Parameters<typeof decideStatus>[1], isScheduled: boolean) =>
  decideStatus({ ...status, purpose: 'pages' }, check, isScheduled);

test('a verified domain is given up after three scheduled checks in a row, and never because nobody answered', () => {
  const first = decide(verified, 'incorrect', true);
  expect(first).toEqual({ state: 'verified', problem: 'records', failures: 1 });
  expect(decide(first, 'incorrect', false)).toEqual(first);
  const second = decide(first, 'incorrect', true);
  expect(decide(second, 'unreachable', true)).toEqual({ ...second, problem: 'unreachable' });
  expect(decide(second, 'correct', true)).toEqual(verified);
  expect(decide(second, 'incorrect', true).state).toBe('failing');
});

test('a sign-in domain is given up only after seven days without its record', () => {
  const after = (hours: number) =>
    decideStatus({ ...verified, purpose: 'sign_in', failures: hours }, 'incorrect', true).state;
  expect([after(3), after(166), after(167)]).toEqual(['verified', 'verified', 'failing']);
});

test('a pending domain is checked often at first, then less, and not after 30 days', () => {
  const created = new Date('2026-11-18T10:00:00Z');
  const after = (minutes: number) => {
    const now = new Date(created.getTime() + minutes * 60_000);
    const next = computeNextCheck('pending', created, now);
    return next && (next.getTime() - now.getTime()) / 60_000;
  };
  expect([after(0), after(61), after(31 * 24 * 60)]).toEqual([2, 30, null]);
});
