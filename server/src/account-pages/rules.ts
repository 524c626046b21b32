import type { FieldErrors, Said } from '@daybook/booking/account/model';
import { email, line } from '@daybook/contract/fields';
import { passwordFault } from '../platform/auth/password-rules.ts';

interface Owner {
  readonly email?: string;
  readonly name?: string;
}

/** What is wrong with a password, as the page says it. */
export function whyNotPassword(password: string, { email: address, name }: Owner): Said | undefined {
  if (password === '') return { text: 'required' };
  if (password.length < 8) return { text: 'tooShort' };
  if (password.length > 200) return { text: 'tooLong' };
  const fault = passwordFault(password, { email: address, firstName: name });
  return fault && { text: fault === 'own' ? 'ownPassword' : 'commonPassword' };
}

export function whyNotEmail(text: string): Said | undefined {
  if (text.trim() === '') return { text: 'required' };
  return email.safeParse(text.trim()).success ? undefined : { text: 'invalidEmail' };
}

export function whyNotLine(text: string, longest: number): Said | undefined {
  if (text.trim() === '') return { text: 'required' };
  return line(longest).safeParse(text).success ? undefined : { text: 'tooLong' };
}

/** Those of the fields that are wrong. */
export function wrong(fields: Readonly<Record<string, Said | undefined>>): FieldErrors {
  const found = Object.entries(fields).filter((entry): entry is [string, Said] => entry[1] !== undefined);
  return Object.fromEntries(found);
}

/** What a page says at the end of an address, `?done=`; nothing that we would not say by ourselves. */
export function doneIn(query: Readonly<Record<string, string>>): Said['text'] | undefined {
  const known = [
    'passwordWasSet',
    'signedOut',
    'passwordChanged',
    'removed',
    'passkeyAdded',
    'sessionEnded',
  ] as const;
  return known.find((text) => text === query['done']);
}
