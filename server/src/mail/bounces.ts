import type { ImapFlow } from 'imapflow';
import type { Runtime } from '../platform/context.ts';
import { createLruCache } from '../platform/lru-cache.ts';
import { recordBounce } from './store.ts';

/** As many unread messages as one run looks at. */
const atOnce = 200;
/** Of each message; a report comes first, and the message that it returns may be long. */
const maxBytes = 256 * 1024;

/** Messages that are no reports, by mailbox: they stay unread for the people who read them, and are not fetched again. */
const others = createLruCache<true>(10_000);

/** Reads reports of failed delivery from the mailbox of BOUNCES_URL. How many were about messages of ours. */
export async function readBounces({ config: { bouncesUrl }, database, log }: Runtime): Promise<number> {
  if (bouncesUrl === undefined) return 0;
  // Both bring tables of character sets, which few installations need: a fifth of the program.
  const [client, { parseBounce }] = await Promise.all([
    clientOf(new URL(bouncesUrl)),
    import('./parse-bounce.ts'),
  ]);
  // Without a listener, an error of the connection would end the process; the command that was sent fails as well.
  client.on('error', (error: Error) => log.warn({ err: error }, 'mailbox of bounces'));
  await client.connect();
  try {
    const mailbox = await client.mailboxOpen(folderOf(new URL(bouncesUrl)));
    const keyOf = (uid: number) => `${mailbox.path} ${mailbox.uidValidity} ${uid}`;
    const unread = (await client.search({ seen: false }, { uid: true })) || [];
    const uids = unread.filter((uid) => !others.get(keyOf(uid))).slice(0, atOnce);
    if (uids.length === 0) return 0;
    const read: number[] = [];
    const messages = await client.fetchAll(
      uids.join(','),
      { uid: true, source: { start: 0, maxLength: maxBytes } },
      { uid: true },
    );
    let count = 0;
    for (const { uid, source } of messages) {
      const bounce = source && (await parseBounce(source));
      if (!bounce) {
        others.set(keyOf(uid), true);
        continue;
      }
      read.push(uid);
      if (await recordBounce(database, bounce.messageId, bounce.error)) count += 1;
    }
    if (read.length > 0) await client.messageFlagsAdd(read.join(','), ['\\Seen'], { uid: true });
    return count;
  } finally {
    await client.logout().catch(() => client.close());
  }
}

async function clientOf({ protocol, hostname, port, username, password }: URL): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow');
  const secure = protocol === 'imaps:';
  return new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  });
}

function folderOf({ pathname }: URL): string {
  return decodeURIComponent(pathname.slice(1)) || 'INBOX';
}
