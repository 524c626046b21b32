import { provideProgram } from '../../../test/debian.ts';

/** The programs that speak. Undefined, or what is not tested without them, and why. */
export async function provideVoices(purpose: string): Promise<string | undefined> {
  return (
    (await provideProgram({ commands: ['flite'], packages: ['flite'], purpose })) ??
    (await provideProgram({ commands: ['espeak-ng'], packages: ['espeak-ng'], purpose }))
  );
}
