import type { Result } from '@daybook/client';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import type { Attribute, CrmObject } from './rules.ts';

/** What every workspace has is shown in the reader's language. Nobody can rename it. */

type Objects = Result<'listObjects'>;

export function translateStandardNames(list: Objects): Objects {
  return { ...list, items: list.items.map(named) };
}

function named(object: CrmObject): CrmObject {
  return { ...object, ...translateNames(object), attributes: object.attributes.map(labelled) };
}

type Names = Pick<CrmObject, 'singularName' | 'pluralName'>;

export function translateNames({
  slug,
  isStandard,
  singularName,
  pluralName,
}: Names & Pick<CrmObject, 'slug' | 'isStandard'>): Names {
  const known: Readonly<Record<string, Names>> = words.records.standardObjects;
  return (isStandard ? known[slug] : undefined) ?? { singularName, pluralName };
}

function labelled(attribute: Attribute): Attribute {
  const known: Readonly<Record<string, string>> = words.records.standardFields;
  const label = attribute.isStandard ? known[attribute.key] : undefined;
  return label === undefined ? attribute : { ...attribute, label };
}

/** A noun within a sentence: German writes it as at the beginning. */
export function formatNoun(name: string): string {
  return start.locale.tag === 'de' ? name : name.toLowerCase();
}
