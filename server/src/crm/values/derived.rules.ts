import type { Definition } from '../schema/public.ts';
import type { Data } from './rules.ts';

/** The values of a record together with those that follow from them, without nulls: what is stored. */
export function addDerivedValues(definition: Definition, data: Data): Data {
  const derived = derive(definition, data);
  return Object.fromEntries(Object.entries(derived).filter(([, value]) => value !== null));
}

function derive({ isStandard, slug }: Definition, data: Data): Data {
  if (!isStandard) return data;
  if (slug === 'people') {
    const name = [data['firstName'], data['lastName']].filter(Boolean).join(' ');
    return { ...data, name: name || null };
  }
  const { domain } = data;
  if (slug === 'companies' && !data['name'] && typeof domain === 'string') {
    return { ...data, name: guessCompanyName(domain) };
  }
  return data;
}

const secondLevels = new Set(['ac', 'co', 'com', 'edu', 'gov', 'gv', 'ne', 'net', 'or', 'org']);

/** `north-wind.co.uk` is called North Wind until somebody enters a name. */
export function guessCompanyName(domain: string): string {
  const labels = domain.split('.');
  const last = labels.length - 1;
  const isDeep = last >= 2 && (labels[last] ?? '').length === 2 && secondLevels.has(labels[last - 1] ?? '');
  const name = labels[Math.max(0, last - (isDeep ? 2 : 1))] ?? domain;
  return name
    .split(/[-_]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
