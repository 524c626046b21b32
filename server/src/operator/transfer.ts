import { resolve } from 'node:path';
import { z } from 'zod';
import { findWorkspace } from '../identity/public.ts';
import {
  checkOptions,
  runOnDatabase,
  createProgressLine,
  withRuntime,
  parseWorkspace,
  workspaceOption,
  type Command,
} from './tools.ts';
import type { Config } from '../platform/config.ts';
import { settleRestoredCell } from '../platform/transfer/move/settle-restore.ts';
import type { Manifest } from '../platform/transfer/archive.ts';
import { backUp } from '../platform/transfer/backup.ts';
import { exportWorkspace, getKeyPath } from '../platform/transfer/export-workspace.ts';
import { importWorkspace } from '../platform/transfer/import-workspace.ts';
import { restoreBackup } from '../platform/transfer/restore.ts';
import { joinDirectory } from '../platform/directory/reconcile.ts';
import { listFingerprints, openKeys } from '../platform/secrets.ts';
import { rotateKey } from '../platform/transfer/rotate-key.ts';

/** All of a database, or all of a workspace, out of here and in again. */

const path = z.string().min(1);
const target = ['PATH', 'Where to write it: a file name ending in .tar, or a folder'] as const;

export const transferCommands: readonly Command[] = [
  {
    name: 'backup',
    does: 'Back up the whole database to a file while the server runs',
    options: { to: target },
    async run(config, values) {
      const to = resolve(checkOptions(z.object({ to: path }), values).to);
      const progress = createProgressLine();
      const manifest = await runOnDatabase(config, (connection) => backUp(connection, to, progress.show));
      progress.end();
      const key = config.databaseUrl || config.secretKey ? 'SECRET_KEY' : 'secret.key of DATA_DIR';
      console.log(
        `${summary(manifest)} are in ${to}. Restoring needs ${key} too; store it in another safe place.`,
      );
      return 0;
    },
  },
  {
    name: 'restore',
    does: 'Restore a database from a backup; stop the server first',
    arguments: 'PATH',
    options: {},
    flags: {
      replace: 'Delete the current contents of the database; without it, only an empty database is restored',
    },
    async run(config, values, [file = '']) {
      const from = resolve(file);
      const progress = createProgressLine();
      const options = {
        replace: values['replace'] === 'true',
        keyFingerprints: listFingerprints(config),
        isKeySet: config.secretKey !== undefined,
        onProgress: progress.show,
      };
      const manifest = await runOnDatabase(config, (connection) => restoreBackup(connection, from, options), {
        create: true,
      });
      progress.end();
      console.log(`${summary(manifest)} of ${manifest.createdAt} are restored.`);
      if (config.cell) await settleCell(config);
      return 0;
    },
  },
  {
    name: 'export',
    does: 'Export a workspace as NDJSON and files, to import it elsewhere',
    options: { to: target, workspace: workspaceOption },
    async run(config, values) {
      const to = resolve(checkOptions(z.object({ to: path }), values).to);
      const which = parseWorkspace(values['workspace']);
      const progress = createProgressLine();
      const manifest = await withRuntime(config, async (runtime, connection) => {
        const { id } = await findWorkspace(runtime, which ?? {});
        return exportWorkspace(connection, runtime.secrets, id, to, progress.show);
      });
      progress.end();
      console.log(`${summary(manifest)} are in ${to}. Its secrets need the key in ${getKeyPath(to)}.`);
      return 0;
    },
  },
  {
    name: 'import daybook',
    does: 'Create the workspace from an export with the same ids; no emails are sent',
    arguments: 'PATH',
    options: {},
    async run(config, _, [file = '']) {
      const from = resolve(file);
      const progress = createProgressLine();
      const { manifest, cancelledCalls } = await withRuntime(config, async (runtime, connection) => {
        const imported = await importWorkspace(connection, runtime.secrets, from, progress.show);
        await joinDirectory(runtime);
        return imported;
      });
      progress.end();
      console.log(`${summary(manifest)} are imported, as workspace ${manifest.workspaceId}.`);
      if (cancelledCalls > 0) console.log(`Pending calls canceled: ${cancelledCalls}.`);
      return 0;
    },
  },
  {
    name: 'secrets rotate',
    does: 'Encrypt all stored secrets with SECRET_KEY, while servers run with both keys',
    options: {},
    async run(config) {
      const progress = createProgressLine();
      const { resealed, unreadable } = await withRuntime(config, async (runtime, connection) =>
        rotateKey(connection, await openKeys(config, runtime.database.pool), progress.show),
      );
      progress.end();
      console.log(`Encrypted with the current key: ${resealed}. The former key is no longer needed.`);
      if (unreadable > 0) console.log(`Unreadable with either key and left unchanged: ${unreadable}.`);
      return 0;
    },
  },
];

/** Exits with an error if the directory can’t be asked: until it has been, no server may start on this database. */
async function settleCell(config: Config): Promise<void> {
  const { elsewhere, missing } = await withRuntime(config, settleRestoredCell);
  console.log(`Workspaces that have moved to other cells since: ${elsewhere.length}.`);
  for (const id of missing) console.log(`The backup lacks ${id}, which belongs to this cell.`);
}

function summary({ tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.filter((table) => table.rows > 0).length} tables`;
}
