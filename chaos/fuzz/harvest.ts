import type { AnyRoute } from '@daybook/contract/route';
import type { Random } from './random.ts';

/** Values that answers have shown, by the name of their field, so that later requests are about things that exist. */
export interface Harvest {
  add(route: AnyRoute, params: Record<string, string>, body: unknown): void;
  /** A value that a field of this name had. */
  field(name: string, random: Random): unknown;
  /** Parameters of a path that belong together, such as a record's object and id. */
  params(route: AnyRoute, random: Random): Record<string, string>;
  /** Anything that looks like an id, of whatever kind. */
  id(random: Random): string;
}

const maxPerField = 300;

/** What is `kept` is never used in a request: without the owner and their token the run would be over. */
export function createHarvest(random: Random, kept: ReadonlySet<string>): Harvest {
  const fields = new Map<string, unknown[]>();
  const store = (name: string, value: unknown): void => {
    const known = fields.get(name) ?? [];
    fields.set(name, known);
    if (known.length < maxPerField) known.push(value);
    else known[random.below(maxPerField)] = value;
  };
  const walk = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(name, each);
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) walk(key, each);
    else if (value !== null && value !== '' && !kept.has(String(value))) store(name, value);
  };
  const pick = (name: string, chooser: Random): unknown => chooser.pick(fields.get(name) ?? []);
  return {
    add(route, params, body) {
      walk('', body);
      const owner = staticPart(route.path);
      for (const value of idsIn(body)) {
        if (kept.has(value)) continue;
        store('any id', value);
        store(`${owner} id`, value);
        if (Object.keys(params).length > 0) store(`${owner} within`, { params, value });
      }
    },
    field: pick,
    id: (chooser) => String(pick('any id', chooser) ?? 'none'),
    params(route, chooser) {
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const found: Record<string, string> = {};
      for (const name of names) {
        const owner = staticPart(route.path.slice(0, route.path.indexOf(`{${name}}`)));
        const within = pick(`${owner} within`, chooser) as Within | undefined;
        const isWithin = within && names.length > 1 && names.indexOf(name) === names.length - 1;
        if (isWithin) Object.assign(found, within.params);
        const value = isWithin ? within.value : (pick(`${owner} id`, chooser) ?? pick(name, chooser));
        found[name] = String(value ?? pick('any id', chooser) ?? 'none');
      }
      return found;
    },
  };
}

interface Within {
  readonly params: Record<string, string>;
  readonly value: string;
}

/** `/crm/{objectSlug}/{recordId}/notes` and `/crm/` both become what is fixed in them. */
function staticPart(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .join('/');
}

const idKeys = new Set(['id', 'uuid', 'slug', 'token', 'key', 'recordId', 'viewId', 'noteId']);

/** The ids of the things that an answer is about, and not of what these refer to. */
function idsIn(body: unknown, depth = 0): string[] {
  if (Array.isArray(body)) return body.slice(0, 20).flatMap((each) => idsIn(each, depth + 1));
  if (typeof body !== 'object' || body === null || depth > 3) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    typeof value === 'object'
      ? idsIn(value, depth + 1)
      : idKeys.has(key) && value !== ''
        ? [String(value)]
        : [],
  );
}
