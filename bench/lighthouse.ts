import { execFile } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { parseArgs, promisify } from 'node:util';
import { requireChromium } from '../e2e/chromium.ts';
import { judge, chooseForSmoke, smokeOption } from './parts/smoke.ts';
import { createDataFolder, removeFolders, startServer, stopProgram } from '../server/test/process/daybook.ts';

/**
 * Lighthouse on the demo's booking page, as a phone: four scores, and what each lacks to 100. npx fetches it when this runs,
 * since it is larger than all our dependencies. It simulates a processor four times slower: on a busy machine the score for
 * performance says more about the machine.
 */

const { values } = parseArgs({
  options: {
    ...smokeOption,
    runs: { type: 'string', default: chooseForSmoke('2', '1') },
    path: { type: 'string', default: '/mara-lindqvist/intro-call' },
  },
});
const lighthouse = 'lighthouse@12.8.2';
const least = 0.95;

interface Report {
  readonly categories: Readonly<
    Record<string, { title: string; score: number; auditRefs: { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<
    Record<string, { title: string; score: number | null; displayValue?: string } | undefined>
  >;
}

async function measure(url: string): Promise<Report> {
  const flags = '--headless=new --no-sandbox --disable-gpu';
  // A smoke test downloads nothing.
  const args = [
    chooseForSmoke('--yes', '--no'),
    lighthouse,
    url,
    '--quiet',
    '--output=json',
    `--chrome-flags=${flags}`,
  ];
  const env = { ...process.env, CHROME_PATH: requireChromium() };
  const { stdout } = await promisify(execFile)('npx', args, { env, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: Error & { stderr?: string }) => {
      const why = error.stderr?.trim().split('\n').at(-1) ?? error.message;
      const sentence = `Lighthouse did not run (npx fetches ${lighthouse} from npm's registry): ${why}`;
      throw new Error(chooseForSmoke(sentence, `Not tested: ${lighthouse}, because npx does not have it.`));
    },
  );
  return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
}

function marks({ categories }: Report): string {
  return Object.values(categories)
    .map(({ title, score }) => `${title} ${Math.round(score * 100)}`)
    .join(', ');
}

function lost({ categories, audits }: Report): string[] {
  return Object.values(categories).flatMap(({ title, auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      const isFull = weight === 0 || !audit || audit.score === null || audit.score >= 0.9;
      return isFull ? [] : [`  ${title}: ${audit.title} ${audit.displayValue ?? ''}`];
    }),
  );
}

const server = await startServer({ DATA_DIR: createDataFolder() });
try {
  for (let run = 1; run <= Number(values.runs); run += 1) {
    const report = await measure(`${server.url}${values.path}`);
    console.log([`run ${run}: ${marks(report)}`, ...lost(report)].join('\n'));
    judge(Object.values(report.categories).every(({ score }) => score >= least));
  }
} finally {
  await stopProgram(server);
  removeFolders();
}
console.log(
  `npx tsx bench/lighthouse.ts --runs ${values.runs} --path ${values.path}; ${lighthouse}, mobile preset, ` +
    `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
