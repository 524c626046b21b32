import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Of files that take at least a second, as `npm run test:times` wrote it: a fresh clone has no times of its own. */
const measured = JSON.parse(readFileSync(new URL('test-times.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, number>
>;

/** The longest files first, so that no worker ends alone with one of them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification): number => measured[relative(root, moduleId)] ?? 0;
    return files.toSorted((one, other) => seconds(other) - seconds(one));
  }
}
