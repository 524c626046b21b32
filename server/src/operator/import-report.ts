import { createWriteStream } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import type { LeftOut, LeftOutGroup, Report } from '../importers/public.ts';
import { escapeFormula } from '../platform/csv.ts';
import { StartError } from '../platform/start-error.ts';

/** What an import did, as text. */
export function formatReport({ clashes, leftOut, ...counts }: Report, isDryRun: boolean): string {
  const lines = Object.entries(counts).flatMap(([noun, { added, found }]) =>
    added + found > 0 ? [`  ${noun.padEnd(10)} ${added} added, ${found} already there`] : [],
  );
  const whole = leftOut.filter(({ field }) => field === undefined);
  const fields = leftOut.filter(({ field }) => field !== undefined);
  return [
    isDryRun ? 'This would be imported; nothing was changed.' : 'Imported:',
    ...(lines.length > 0 ? lines : ['  nothing']),
    ...section('Imported although the host has another event at that time:', shortened(clashes)),
    ...section('Not imported:', whole.map(formatGroup)),
    ...section('Imported without these fields:', formatFields(fields)),
  ].join('\n');
}

const maxClashes = 50;

function shortened(lines: readonly string[]): string[] {
  const more = lines.length - maxClashes;
  return [...lines.slice(0, maxClashes), ...(more > 0 ? [`and ${more} more.`] : [])];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : [];
}

function formatGroup({ kind, why, count, examples }: LeftOutGroup): string {
  return `${kind} (${count}): ${why} ${formatExamples(examples, count)}`;
}

function formatExamples(examples: readonly string[], count: number): string {
  return `[${examples.join('; ')}${count > examples.length ? '; ...' : ''}]`;
}

/** Fields that are left out for one reason stand together. */
function formatFields(groups: readonly LeftOutGroup[]): string[] {
  const keys = new Set(groups.map(keyOf));
  return [...keys].flatMap((key) => {
    const list = groups.filter((group) => keyOf(group) === key);
    const [first] = list;
    if (!first) return [];
    const names = list.map(({ field, count }) => `${field} (${count})`).join(', ');
    return [`${first.kind}: ${names}: ${first.why} ${formatExamples(first.examples, first.count)}`];
  });
}

const keyOf = ({ kind, why }: LeftOutGroup): string => `${kind} ${why}`;

/** A line for each thing or field that is not imported. */
export function openList(file: string | undefined) {
  if (file === undefined) return { write() {}, end: () => Promise.resolve() };
  const stream = createWriteStream(file, { mode: 0o600 });
  const failure = new Promise<never>((_, reject) =>
    stream.once('error', (error) => reject(new StartError(`${file} can’t be written: ${error.message}`))),
  );
  failure.catch(() => {});
  const line = (cells: readonly string[]): void => void stream.write(stringify([cells.map(escapeFormula)]));
  line(['Kind', 'Name', 'Field', 'Reason']);
  return {
    write: ({ kind, name, field = '', why }: LeftOut) => line([kind, name, field, why]),
    end: () => Promise.race([failure, new Promise<void>((resolve) => stream.end(resolve))]),
  };
}
