import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Those with processes or browsers of their own. They take longest, and some of them are short to read. */
const long = /^(chaos|e2e|server\/test\/process)\//;

/**
 * The longest files first, so that no worker ends alone with one of them. Vitest knows how long they take only where it has run before,
 * and goes by their size otherwise.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.test(relative(root, moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
