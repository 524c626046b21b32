import { beforeAll } from 'vitest';
import { addEvent } from '../../test/fixtures.ts';
import { useApp, type Answer, type TestApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';

export const mara = 'mara@juniper.example';
export const aiko = 'aiko@juniper.example';

export const noSuchEvent = 'dbk-AAAAAAAAAAAAAAAA';

export const refused = {
  success: false,
  message: 'Only the event’s hosts, owners and admins can do this.',
  status: 403,
};

export const buildNotFound = (noun: string) => ({
  success: false,
  message: `${noun} not found.`,
  status: 404,
});

interface NotesWorld {
  /** Hosted by Mara and Aiko. */
  readonly shared: { readonly id: string; readonly pageSlug: string };
  /** Hosted by Mara alone. */
  readonly marasOwn: { readonly id: string };
  /** Aiko is a user, Tomás an admin, the reader is Mara with `notes:read` only, and the neighbour owns another workspace. */
  readonly tokens: Readonly<Record<'aiko' | 'tomas' | 'reader' | 'neighbour', string>>;
}

/** An app with two events and tokens of several users. */
export function useNotes() {
  const app = useApp();
  const given = {} as NotesWorld;
  beforeAll(async () => {
    Object.assign(given, await prepare(app));
  });
  const write = (note: unknown, uuid: unknown = given.shared.id, token?: string): Promise<Answer> =>
    app.post('/notes', { relation: 'event', uuid, note }, token ? { token } : {});
  const add = async (note: string, uuid?: string) => (await write(note, uuid)).body.data;
  return { app, given, write, add };
}

async function prepare(app: TestApp): Promise<NotesWorld> {
  return {
    shared: await addEvent(app.runtime, [mara, aiko]),
    marasOwn: await addEvent(app.runtime, [mara]),
    tokens: {
      aiko: await app.tokenOf(aiko, ['notes:write']),
      tomas: await app.tokenOf('tomas@juniper.example', ['notes:write']),
      reader: await app.tokenOf(mara, ['notes:read']),
      neighbour: (await createNeighbour(app.runtime)).token,
    },
  };
}
