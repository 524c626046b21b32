import { useAddress, type EveryoneSearch } from '../platform/address.ts';
import { useCanManage } from './session.ts';
import { Whose } from './whose.tsx';

/** Mine or everyone's, for owners and admins. */
export function EveryoneFilter({ scope }: EveryoneSearch) {
  const set = useAddress<EveryoneSearch>();
  return (
    <Whose
      choices={useCanManage() ? ['mine', 'everyone'] : ['mine']}
      value={scope === 'all' ? 'everyone' : 'mine'}
      onChange={(whose) => set({ scope: whose === 'everyone' ? 'all' : undefined })}
    />
  );
}
