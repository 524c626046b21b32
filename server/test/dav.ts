import { afterAll, beforeAll, beforeEach } from 'vitest';
import { provideServer, startDav, type DavServer, type Program } from './dav-servers.ts';

/** Declares a server for these tests. Where it can't be had, they are skipped, and say so. */
export function useDav(program: Program): DavServer {
  const holder = {} as { dav?: DavServer };
  let missing: string | undefined;
  beforeAll(async () => {
    missing = await provideServer(program);
    if (!missing) holder.dav = await startDav(program);
  }, 300_000);
  beforeEach(({ skip }) => skip(missing !== undefined, missing));
  afterAll(() => holder.dav?.stop());
  return new Proxy({} as DavServer, { get: (_, name) => Reflect.get(holder.dav ?? {}, name) });
}
