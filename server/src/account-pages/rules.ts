import type { FieldErrors, PageText } from '@daybook/booking/account/model';
import { email, line } from '@daybook/contract/fields';
import { findPasswordFault } from '../platform/auth/password-rules.ts';

interface Owner {
  readonly email?: string;
  readonly name?: string;
  readonly organization?: string;
}

/** Why a password is refused, as a text of the page. */
export function findPasswordProblem(
  password: string,
  { email: address, name, organization }: Owner,
): PageText | undefined {
  if (password === '') return { text: 'required' };
  if (password.length < 8) return { text: 'tooShort' };
  if (password.length > 200) return { text: 'tooLong' };
  const fault = findPasswordFault(password, { email: address, firstName: name, organization });
  return fault && { text: fault === 'own' ? 'ownPassword' : 'commonPassword' };
}

export function findEmailProblem(text: string): PageText | undefined {
  if (text.trim() === '') return { text: 'required' };
  return email.safeParse(text.trim()).success ? undefined : { text: 'invalidEmail' };
}

export function findLineProblem(text: string, longest: number): PageText | undefined {
  if (text.trim() === '') return { text: 'required' };
  return line(longest).safeParse(text).success ? undefined : { text: 'tooLong' };
}

/** Drops the fields without an error. */
export function omitEmptyErrors(fields: Readonly<Record<string, PageText | undefined>>): FieldErrors {
  const found = Object.entries(fields).filter((entry): entry is [string, PageText] => entry[1] !== undefined);
  return Object.fromEntries(found);
}

/** The notice named by `?done=`, from a closed list, so that a link can't put words on our page. */
export function findNotice(query: Readonly<Record<string, string>>): PageText['text'] | undefined {
  const known = [
    'passwordWasSet',
    'signedOut',
    'passwordChanged',
    'removed',
    'passkeyAdded',
    'sessionEnded',
    'signedOutElsewhere',
  ] as const;
  return known.find((text) => text === query['done']);
}

/** What an app may do, without what follows from the rest. */
export function listShownScopes(scopes: readonly string[]): readonly string[] {
  const isImplied = (scope: string) =>
    (scope.endsWith(':read') && scopes.includes(scope.replace(':read', ':write'))) ||
    (scopes.includes('admin:full') && scope !== 'admin:full' && !scope.startsWith('crm:'));
  return scopes.filter((scope) => !isImplied(scope));
}
