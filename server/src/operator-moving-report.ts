import type { LeftOutGroup, Report } from './moving/public.ts';

/** What an import did, as text. */
export function formatReport({ clashes, leftOut, ...counts }: Report, isDryRun: boolean): string {
  const lines = Object.entries(counts).flatMap(([noun, { added, found }]) =>
    added + found > 0 ? [`  ${noun.padEnd(10)} ${added} added, ${found} there already`] : [],
  );
  const whole = leftOut.filter(({ field }) => field === undefined);
  const fields = leftOut.filter(({ field }) => field !== undefined);
  return [
    isDryRun ? 'This would be imported; nothing was changed.' : 'Imported:',
    ...(lines.length > 0 ? lines : ['  nothing']),
    ...section('Imported, though the host has something else at the time:', shortened(clashes)),
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
