import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resultsFolder, type TestReport } from './test-report.ts';

/** Writes how long files took in the last whole runs, for the order of the next ones (`tools/test-order.ts`). */

const shortestSeconds = 1;
const reports = ['first', 'more']
  .map((tier) => join(resultsFolder, `${tier}.json`))
  .filter((path) => existsSync(path))
  .map((path) => JSON.parse(readFileSync(path, 'utf8')) as TestReport);
if (reports.length < 2) throw new Error('Run npm test and npm run test:more first.');
const times = reports
  .flatMap(({ files }) => Object.entries(files))
  .filter(([, seconds]) => seconds >= shortestSeconds)
  .map(([file, seconds]) => [file, Math.round(seconds)] as const)
  .toSorted(([one], [other]) => (one < other ? -1 : 1));
const file = fileURLToPath(new URL('test-times.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(Object.fromEntries(times), undefined, 2)}\n`);
