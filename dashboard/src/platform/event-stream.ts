/** Server-sent events, read from the body of an answer. Pure. */

export interface StreamEvent {
  /** Where to resume after an interruption; without data, it only moves that place on. */
  readonly id?: string;
  readonly data?: string;
}

/** `onActivity` is called whenever something arrives, be it only a comment that keeps the connection open. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onActivity: () => void = () => undefined,
): AsyncGenerator<StreamEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onActivity();
      const blocks = `${rest}${value}`.replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield parseBlock(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): StreamEvent {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    const before = name === 'data' ? fields.get(name) : undefined;
    fields.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  const [id, data] = [fields.get('id'), fields.get('data')];
  return { ...(id !== undefined && { id }), ...(data !== undefined && { data }) };
}
