import { useQuery } from '@tanstack/react-query';
import { UserField } from '../kit/user-field.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage, useSession } from '../shell/session.ts';

interface OwnerProps {
  /** An address; empty for the reader. */
  readonly user: string | undefined;
  readonly onChoose: (user: string) => void;
}

/** Owners and admins see and change the hours and absences of everyone. */
export function Owner({ user = '', onChoose }: OwnerProps) {
  const { email } = useSession();
  const mayManage = useCanManage();
  const { data } = useQuery({ ...buildQuery('listUsers', { query: { per_page: 100 } }), enabled: mayManage });
  const others = (data?.items ?? []).filter((each) => each.email !== email);
  if (!mayManage || others.length === 0) return null;
  return (
    <div className="of">
      <UserField
        label={words.schedules.of}
        isLabelHidden
        name="of"
        by="email"
        value={user}
        onChange={onChoose}
        isOffered={(each) => each.email !== email}
        before={[{ value: '', label: words.schedules.mine }]}
      />
    </div>
  );
}
