import type { CrmObject } from './rules.ts';

/** What sets people and companies apart from the objects that a workspace adds. Pure, so that Node can test it. */

interface ObjectTraits {
  /** People have a face, meetings, and the rights of the GDPR. */
  readonly isPerson: boolean;
  /** Fields that are not among the values of a record. */
  readonly hiddenKeys: readonly string[];
  /** Fields that the server derives from others. */
  readonly derivedKeys: readonly string[];
  /** Fields that a new record is asked for beside its columns. */
  readonly nameKeys: readonly string[];
  /** The columns of a list for which no one has chosen any. */
  readonly columnKeys?: readonly string[];
  /** Links that are written as one id, under another name. */
  readonly wireNames: Readonly<Record<string, string>>;
}

const plain: ObjectTraits = { isPerson: false, hiddenKeys: [], derivedKeys: [], nameKeys: [], wireNames: {} };

const standard: Readonly<Record<string, ObjectTraits>> = {
  people: {
    isPerson: true,
    hiddenKeys: ['timezone'],
    derivedKeys: ['name'],
    nameKeys: ['firstName', 'lastName'],
    columnKeys: ['name', 'emails', 'company', 'jobTitle', 'phoneNumber', 'primaryLocation', 'created_at'],
    wireNames: { company: 'companyId' },
  },
  companies: {
    ...plain,
    // The other side of an employment is read as a list of people.
    hiddenKeys: ['people'],
    columnKeys: ['name', 'domain', 'employees', 'location', 'description', 'created_at'],
  },
};

export function getTraits({ slug, isStandard }: Pick<CrmObject, 'slug' | 'isStandard'>): ObjectTraits {
  return (isStandard ? standard[slug] : undefined) ?? plain;
}
