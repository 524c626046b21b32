import { commonWords } from './common-passwords.ts';

interface Owner {
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly organization?: string | undefined;
}

/** Why a password is no good, beyond its length; undefined when it is. Nobody is told which characters to use. */
export function describePasswordProblem(password: string, owner: Owner = {}): string | undefined {
  const fault = findPasswordFault(password, owner);
  return fault && sentences[fault];
}

export function findPasswordFault(password: string, owner: Owner): 'own' | 'common' | undefined {
  if (isOwn(password, owner)) return 'own';
  return isCommon(password) ? 'common' : undefined;
}

const sentences = {
  own: 'Must not be your email address, your name or the name of your workspace.',
  common: 'This password is too common. Choose another one.',
};

function isOwn(password: string, owner: Owner): boolean {
  const { email = '', firstName = '', lastName = '', organization = '' } = owner;
  const own = [
    email,
    email.split('@')[0] ?? '',
    firstName + lastName,
    lastName + firstName,
    firstName,
    lastName,
    organization,
    ...wordsOf(`${email} ${firstName} ${lastName} ${organization}`),
  ].map(letters);
  return [password.toLowerCase(), plain(password)]
    .map((text) => withoutEnds(letters(text)))
    .some((text) => own.some((part) => part !== '' && (part === text || part === half(text))));
}

/** Also those of the domain of an address; shorter ones are parts of many words. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 4);
}

/** A common word, also twice, with digits around it or letters swapped for their look-alikes; or hardly any variety. */
function isCommon(password: string): boolean {
  if (isMonotonous(password)) return true;
  return [password.toLowerCase(), plain(password)]
    .map((text) => withoutEnds(letters(text)))
    .some((text) => commonWords.has(text) || commonWords.has(half(text)));
}

/** Up to ten digits, at most two different characters, or neighbours in a row: 12345678, aaaaaaaa, abcdefgh. */
function isMonotonous(password: string): boolean {
  if (/^\d{1,10}$/.test(password) || new Set(password.toLowerCase()).size < 3) return true;
  const codes = [...password.toLowerCase()].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function plain(password: string): string {
  // At the end they are what was added to satisfy a rule.
  const body = password.toLowerCase().replace(/[\d\W_]+$/, '');
  return body.replaceAll(/[013457@$!]/g, (character) => lookAlikes[character] ?? character);
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[\s\p{P}\p{S}]/gu, '');
}

function withoutEnds(text: string): string {
  return text.replaceAll(/^\d+|\d+$/g, '');
}

function half(text: string): string {
  const first = text.slice(0, text.length / 2);
  return first + first === text ? first : text;
}
