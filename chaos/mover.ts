// A mover in a process of its own, which can be killed at each step.

import { openDirectoryPool, type Connection } from '../server/src/platform/db/connect.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import {
  moveParts,
  moveWorkspace,
  type MoveParts,
} from '../server/src/platform/transfer/move/move-workspace.ts';
import type { Step } from '../server/src/platform/transfer/move/register.ts';
import { openSide } from '../server/src/platform/transfer/move/sessions.ts';

/** `left` is between the last commit of the source and the switch of the directory. */
export type Moment = Step | 'left';

export interface MoveOrder {
  readonly workspaceId: WorkspaceId;
  readonly directoryUrl: string;
  readonly from: { readonly cell: string; readonly connection: Connection };
  readonly to: { readonly cell: string; readonly connection: Connection };
  /** Where it waits until it is told to go on. */
  readonly pauseAt?: Moment;
  /** Without the freeze. */
  readonly isControl: boolean;
}

export type MoverMessage =
  | { readonly at: Moment }
  | { readonly frozenMs: number | null }
  | { readonly error: string };

const say = (message: MoverMessage): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });

async function run({ workspaceId, directoryUrl, from, to, pauseAt, isControl }: MoveOrder): Promise<void> {
  const pause = async (at: Moment): Promise<void> => {
    if (at !== pauseAt) return;
    const goesOn = new Promise((resolve) => {
      process.once('message', resolve);
    });
    await say({ at });
    await goesOn;
  };
  const parts: MoveParts = {
    ...moveParts,
    onStep: pause,
    async switchOwner(...args) {
      await pause('left');
      return moveParts.switchOwner(...args);
    },
    ...(isControl && {
      async withFrozen(_, work) {
        return work();
      },
      async onStep(step: Step) {
        // More is booked meanwhile, which a freeze would have refused.
        if (step === 'switch') await new Promise((resolve) => setTimeout(resolve, 300));
      },
    }),
  };
  const directory = openDirectoryPool(directoryUrl);
  const source = await openSide(from.cell, from.connection, workspaceId);
  const target = await openSide(to.cell, to.connection, workspaceId);
  const move = { workspaceId, source, target, directory, onProgress() {} };
  const { frozenMs = null } = await moveWorkspace(move, parts);
  await say({ frozenMs });
}

process.send?.('ready');
try {
  await run(JSON.parse(process.argv[2] ?? '') as MoveOrder);
} catch (error) {
  await say({ error: error instanceof Error ? error.message : String(error) });
}
process.exit();
