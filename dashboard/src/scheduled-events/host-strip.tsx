import type { Result } from '@daybook/client';
import { Face } from '../kit/face.tsx';
import { words } from '../platform/words/words.ts';

type User = Result<'listUsers'>['items'][number];

interface HostStripProps {
  readonly users: readonly User[];
  /** The address of the one under the pointer. */
  readonly over: string | undefined;
  readonly onChoose: (user: User) => void;
}

/** Those who could take over the event that is being moved: it is dropped on one of them, or one is chosen by keys. */
export function HostStrip({ users, over, onChoose }: HostStripProps) {
  return (
    <div className="host-strip pop" role="group" aria-label={words.direct.reassignTo}>
      <span className="muted small">{words.direct.reassignTo}</span>
      {users.map((user) => (
        <button
          key={user.uuid}
          type="button"
          className="btn small"
          data-host={user.email}
          data-over={over === user.email || undefined}
          onClick={() => onChoose(user)}
        >
          <Face name={user.name} />
          {user.name}
        </button>
      ))}
    </div>
  );
}
