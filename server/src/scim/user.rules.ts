import { newUser } from '@daybook/contract/members';
import { language, timeZone } from '@daybook/contract/fields';
import { isMatch, type Filter } from './filter.rules.ts';
import { asObject, lowerKeys, toList, type Operation } from './patch.rules.ts';
import { invalidValue, scimProblem } from './scim-problem.ts';

/** What a directory says about a user, and what of it is stored. */

type EmailValue = Readonly<Record<string, unknown>>;

export interface UserDraft {
  readonly userName: string;
  readonly externalId: string | null;
  readonly active: boolean;
  readonly givenName: string;
  readonly familyName: string;
  readonly emails: readonly EmailValue[];
  readonly timezone?: string | undefined;
  readonly language?: string | undefined;
  /** Only if the request gives no other name. */
  readonly displayName?: string | undefined;
  readonly isNameGiven?: boolean;
}

export const emptyDraft: UserDraft = {
  userName: '',
  externalId: null,
  active: true,
  givenName: '',
  familyName: '',
  emails: [],
};

export interface UserFields {
  readonly userName: string;
  readonly externalId: string | null;
  readonly isActive: boolean;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly timezone?: string | undefined;
  readonly language?: string | undefined;
}

export function applyToUser(draft: UserDraft, operations: readonly Operation[]): UserDraft {
  return operations.reduce(applyOne, draft);
}

/** Attributes that we don't have, such as a department, are ignored, as are those that only we set. */
function applyOne(draft: UserDraft, operation: Operation): UserDraft {
  const { op, value } = operation;
  const isRemoved = op === 'remove';
  switch (operation.attribute) {
    case 'username':
      if (isRemoved) throw scimProblem(400, 'userName can’t be removed.', 'mutability');
      return { ...draft, userName: parseText('userName', value) };
    case 'externalid':
      return { ...draft, externalId: isRemoved ? null : parseText('externalId', value) || null };
    case 'active':
      return { ...draft, active: isRemoved ? draft.active : parseBoolean(value) };
    case 'displayname':
      return isRemoved ? draft : { ...draft, displayName: parseText('displayName', value) };
    case 'name':
      return applyName(draft, operation);
    case 'emails':
      return { ...draft, emails: applyEmails(draft.emails, operation) };
    case 'timezone':
      return { ...draft, timezone: timeZone.safeParse(value).data };
    case 'preferredlanguage':
    case 'locale':
      return { ...draft, language: language.safeParse(String(value).replaceAll('_', '-')).data };
    default:
      return draft;
  }
}

function applyName(draft: UserDraft, { op, sub, value }: Operation): UserDraft {
  const given =
    sub === undefined ? lowerKeys(op === 'remove' ? {} : asObject(value, 'name')) : { [sub]: value };
  const read = (key: string): string | undefined =>
    key in given ? (op === 'remove' ? '' : parseText(`name.${key}`, given[key])) : undefined;
  const [givenName, familyName, formatted] = [read('givenname'), read('familyname'), read('formatted')];
  return {
    ...draft,
    ...(givenName !== undefined && { givenName, isNameGiven: true }),
    ...(familyName !== undefined && { familyName, isNameGiven: true }),
    ...(formatted && draft.displayName === undefined && { displayName: formatted }),
  };
}

function applyEmails(
  before: readonly EmailValue[],
  { op, sub, filter, value }: Operation,
): readonly EmailValue[] {
  if (filter) return applyToMatching(before, filter, { op, sub, value });
  if (op === 'remove') return [];
  if (sub !== undefined) return [{ ...before[0], [sub]: value }, ...before.slice(1)];
  const given = toList(value).map(parseEmailValue);
  return op === 'add' ? mergeEmails(before, given) : given;
}

function applyToMatching(
  before: readonly EmailValue[],
  filter: Filter,
  {
    op,
    sub,
    value,
  }: { readonly op: Operation['op']; readonly sub: string | undefined; readonly value: unknown },
): readonly EmailValue[] {
  const isTarget = (email: EmailValue) => isMatch(email, filter);
  if (op === 'remove') return before.filter((email) => !isTarget(email));
  const change = sub === undefined ? parseEmailValue(value) : { [sub]: value };
  if (before.some(isTarget))
    return before.map((email) => (isTarget(email) ? { ...email, ...change } : email));
  return [...before, { ...impliedBy(filter), ...change }];
}

/** What a new value has so that the filter that named it finds it: `type eq "work"`. */
function impliedBy(filter: Filter): EmailValue {
  if (filter.kind === 'and') return Object.assign({}, ...filter.parts.map(impliedBy)) as EmailValue;
  return filter.kind === 'compare' && filter.op === 'eq' ? { [filter.path]: filter.value } : {};
}

/** Some directories send an address alone. */
const parseEmailValue = (value: unknown): EmailValue =>
  typeof value === 'string' ? { value } : lowerKeys(asObject(value, 'An entry of emails'));

function mergeEmails(before: readonly EmailValue[], given: readonly EmailValue[]): readonly EmailValue[] {
  const hasPrimary = given.some(isPrimary);
  return [...before.map((email) => (hasPrimary ? { ...email, primary: false } : email)), ...given];
}

const isPrimary = ({ primary }: EmailValue): boolean => String(primary).toLowerCase() === 'true';

export function resolveUser(draft: UserDraft): UserFields {
  const userName = requireText('userName', draft.userName);
  const email = chooseEmail(draft);
  const fields = newUser
    .pick({ email: true, firstName: true, lastName: true })
    .safeParse({ email, ...chooseNames(draft, email) });
  if (!fields.success)
    throw invalidValue(
      fields.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' '),
    );
  const { externalId, active, timezone, language: tag } = draft;
  return { userName, externalId, isActive: active, ...fields.data, timezone, language: tag };
}

/** The primary address, else one for work, else any; a user name is often one itself. */
function chooseEmail({ emails, userName }: UserDraft): string {
  const all = emails.filter(({ value }) => typeof value === 'string' && value !== '');
  const chosen = all.find(isPrimary) ?? all.find(({ type }) => type === 'work') ?? all[0];
  return String(chosen?.['value'] ?? userName).trim();
}

function chooseNames(draft: UserDraft, email: string): { firstName: string; lastName: string } {
  const { givenName, familyName, displayName = '', isNameGiven } = draft;
  const isNamed = givenName !== '' || familyName !== '';
  if (isNamed && (isNameGiven || displayName === '' || displayName === `${givenName} ${familyName}`.trim()))
    return givenName === ''
      ? { firstName: familyName, lastName: '' }
      : { firstName: givenName, lastName: familyName };
  const [firstName = '', ...rest] = displayName.split(' ').filter(Boolean);
  if (firstName !== '') return { firstName, lastName: rest.join(' ') };
  return { firstName: email.split('@', 1)[0] ?? email, lastName: '' };
}

/** Entra ID writes `"False"`. */
function parseBoolean(value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw invalidValue('active must be true or false.');
}

const maxText = 255;

export function parseText(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') throw invalidValue(`${name} must be a text.`);
  if (value.length > maxText) throw invalidValue(`${name} must have at most ${maxText} characters.`);
  // oxlint-disable-next-line no-control-regex -- what no name has, and no column can store
  if (/[\u0000-\u001f\u007f]/.test(value)) throw invalidValue(`${name} must be one line of text.`);
  return value.trim();
}

export function requireText(name: string, value: string): string {
  if (value === '') throw invalidValue(`${name} is required.`);
  return value;
}
