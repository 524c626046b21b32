import { z } from 'zod';
import { StartError } from './start-error.ts';

/**
 * What a slice or a provider takes from the environment. It declares its own variables; the root of the program collects them, so that
 * `platform` knows of no provider.
 */
export interface Settings<Value> {
  readonly variables: z.ZodRawShape;
  /** Throws a `StartError` when the variables contradict each other. */
  parse(data: Readonly<Record<string, unknown>>): Value;
}

/** What the declared settings are set to. */
export type SettingValues = ReadonlyMap<Settings<unknown>, unknown>;

export function declareSettings<Variables extends z.ZodRawShape, Value>(
  variables: Variables,
  parse: (data: z.output<z.ZodObject<Variables>>) => Value,
): Settings<Value> {
  return { variables, parse: parse as Settings<Value>['parse'] };
}

export function parseSettings(
  declared: readonly Settings<unknown>[],
  data: Readonly<Record<string, unknown>>,
): SettingValues {
  return new Map(declared.map((each) => [each, each.parse(data)]));
}

/** Of a configuration, or of what a use case works with. */
export function readSettings<Value>(
  { settings }: { readonly settings: SettingValues },
  declared: Settings<Value>,
): Value {
  if (!settings.has(declared)) {
    throw new Error(`Nobody collected the settings ${Object.keys(declared.variables).join(', ')}.`);
  }
  return settings.get(declared) as Value;
}

type ModelVariables = Readonly<Record<string, readonly [name: string, value: string | undefined]>>;

/** All of an account, or nothing of it: half of one would only be noticed when it is used. */
export function requireTogether<G extends ModelVariables>(given: G): Record<keyof G, string> | undefined {
  const entries = Object.entries(given);
  const missing = entries.filter(([, [, value]]) => value === undefined);
  if (missing.length === entries.length) return undefined;
  if (missing.length > 0) {
    const names = entries.map(([, [name]]) => name);
    throw new StartError(
      names.length === 2
        ? `${names.join(' and ')} belong together; set both or neither.`
        : `${names.join(', ')} belong together; set all or none.`,
    );
  }
  return Object.fromEntries(entries.map(([field, [, value]]) => [field, value])) as Record<keyof G, string>;
}

/** The kinds of values that several providers declare. */

export function webAddress() {
  return z.url({ protocol: /^https?$/, error: 'must be a web address' });
}

/** Where the API of a provider is, without a slash at the end. */
export function apiUrl(value: string) {
  return webAddress()
    .transform((text) => text.replace(/\/+$/, ''))
    .default(value);
}
