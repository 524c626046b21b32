import { setTimeout as pause } from 'node:timers/promises';

/** A request that must have its effect once, however often it is sent. */
export interface Write {
  readonly key: string;
  readonly email: string;
  /** The new user's id, once the server has said so. */
  id?: string;
}

export interface Target {
  readonly url: string;
  readonly token: string;
}

/** Sends a write; true when it was acknowledged. After any failure on the way its outcome is unknown. */
export async function sendWrite({ url, token }: Target, write: Write): Promise<boolean> {
  try {
    const response = await fetch(`${url}/v2/organizations/users`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': write.key,
      },
      body: JSON.stringify({ email: write.email, firstName: 'Kit', lastName: write.key }),
    });
    if (response.status !== 201) return false;
    const { resource } = (await response.json()) as { resource: { uuid: string } };
    write.id = resource.uuid;
    return true;
  } catch {
    return false;
  }
}

export interface Writer {
  readonly acknowledged: Write[];
  readonly unknown: Write[];
  /** Waits for requests under way. */
  stop(): Promise<void>;
}

/**
 * Several concurrent writers, each sending one write after the other. The control counts a write as acknowledged when it is
 * sent, as if the server answered before its commit, and the check must notice.
 */
export function startWriting(target: Target, round: number, { writers = 6, control = false } = {}): Writer {
  const acknowledged: Write[] = [];
  const unknown: Write[] = [];
  let going = true;
  const work = async (writer: number): Promise<void> => {
    for (let count = 0; going; count += 1) {
      const name = `r${round}-w${writer}-n${count}`;
      const write: Write = { key: `kill-${name}`, email: `${name}@kill.example` };
      if (control) acknowledged.push(write);
      const answered = await sendWrite(target, write);
      if (!control) (answered ? acknowledged : unknown).push(write);
      if (!answered) await pause(5);
    }
  };
  const done = Promise.all(Array.from({ length: writers }, (_, writer) => work(writer)));
  return {
    acknowledged,
    unknown,
    async stop() {
      going = false;
      await done;
    },
  };
}
