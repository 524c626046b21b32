import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Input, Io, Output } from './io.ts';
import { runProgram } from './program.ts';

/** `daybook`, with the streams of this process. */

const ended = new AbortController();
process.on('SIGINT', () => {
  // A second Ctrl-C does not wait for what the first one ends.
  if (ended.signal.aborted) process.exit(130);
  ended.abort();
});
process.on('SIGTERM', () => ended.abort());
// `daybook ... | head` closes the pipe when it has seen enough.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    write: (content) => void stream.write(content),
    isTerminal: stream.isTTY,
    columns: stream.isTTY ? stream.columns : Infinity,
  };
}

const input: Input = {
  isTerminal: process.stdin.isTTY,
  read: () => text(process.stdin),
  async ask(question, { isSecret = false } = {}) {
    if (isSecret) process.stderr.write(question);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({
      input: process.stdin,
      output: isSecret ? silent : process.stderr,
      terminal: true,
    });
    lines.on('SIGINT', () => process.emit('SIGINT'));
    try {
      return await lines.question(isSecret ? '' : question, { signal: ended.signal });
    } finally {
      lines.close();
      if (isSecret) process.stderr.write('\n');
    }
  },
};

const io: Io = {
  env: process.env,
  out: outputOf(process.stdout),
  err: outputOf(process.stderr),
  input,
  signal: ended.signal,
};

process.exitCode = await runProgram(process.argv.slice(2), io);
