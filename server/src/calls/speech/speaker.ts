import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseWav, toTelephone } from './wav.ts';

/** Makes speech of text, at 8 kHz. */
export interface Speaker {
  render(text: string, voice: string): Promise<Int16Array>;
}

const run = promisify(execFile);
const maxCached = 300;

/** By the program `flite`, which Debian has. What was said once is kept: a call repeats itself, and so do calls. */
export function fliteSpeaker(): Speaker {
  const cache = new Map<string, Promise<Int16Array>>();
  return {
    render(text, voice) {
      const key = `${voice}\n${text}`;
      const rendered = cache.get(key) ?? renderByFlite(text, voice);
      // Whatever was used last is dropped last.
      cache.delete(key);
      cache.set(key, rendered);
      rendered.catch(() => cache.delete(key));
      const [oldest] = cache.keys();
      if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
      return rendered;
    },
  };
}

async function renderByFlite(text: string, voice: string): Promise<Int16Array> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-speech-'));
  try {
    const file = join(folder, 'speech.wav');
    await run('flite', ['-voice', voice, '-t', text, '-o', file], { timeout: 20_000 }).catch(explain);
    const sound = parseWav(await readFile(file));
    if (!sound) throw new Error('flite wrote no sound.');
    return toTelephone(sound);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT')
    throw new Error('The program flite is missing: install it (apt-get install flite).');
  throw error;
}
