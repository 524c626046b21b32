/** The structure of an iCalendar stream (RFC 5545, 3.1 and 3.6): lines, properties and components. Values stay text. */

export interface Property {
  /** In lower case, as names of parameters are. */
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly value: string;
}

export interface Component {
  readonly name: string;
  readonly properties: Property[];
  readonly components: Component[];
}

/** The text is no calendar at all, or only a part of one. Its message is a sentence for the user. */
export class NotACalendarError extends Error {}

/** The calendars of a stream. A component without an end ends with the one around it. */
export function parseComponents(text: string): Component[] {
  if (!/^\s*BEGIN:VCALENDAR/i.test(withoutMark(text)))
    throw new NotACalendarError('This isn’t a calendar. An iCalendar file starts with BEGIN:VCALENDAR.');
  const stream: Component = { name: '', properties: [], components: [] };
  const open = [stream];
  for (const line of unfoldLines(text)) {
    const property = parseLine(line);
    if (!property) continue;
    const name = property.value.trim().toLowerCase();
    if (property.name === 'begin') begin(open, name);
    else if (property.name === 'end') end(open, name);
    else open.at(-1)?.properties.push(property);
  }
  // What would have come after the last line is not known, so that nothing of the file may replace what is.
  if (open.length > 1) throw new NotACalendarError('The calendar is incomplete: END:VCALENDAR is missing.');
  return stream.components;
}

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** A line may be folded anywhere, also within a name: it is whole before anything is looked for in it. */
export function unfoldLines(text: string): string[] {
  return withoutMark(text)
    .replaceAll(/(?:\r{0,2}\n|\r)[ \t]/g, '')
    .split(/\r\n|\r|\n/);
}

/** Undefined for what is no property: others read past it, and so do we. */
function parseLine(line: string): Property | undefined {
  const name = /^[A-Za-z0-9-]+(?=[;:])/.exec(line)?.[0];
  if (name === undefined) return undefined;
  const params: Record<string, string> = {};
  let at = name.length;
  while (line[at] === ';') {
    const end = endOfParam(line, at + 1);
    const [key = '', ...value] = line.slice(at + 1, end).split('=');
    params[key.trim().toLowerCase()] ??= value.join('=').replaceAll('"', '').trim();
    at = end;
  }
  return line[at] === ':' ? { name: name.toLowerCase(), params, value: line.slice(at + 1) } : undefined;
}

/** Longer than any offset in the name of a zone. */
const maxOffsetLength = 20;

/** Colons are part of a value in quotes, and in what Outlook writes without: `TZID=(UTC+01:00) Berlin`, `TZID=tzone://Microsoft/Utc`. */
function endOfParam(line: string, from: number): number {
  let at = from;
  while (at < line.length && line[at] !== ';' && (line[at] !== ':' || line.startsWith('://', at))) {
    const close =
      line[at] === '"'
        ? line.indexOf('"', at + 1)
        : line.startsWith('=(', at)
          ? line.slice(0, at + maxOffsetLength).indexOf(')', at)
          : -1;
    at = close < 0 ? at + 1 : close + 1;
  }
  return at;
}

/** Never part of another component: the one before lacks its end. */
const entries = new Set(['vevent', 'vfreebusy', 'vtimezone', 'vtodo', 'vjournal']);

/** An alarm in an event in a calendar is three; whatever goes deeper is hostile. */
const maxDepth = 10;

function begin(open: Component[], name: string): void {
  const calendar = open.findIndex((component) => component.name === 'vcalendar');
  if (name === 'vcalendar') open.length = 1;
  else if (entries.has(name) && calendar >= 0) open.length = calendar + 1;
  if (open.length > maxDepth) return;
  const component = { name, properties: [], components: [] };
  open.at(-1)?.components.push(component);
  open.push(component);
}

/** An end of what did not begin is read past. */
function end(open: Component[], name: string): void {
  const at = open.findLastIndex((component) => component.name === name);
  if (at > 0) open.length = at;
}
