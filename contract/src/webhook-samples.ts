import { z } from 'zod';
import { webhookPayloads } from './webhook-payloads.ts';

/** An example of each payload, made from its schema: for trying a receiver, and for the docs. */
export function buildSamplePayload(event: keyof typeof webhookPayloads): Record<string, unknown> {
  const schema = z.toJSONSchema(webhookPayloads[event], { unrepresentable: 'any', reused: 'inline' }) as Json;
  return sampleOf(schema, 'payload', schema.$defs ?? {}) as Record<string, unknown>;
}

interface Json {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Json>>;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly example?: unknown;
}

const formats: Readonly<Record<string, string>> = {
  uuid: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d',
  uri: 'https://daybook.example/',
  email: 'ines@okafor.example',
  'date-time': '2027-03-02T09:00:00.000000Z',
};

function sampleOf(node: Json, name: string, definitions: Readonly<Record<string, Json>>): unknown {
  const inner = (child: Json, childName: string) => sampleOf(child, childName, definitions);
  if (node.example !== undefined) return node.example;
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0];
  if (node.$ref) return inner(definitions[node.$ref.replace('#/$defs/', '')] ?? {}, name);
  const [option] = node.anyOf ?? node.oneOf ?? [];
  if (option) return inner(option, name);
  switch (typeof node.type === 'string' ? node.type : node.type?.[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(node.properties ?? {}).map(([key, child]) => [key, inner(child, key)]),
      );
    case 'array':
      return [inner(node.items ?? {}, name)];
    case 'integer':
    case 'number':
      return 30;
    case 'boolean':
      return true;
    case 'string':
      return formats[node.format ?? ''] ?? `Example of ${name}`;
    default:
      return null;
  }
}
