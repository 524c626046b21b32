import { email } from '@daybook/contract/fields';
import { z } from 'zod';
import { recordResubscribe, listUnsubscribes } from '../mail/public.ts';
import { checkOptions, withRuntime, type Command } from './tools.ts';

const maxListed = 100;

export const mailCommands: readonly Command[] = [
  {
    name: 'mail refusals',
    does: 'List unsubscribed guests, by the hash of their address and the time',
    options: {},
    async run(config) {
      const rows = await withRuntime(config, ({ database }) => listUnsubscribes(database, maxListed));
      const lines = rows.map(({ hash, refused_at }) => `${refused_at}  ${hash.slice(0, 16)}`);
      const more = rows.length === maxListed ? [`Only the newest ${maxListed} are listed.`] : [];
      console.log(rows.length === 0 ? 'Nobody has unsubscribed.' : [...lines, ...more].join('\n'));
      return 0;
    },
  },
  {
    name: 'mail accept',
    does: 'Resubscribe a guest who asked to get invitations again',
    options: { email: ['EMAIL', 'Email address of the guest'] },
    async run(config, values) {
      const given = checkOptions(z.object({ email }), values);
      const wasRefused = await withRuntime(config, (runtime) => recordResubscribe(runtime, given.email));
      console.log(
        wasRefused
          ? `${given.email} gets invitations again.`
          : `${given.email} had not unsubscribed, so nothing has changed.`,
      );
      return wasRefused ? 0 : 1;
    },
  },
];
