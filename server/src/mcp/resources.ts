import type { Json } from '@daybook/contract/json-schema';
import { readAsset } from '../platform/http/assets.ts';

/** Pages that an assistant can show beside the result of a tool: MCP Apps (SEP-1865). */

export const uiExtension = 'io.modelcontextprotocol/ui';
const type = 'text/html;profile=mcp-app';
const pickerUri = 'ui://daybook/times.html';

const picker = {
  uri: pickerUri,
  name: 'times',
  title: 'Available times',
  description:
    'Shows the times that find_times found. A click says in the conversation which one was chosen.',
  mimeType: type,
};

/** Says on a tool which page shows its result. */
export const showsTimes = { ui: { resourceUri: pickerUri }, 'ui/resourceUri': pickerUri };

export function listResources(): readonly Json[] {
  return [picker];
}

/** It loads nothing and calls nobody, so that no origin is named. */
export function readResource(uri: unknown): Json | undefined {
  if (uri !== pickerUri) return undefined;
  const meta = { ui: { csp: {}, prefersBorder: true } };
  return { contents: [{ uri, mimeType: type, text: buildPicker(), _meta: meta }] };
}

function buildPicker(): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${picker.title}</title><style>${readAsset(
    'slot-picker.css',
  )}</style></head><body><main></main><script>${readAsset('slot-picker.js').replaceAll('</', '<\\/')}</script></body></html>`;
}
