import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Delivery {
  readonly from: string;
  readonly to: string[];
  readonly raw: string;
  readonly email: Email;
}

export interface TestSmtp {
  readonly url: string;
  readonly deliveries: Delivery[];
  /** What the server answers to a recipient; undefined takes the mail. */
  refuse: (address: string) => { responseCode: number; message: string } | undefined;
  stop(): Promise<void>;
}

/** A real mail server on a free port of this machine, that takes everything and keeps it. */
export async function startSmtp(): Promise<TestSmtp> {
  const deliveries: Delivery[] = [];
  const test: { refuse: TestSmtp['refuse'] } = { refuse: () => undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const refusal = test.refuse(address);
      done(refusal ? Object.assign(new Error(refusal.message), refusal) : null);
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const raw = Buffer.concat(chunks);
      const { mailFrom, rcptTo } = session.envelope;
      deliveries.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        raw: raw.toString('utf8'),
        email: await PostalMime.parse(raw),
      });
      done();
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return Object.assign(test, {
    url: `smtp://127.0.0.1:${port}`,
    deliveries,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

/** The invitation in a message, as text. */
export function findInvitation({ email }: Delivery): string {
  const part = email.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  if (!part) throw new Error('No invitation');
  return typeof part.content === 'string'
    ? part.content
    : Buffer.from(part.content as ArrayBuffer).toString('utf8');
}
