import type { Runtime } from '../src/platform/context.ts';

/** The same runtime, with a count of the statements that it sends. */
export function countStatements(runtime: Runtime): { runtime: Runtime; take(): number } {
  let count = 0;
  const { pool } = runtime.database;
  const bound = <T extends object>(target: T, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name);
    return typeof value === 'function' ? value.bind(target) : value;
  };
  const counting = new Proxy(pool, {
    get(target, name) {
      if (name !== 'connect') return bound(target, name);
      return async () => {
        const client = await target.connect();
        return new Proxy(client, {
          get(inner, key) {
            if (key === 'query') count += 1;
            return bound(inner, key);
          },
        });
      };
    },
  });
  return {
    runtime: { ...runtime, database: { ...runtime.database, pool: counting } },
    /** Since it was last asked. */
    take() {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}
