// Random rules of recurrence, expanded by us and by python-dateutil, must give the same
// occurrences. Those of weeks (BYWEEKNO) are compared with Python's own calendar of ISO 8601: libraries disagree around New Year,
// since some count the years of an interval by the calendar, and libical knows weeks 53 that are not there.

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expandEvents, parseCalendar } from '../server/src/calendars/ical/public.ts';
import { getZone } from '../server/src/platform/zones.ts';
import { unpackPackages } from '../server/test/debian.ts';
import { createRandom, type Scenario } from './scenario.ts';

/** From a first time on, which is made the first that the rule has: whether another one counts is a matter of opinion. */
const oracle = `
import json, sys
from datetime import date, datetime, timedelta
from dateutil.rrule import rrulestr
days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
def by_week(rule, start):
    parts = dict(part.split('=') for part in rule.split(';'))
    weeks = [int(week) for week in parts['BYWEEKNO'].split(',')]
    base, left, at = None, int(parts.get('COUNT', 10**6)), start
    until = datetime.strptime(parts['UNTIL'], '%Y%m%dT%H%M%S') if 'UNTIL' in parts else datetime(2040, 1, 1)
    while at <= until and left > 0:
        year, week, _ = at.isocalendar()
        last = date(year, 12, 28).isocalendar()[1]
        is_week = week in weeks or week - last - 1 in weeks
        is_year = base is None or (year - base) % int(parts.get('INTERVAL', 1)) == 0
        if is_week and is_year and days[at.weekday()] in parts['BYDAY'].split(','):
            base = year if base is None else base
            left -= 1
            yield at
        at += timedelta(days=1)
def occurrences(rule, start):
    return by_week(rule, start) if 'BYWEEKNO' in rule else rrulestr(rule, dtstart=start)
for line in sys.stdin:
    rule, start = json.loads(line)
    try:
        first = next(iter(occurrences(rule, datetime.fromisoformat(start))), None)
        if first is None or first.year > 2027: print('null'); continue
        found = []
        for at in occurrences(rule, first):
            if at >= datetime(2029, 1, 1) or len(found) > 4000: break
            if at >= datetime(2027, 1, 1): found.append(at.isoformat())
        print(json.dumps([first.isoformat(), found]))
    except Exception as error: print('null')
`;

export interface RecurrenceComparison {
  readonly rules: number;
  readonly compared: number;
  readonly wrong: readonly string[];
}

/** Undefined where there is no python-dateutil. */
export async function compareRules(count: number, seed: number): Promise<RecurrenceComparison | undefined> {
  const env = await findOracle();
  if (!env) return undefined;
  const random = createRandom(seed);
  const cases = Array.from({ length: count }, () => [randomRule(random), randomStart(random)] as const);
  const input = cases.map((each) => JSON.stringify(each)).join('\n');
  const answers = execFileSync('python3', ['-c', oracle], { input, env, maxBuffer: 1 << 30 })
    .toString()
    .trim();
  let compared = 0;
  const wrong: string[] = [];
  for (const [index, answer] of answers.split('\n').entries()) {
    const found = JSON.parse(answer) as [string, string[]] | null;
    const rule = cases[index]?.[0] ?? '';
    if (!found || found[1].length > 3_000) continue;
    compared += 1;
    const [start, expected] = found;
    const ours = await expandRule(rule, start);
    if (JSON.stringify(ours) !== JSON.stringify(expected))
      wrong.push(
        `${rule} from ${start}: ${ours.length} and ${expected.length}, ${firstDifference(ours, expected)}`,
      );
  }
  return { rules: count, compared, wrong };
}

/** The environment in which Python finds python-dateutil. */
async function findOracle(): Promise<NodeJS.ProcessEnv | undefined> {
  const works = (env: NodeJS.ProcessEnv): boolean =>
    spawnSync('python3', ['-c', 'import dateutil'], { env }).status === 0;
  if (works(process.env)) return process.env;
  const folder = await unpackPackages(['python3-dateutil']).catch(() => '');
  const env = { ...process.env, PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages') };
  return works(env) ? env : undefined;
}

async function expandRule(rule: string, start: string): Promise<string[]> {
  const basic = start.replaceAll(/[-:]/g, '');
  const stream = parseCalendar(
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:${basic}Z\r\nDURATION:PT15M\r\nRRULE:${rule}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  );
  const window = { start: Date.UTC(2027, 0) / 60_000, end: Date.UTC(2029, 0) / 60_000 };
  const { occurrences } = await expandEvents(stream, window, getZone('UTC'));
  return occurrences
    .filter(({ start: at }) => at >= window.start)
    .map(({ start: at }) => new Date(at * 60_000).toISOString().slice(0, 19))
    .toSorted();
}

function firstDifference(mine: readonly string[], theirs: readonly string[]): string {
  const at = mine.findIndex((each, index) => each !== theirs[index]);
  const index = at < 0 ? mine.length : at;
  return `${mine[index] ?? 'nothing'} and ${theirs[index] ?? 'nothing'}`;
}

type Random = (below: number) => number;

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

function randomRule(random: Random): string {
  const some = (most: number, of: () => string | number) =>
    [...new Set(Array.from({ length: 1 + random(most) }, of))].join(',');
  const signed = (most: number) => (1 + random(most)) * (random(4) === 0 ? -1 : 1);
  const freq = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'][random(4)] ?? 'DAILY';
  const parts = [`FREQ=${freq}`];
  const add = (chance: number, part: () => string) => random(100) < chance && parts.push(part());
  add(50, () => `INTERVAL=${1 + random(4)}`);
  if (freq === 'DAILY') {
    add(30, () => `BYDAY=${some(3, () => weekdays[random(7)] ?? '')}`);
    add(20, () => `BYMONTH=${some(4, () => 1 + random(12))}`);
    add(15, () => `BYMONTHDAY=${some(4, () => signed(31))}`);
  } else if (freq === 'WEEKLY') {
    add(70, () => `BYDAY=${some(4, () => weekdays[random(7)] ?? '')}`);
    add(20, () => `BYMONTH=${some(4, () => 1 + random(12))}`);
    add(20, () => `WKST=${weekdays[random(7)]}`);
  } else if (freq === 'MONTHLY') {
    const kind = random(3);
    if (kind === 0) parts.push(`BYMONTHDAY=${some(3, () => signed(31))}`);
    if (kind === 1) parts.push(`BYDAY=${some(2, () => `${signed(4)}${weekdays[random(7)]}`)}`);
    if (kind === 2)
      parts.push(`BYDAY=${some(4, () => weekdays[random(7)] ?? '')}`, `BYSETPOS=${some(2, () => signed(3))}`);
    add(15, () => `BYMONTH=${some(4, () => 1 + random(12))}`);
  } else {
    const kind = random(5);
    if (kind === 0) parts.push(`BYMONTH=${some(3, () => 1 + random(12))}`);
    if (kind === 1) parts.push(`BYMONTH=${1 + random(12)}`, `BYDAY=${signed(4)}${weekdays[random(7)]}`);
    if (kind === 2) parts.push(`BYYEARDAY=${some(3, () => signed(366))}`);
    if (kind === 3) {
      // Half of them at New Year, where years of weeks and of the calendar differ.
      const week = () => (random(2) === 0 ? signed(53) : ([1, 52, 53, -1][random(4)] ?? 1));
      parts.push(`BYWEEKNO=${some(2, week)}`, `BYDAY=${some(3, () => weekdays[random(7)] ?? '')}`);
    }
    if (kind === 4) parts.push(`BYMONTH=${1 + random(12)}`, `BYMONTHDAY=${some(2, () => signed(31))}`);
  }
  const end = random(4);
  if (end === 0) parts.push(`COUNT=${1 + random(60)}`);
  if (end === 1) parts.push(`UNTIL=2028${String(1 + random(12)).padStart(2, '0')}15T120000`);
  return parts.join(';');
}

function randomStart(random: Random): string {
  const day = new Date(Date.UTC(2024, 0, 1 + random(1_100)));
  return `${day.toISOString().slice(0, 10)}T${String(random(24)).padStart(2, '0')}:${['00', '15', '30'][random(3)]}:00`;
}

export const recurrenceScenario: Scenario = {
  claim: 'Random rules of recurrence give the occurrences that python-dateutil finds.',
  kind: 'comparison',
  rounds: 1,
  numbers: { rules: 3_000 },
  smoke: { rules: 100 },
  async run({ seed, numbers: { rules = 0 } }) {
    const found = await compareRules(rules, seed);
    if (!found)
      throw new Error('Not tested: rules of recurrence, because python-dateutil could not be downloaded.');
    return { faults: {}, operations: { ok: found.compared, refused: 0, unknown: 0 }, wrong: found.wrong };
  },
};
