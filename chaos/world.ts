import { openWorld, type World } from '../server/test/webhook-parts.ts';

/** Runs on a PostgreSQL of its own, which is gone afterwards. */
export async function runOnWorld<T>(run: (world: World) => Promise<T>): Promise<T> {
  const world = await openWorld();
  try {
    return await run(world);
  } finally {
    await world.close();
  }
}
