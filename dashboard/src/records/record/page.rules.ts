import {
  findRecordName,
  listShownAttributes,
  type Attribute,
  type CrmObject,
  type CrmRecord,
} from '../rules.ts';
import { getTraits } from '../standard-objects.ts';

/** What the page of a record derives from its values. Pure, so that Node can test it. */

/** How somebody is reached, as far as a record says it. */
export interface Contact {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** By the record's own fields; otherwise by the first linked record that has an address or a number. */
export function findContact(object: CrmObject, record: CrmRecord): Contact {
  const own = contactIn(object.attributes, record);
  const name = findRecordName(object, record);
  if (own.email ?? own.phone) return { ...(name && isPersonal(object) && { name }), ...own };
  const links = object.attributes
    .filter(({ type, isArchived }) => type === 'relation' && !isArchived)
    .flatMap(({ key }) => [record.values[key]].flat().filter(isRecord));
  return (
    links.map(contactOfLink).find(({ email, phone }) => email ?? phone) ??
    (isPersonal(object) && name ? { name } : {})
  );
}

/** The name of a deal or company is nobody's name. */
const isPersonal = (object: CrmObject): boolean => getTraits(object).isPerson;

function contactIn(attributes: readonly Attribute[], { values }: CrmRecord): Contact {
  const first = (isWanted: (attribute: Attribute) => boolean): string | undefined =>
    attributes
      .filter((attribute) => !attribute.isArchived && isWanted(attribute))
      .flatMap(({ key }) => [values[key]].flat())
      .find((value): value is string => typeof value === 'string' && value !== '');
  const email = first(({ validation }) => validation === 'email');
  const phone = first(({ type }) => type === 'phone_number');
  return { ...(email && { email }), ...(phone && { phone }) };
}

function isRecord(value: unknown): value is CrmRecord {
  return typeof value === 'object' && value !== null && 'values' in value;
}

/** Of linked records only the values are known: those of people have these names. */
function contactOfLink({ values }: CrmRecord): Contact {
  const [email] = [values['emails']].flat();
  const { name, phoneNumber: phone } = values;
  return {
    ...(typeof name === 'string' && name && { name }),
    ...(typeof email === 'string' && email && { email }),
    ...(typeof phone === 'string' && phone && { phone }),
  };
}

/** The fields of a record in one list: links to many have lists of their own. */
export function listFacts(object: CrmObject): Attribute[] {
  return listShownAttributes(object).filter(
    ({ type, isMultiple }) => !(type === 'relation' && isMultiple === true),
  );
}

/** What is shown at once, and what is folded: fields without a value, unless they were shown since the page was opened. */
export function foldEmpty(
  facts: readonly Attribute[],
  isEmpty: (attribute: Attribute) => boolean,
  wasShown: ReadonlySet<string>,
): { readonly shown: readonly Attribute[]; readonly folded: readonly Attribute[] } {
  const isFolded = (attribute: Attribute): boolean =>
    isEmpty(attribute) && attribute.type !== 'checkbox' && !wasShown.has(attribute.key);
  const folded = facts.filter(isFolded);
  // A button that hides a single line saves nothing.
  if (folded.length < 2) return { shown: facts, folded: [] };
  return { shown: facts.filter((attribute) => !isFolded(attribute)), folded };
}

/** The values with which a linked record begins, from what was typed to find it. */
export function toNamedValues(object: CrmObject, text: string): Record<string, unknown> {
  const name = text.trim();
  if (name === '') return {};
  const { isPerson, derivedKeys } = getTraits(object);
  if (isPerson && name.includes('@')) return { emails: [name] };
  if (isPerson) {
    const [firstName, ...rest] = name.split(/\s+/);
    return { firstName, ...(rest.length > 0 && { lastName: rest.join(' ') }) };
  }
  const attribute = object.attributes.find(({ key }) => key === object.primaryAttribute);
  const isText = attribute?.type === 'text' && !derivedKeys.includes(attribute.key);
  return isText ? { [attribute.key]: name } : {};
}

/** What entries of a timeline are filtered by, in the order in which they are offered. */
export const timelineKinds = ['booking', 'note', 'comment', 'task', 'call', 'form', 'record'] as const;
export type TimelineKind = (typeof timelineKinds)[number];
