import { UserField } from '../kit/user-field.tsx';
import { words } from '../platform/words/words.ts';

interface Person {
  readonly uuid: string;
  readonly name: string;
}

/** Who is to do it; also someone who is no longer active, if they own it now. */
export function OwnerField({ chosen }: { readonly chosen: Person | null }) {
  return (
    <UserField
      label={words.tasks.owner}
      name="ownerUuid"
      by="uuid"
      value={chosen?.uuid ?? ''}
      before={[{ value: '', label: words.tasks.nobody }]}
      known={chosen ? { value: chosen.uuid, label: chosen.name } : undefined}
    />
  );
}
