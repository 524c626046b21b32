import { createSystemActor, createVisitorActor, type Actor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { RunningService, Service } from '../platform/services.ts';
import { addAutomation } from './add-automation.ts';
import { addCalls } from './add-calls.ts';
import { addHistory } from './add-history.ts';
import { addUpcoming } from './add-upcoming.ts';
import { addWork } from './add-work.ts';
import { countStep, findUnfilledDemos, lockDemo, type UnfilledDemo } from './store.ts';

interface Step {
  readonly by: 'owner' | 'visitor';
  readonly add: (ctx: Ctx) => Promise<void>;
}

/** In this order, since later ones refer to earlier ones. New steps are appended. */
const steps: readonly Step[] = [
  { by: 'owner', add: addHistory },
  { by: 'owner', add: addWork },
  { by: 'owner', add: addCalls },
  { by: 'owner', add: addAutomation },
  { by: 'visitor', add: addUpcoming },
];

/** Gives the demo company its past and present, once the server answers. */
export const demoService: Service = { name: 'demo', pool: 'worker', start };

function start(runtime: Runtime): RunningService {
  let isStopping = false;
  const running = fillDemos(runtime, () => isStopping).catch((error: unknown) =>
    runtime.log.error({ err: error }, 'demo data is incomplete; the next start continues'),
  );
  return {
    async stop() {
      isStopping = true;
      await running;
    },
  };
}

/** Each step and its count are one transaction: after a crash, the next start continues with the step that is missing. */
export async function fillDemos(runtime: Runtime, isStopping = (): boolean => false): Promise<void> {
  for (const demo of await findUnfilledDemos(runtime.database, steps.length)) {
    let isFilled = false;
    while (!isFilled && !isStopping()) isFilled = await takeStep(runtime, demo);
  }
}

/** True if there is nothing left to do. */
async function takeStep(runtime: Runtime, demo: UnfilledDemo): Promise<boolean> {
  const next = await runInWorkspace(runtime, ownerOf(demo), lockDemo);
  const step = next === undefined ? undefined : steps[next];
  if (!step) return true;
  await runInWorkspace(
    runtime,
    step.by === 'owner' ? ownerOf(demo) : visitorOf(runtime, demo),
    async (ctx) => {
      // Another process may have taken the step meanwhile, or the demo was cleared.
      if ((await lockDemo(ctx)) !== next) return;
      await step.add(ctx);
      await countStep(ctx);
    },
  );
  return false;
}

function ownerOf({ workspaceId, ownerId, ownerEmail }: UnfilledDemo): Actor {
  return { ...createSystemActor(workspaceId), memberId: ownerId, email: ownerEmail };
}

/** Bookings of visitors have emails and start workflows. With a mail server those emails would be sent, so the system books. */
function visitorOf({ config }: Runtime, demo: UnfilledDemo): Actor {
  return config.smtpUrl === undefined ? createVisitorActor(demo.workspaceId, '127.0.0.1') : ownerOf(demo);
}
