import { email } from '@daybook/contract/fields';
import { z } from 'zod';
import { acceptMail, listRefusals } from './mail/public.ts';
import { check, withRuntime, type Command } from './operator-tools.ts';

const mostListed = 100;

export const mailCommands: readonly Command[] = [
  {
    name: 'mail refusals',
    does: 'List when guests refused further invitations; of their addresses only hashes are stored',
    options: {},
    async run(config) {
      const rows = await withRuntime(config, ({ database }) => listRefusals(database, mostListed));
      const lines = rows.map(({ hash, refused_at }) => `${refused_at}  ${hash.slice(0, 16)}`);
      const more = rows.length === mostListed ? [`Only the newest ${mostListed} are listed.`] : [];
      console.log(rows.length === 0 ? 'Nobody has refused mail.' : [...lines, ...more].join('\n'));
      return 0;
    },
  },
  {
    name: 'mail accept',
    does: 'Send invitations again to a guest who had refused them, because they asked for it',
    options: { email: ['EMAIL', 'The address'] },
    async run(config, values) {
      const given = check(z.object({ email }), values);
      const wasRefused = await withRuntime(config, (runtime) => acceptMail(runtime, given.email));
      console.log(
        wasRefused
          ? `${given.email} gets invitations again.`
          : `${given.email} has not refused mail, so nothing has changed.`,
      );
      return wasRefused ? 0 : 1;
    },
  },
];
