import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { buildOpenApi } from '../contract/src/openapi.ts';
import type { AnyRoute } from '../contract/src/route.ts';
import { routes } from '../contract/src/routes.ts';
import { cloneDatabase } from '../server/test/databases.ts';
import { generateContract, generateOperations } from './generate-client.ts';
import {
  generated,
  generateOpenApi,
  generateOperatorCommands,
  generateSchema,
  generateWindowsZones,
  generateZoneNames,
} from './generate.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const stored = (path: string): string => readFileSync(join(root, path), 'utf8');
const hint = 'It is out of date: run `npm run generate` and commit what changes.';

describe('generated files are up to date', () => {
  test('the names of time zones', () => {
    expect(stored(generated.zoneNames) === generateZoneNames(), hint).toBe(true);
  });

  test('the zones of Windows', () => {
    expect(stored(generated.windowsZones) === generateWindowsZones(), hint).toBe(true);
  });

  test('the OpenAPI description', () => {
    expect(JSON.parse(stored(generated.openApi)), hint).toEqual(JSON.parse(generateOpenApi()));
    expect(stored(generated.openApi) === generateOpenApi(), hint).toBe(true);
  });

  test('what the client knows of the contract', () => {
    expect(stored(generated.operations), hint).toBe(generateOperations());
    expect(stored(generated.contract), hint).toBe(generateContract());
  });

  test('what the command line knows of the program of the server', () => {
    expect(stored(generated.operatorCommands), hint).toBe(generateOperatorCommands());
  });

  test('a route that was only just declared is an operation of the client', () => {
    const invented = new Map([['readLamp', { ...declaredRoute('readTeam'), path: '/lamps/{uuid}' }]]);
    expect(generateOperations(invented)).toContain('GreadLamp /lamps/{uuid} .');
  });

  test('the types of the tables', async () => {
    const { connection, drop } = await cloneDatabase();
    try {
      expect(stored(generated.schema), hint).toBe(await generateSchema(connection));
    } finally {
      await drop();
    }
  });
});

function declaredRoute(name: string): AnyRoute {
  const found = routes.get(name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}

interface SchemaNode {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
}

/** Every object of the document that has an `enum`. */
function schemasIn(node: unknown): SchemaNode[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = !Array.isArray(node) && Array.isArray((node as SchemaNode).enum) ? [node as SchemaNode] : [];
  return [...own, ...Object.values(node).flatMap(schemasIn)];
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Record<string, { readonly $ref?: string; readonly description?: string }>;
}

interface Document {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
}

describe('the description is valid OpenAPI 3.1', () => {
  const document = buildOpenApi('http://localhost:4000') as unknown as Document;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ where: `${method} ${path}`, path, operation })),
  );

  test('it describes every route of the contract', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(
      [...routes.keys()].sort(),
    );
  });

  test('operation ids are unique, and so are method and path', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const places = [...routes.values()].map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(places).size).toBe(places.length);
  });

  test('every reference resolves', () => {
    for (const reference of referencesIn(document))
      expect(find(document, reference), reference).toBeDefined();
  });

  test('every choice of a schema is of its type, so that some value satisfies it', () => {
    const unsatisfiable = schemasIn(document).filter(
      ({ type, enum: choices }) =>
        typeof type === 'string' && choices?.some((choice) => !isOfType(choice, type)),
    );
    expect(unsatisfiable).toEqual([]);
  });

  test('every parameter of a path is declared, and no other', () => {
    for (const { where, path, operation } of operations) {
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(declared.map(({ name }) => name).sort(), where).toEqual(names.sort());
    }
  });

  test('every operation has a summary, a known group and described answers', () => {
    const groups = document.tags.map(({ name }) => name);
    for (const { where, operation } of operations) {
      expect(operation.summary, where).toMatch(/^[A-Z].*[^.]$/);
      expect(groups, where).toEqual(expect.arrayContaining([...operation.tags]));
      for (const answer of Object.values(operation.responses)) {
        expect(answer.$ref ?? answer.description, where).toBeTruthy();
      }
    }
  });

  test('examples are valid by the schemas that they are examples of', () => {
    for (const [name, { body, returns, examples }] of routes) {
      if (examples.body !== undefined) expect(body?.safeParse(examples.body).error, name).toBeUndefined();
      if (examples.returns !== undefined) {
        expect(returns.wire.safeParse(examples.returns).error, name).toBeUndefined();
      }
    }
  });
});

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item] : referencesIn(item),
  );
}

function find(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  const steps = reference.slice(2).split('/');
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
}
