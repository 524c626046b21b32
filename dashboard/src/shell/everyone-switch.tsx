import { Switch } from '../kit/field.tsx';
import { useAddress, type EveryoneSearch } from '../platform/address.ts';
import { useCanManage } from './session.ts';

/** Shows what everyone has, to owners and admins. */
export function EveryoneSwitch({ label, scope }: EveryoneSearch & { readonly label: string }) {
  const set = useAddress<EveryoneSearch>();
  if (!useCanManage()) return null;
  return (
    <Switch
      label={label}
      isOn={scope === 'all'}
      onChange={(isOn) => set({ scope: isOn ? 'all' : undefined })}
    />
  );
}
