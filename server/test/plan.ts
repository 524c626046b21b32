import type { TestApp } from './harness.ts';

/** What the operator's command does: switches the subscription of every workspace on or off. */
export async function setPlan(app: TestApp, active: boolean): Promise<void> {
  await app.runtime.database.pool.query('update workspace set plan_active = $1', [active]);
}
