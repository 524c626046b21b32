import { email, uuid } from '@daybook/contract/fields';
import { findWorkspace } from '../identity/public.ts';
import type { Config } from '../platform/config.ts';
import { StartError } from '../platform/start-error.ts';
import { freezeWorkspace, unfreezeWorkspace } from '../platform/transfer/freeze-workspace.ts';
import { UsageError, withRuntime, type Command } from './tools.ts';

/** Keeps a workspace of this cell from being changed, for as long as the operator needs. */
export const freezeCommands: readonly Command[] = [
  {
    name: 'workspace freeze',
    does: 'Let nothing change in a workspace of this cell; it can still be read',
    arguments: 'UUID|EMAIL',
    options: {},
    run: (config, _values, [which = '']) => run(config, which, freezeWorkspace, 'is frozen'),
  },
  {
    name: 'workspace unfreeze',
    does: 'Let a frozen workspace be changed again',
    arguments: 'UUID|EMAIL',
    options: {},
    run: (config, _values, [which = '']) => run(config, which, unfreezeWorkspace, 'can be changed'),
  },
];

async function run(
  config: Config,
  which: string,
  change: typeof freezeWorkspace,
  outcome: string,
): Promise<number> {
  if (!config.cell)
    throw new StartError('Set DIRECTORY_URL and CELL: only workspaces of cells can be frozen.');
  const isId = uuid.safeParse(which).success;
  if (!isId && !email.safeParse(which).success)
    throw new UsageError('Give the workspace’s id or a user’s email address.');
  const name = await withRuntime(config, async (runtime) => {
    const workspace = await findWorkspace(runtime, isId ? { id: which } : { email: which });
    await change(runtime.database, workspace.id);
    return workspace.name;
  });
  console.log(`${name} ${outcome}.`);
  return 0;
}
