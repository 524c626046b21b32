/** What others saved while a form was open, what the form changes, and where both changed the same. */

/** Someone else saved another value of a field that this form changes: the person who edits it decides which one stays. */
export class EditConflict extends Error {
  readonly theirs: object;
  readonly fields: readonly string[];

  constructor(theirs: object, fields: readonly string[]) {
    super('Someone else changed the same fields.');
    this.theirs = theirs;
    this.fields = fields;
  }
}

/** What the form showed when its editing began, and what is saved now. */
export interface Versions<Shown extends object = object> {
  readonly begun: Shown;
  readonly theirs: Shown;
}

/** The fields to send, so that those which only others changed stay as they are; throws if both changed the same. */
export function mergeEdit<Body extends object>({ begun, theirs }: Versions, body: Body): Body {
  const overwritten: string[] = [];
  const kept = Object.entries(body).filter(([name, mine]) => {
    if (isSame(valueIn(begun, name), valueIn(theirs, name))) return true;
    if (isSame(mine, valueIn(begun, name))) return false;
    if (!isSame(mine, valueIn(theirs, name))) overwritten.push(name);
    return true;
  });
  if (overwritten.length > 0) throw new EditConflict(theirs, overwritten);
  return Object.fromEntries(kept) as Body;
}

const valueIn = (object: object, name: string): unknown => (object as Record<string, unknown>)[name];

/** Whether two JSON values are the same; what is left out is the same as null. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sort(one ?? null)) === JSON.stringify(sort(other ?? null));
}

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort);
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(
    present.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, sort(each)]),
  );
}
