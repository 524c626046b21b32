import { spawnSync } from 'node:child_process';

/**
 * Tries every operation with ids of another workspace, while one of the two walls between workspaces is down: queries that
 * name their workspace, or row level security. With both down the same tests must find leaks, or they prove nothing.
 *
 *   npm run walls
 *   npm run walls -- --smoke
 */

const isSmoke = process.argv.includes('--smoke');
const names = isSmoke ? ['canaries'] : ['walls', 'matrix', 'canaries', 'live'];
const files = names.map((name) => `server/test/contract/${name}.`);

const runs = [
  { without: '', name: 'both walls', mustPass: true },
  { without: 'queries', name: 'row level security alone', mustPass: true },
  { without: 'rows', name: 'scoped queries alone', mustPass: true },
  { without: 'both', name: 'control: no wall', mustPass: false },
];

const chosen = isSmoke ? runs.filter(({ without }) => without === 'both') : runs;
const verdicts = chosen.map(({ without, name, mustPass }) => {
  const { status } = spawnSync('npx', ['vitest', 'run', '--reporter=dot', ...files], {
    stdio: 'inherit',
    // oxlint-disable-next-line node/no-process-env -- the tests need PATH and perhaps DATABASE_URL
    env: { ...process.env, WITHOUT_WALL: without },
  });
  return {
    name,
    isRight: (status === 0) === mustPass,
    found: status === 0 ? 'nothing leaks' : 'leaks are found',
  };
});

for (const { name, found } of verdicts) console.log(`${name}: ${found}`);
process.exit(verdicts.every(({ isRight }) => isRight) ? 0 : 1);
