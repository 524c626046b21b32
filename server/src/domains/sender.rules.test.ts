import { expect, test } from 'vitest';
import {
  findActiveSelector,
  isSenderCorrect,
  judgeSenderRecords,
  listDmarcNames,
  type SenderFinding,
} from './sender.rules.ts';

const keys = [{ selector: 's1', publicKey: 'MIIB' }];
const correct: SenderFinding = {
  dkim: { s1: ['v=DKIM1; k=rsa; p=MI IB'] },
  spf: ['google-site-verification=x', 'v=spf1 include:daybook.example ~all'],
  dmarc: ['v=DMARC1; p=reject; rua=mailto:a@b.example'],
};
const judge = (found: Partial<SenderFinding>, of = keys) =>
  judgeSenderRecords('company.example', of, 'daybook.example', { ...correct, ...found });
const statesOf = (records: ReturnType<typeof judge>) =>
  records.map(({ about, state }) => `${about} ${state}`);

test('DKIM, SPF and DMARC are all needed', () => {
  expect(statesOf(judge({}))).toEqual(['dkim correct', 'spf correct', 'dmarc correct']);
  expect(isSenderCorrect(judge({}))).toBe(true);
  for (const found of [
    { dkim: {} },
    { dkim: { s1: [] } },
    { spf: [] },
    { dmarc: [] },
    { dmarc: ['v=DMARC1'] },
  ])
    expect([found, isSenderCorrect(judge(found))]).toEqual([found, false]);
  expect(statesOf(judge({ dkim: { s1: ['v=DKIM1; p=OTHER'] } }))[0]).toBe('dkim wrong');
});

test('an SPF record that is there is extended, and two of them are wrong', () => {
  const spfOf = (...spf: string[]) => judge({ spf }).find(({ about }) => about === 'spf');
  expect(spfOf()?.value).toBe('v=spf1 include:daybook.example ~all');
  expect(spfOf('v=spf1 mx -all')).toMatchObject({
    state: 'wrong',
    value: 'v=spf1 mx include:daybook.example -all',
  });
  expect(spfOf('v=spf1 a')?.value).toBe('v=spf1 a include:daybook.example ~all');
  expect(spfOf('v=spf1 redirect=_spf.b.example')?.value).toBe(
    'v=spf1 include:daybook.example redirect=_spf.b.example',
  );
  expect(spfOf('v=spf1 -all', 'v=spf1 include:daybook.example -all')?.state).toBe('wrong');
});

test('while a key is replaced, the newest with a record signs', () => {
  const both = [{ selector: 's2', publicKey: 'NEW' }, ...keys];
  expect(isSenderCorrect(judge({}, both))).toBe(true);
  expect(findActiveSelector('company.example', both, correct)).toBe('s1');
  const found = { ...correct, dkim: { ...correct.dkim, s2: ['v=DKIM1; k=rsa; p=NEW'] } };
  expect(findActiveSelector('company.example', both, found)).toBe('s2');
});

test('DMARC of a domain above counts', () => {
  expect(listDmarcNames('mail.company.example')).toEqual([
    '_dmarc.mail.company.example',
    '_dmarc.company.example',
  ]);
});
