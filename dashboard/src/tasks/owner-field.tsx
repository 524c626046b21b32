import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../kit/field.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';

interface Person {
  readonly uuid: string;
  readonly name: string;
}

/** Who is to do it; also someone who is no longer active, if they own it now. */
export function OwnerField({ chosen }: { readonly chosen: Person | null }) {
  const { data } = useQuery(buildQuery('listUsers', { query: { per_page: 100, isActive: 'true' } }));
  const users = (data?.items ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }));
  const isListed = !chosen || users.some(({ value }) => value === chosen.uuid);
  return (
    <SelectField
      key={users.length}
      label={words.tasks.owner}
      name="ownerUuid"
      value={chosen?.uuid ?? ''}
      choices={[
        { value: '', label: words.tasks.nobody },
        ...(isListed ? [] : [{ value: chosen.uuid, label: chosen.name }]),
        ...users,
      ]}
    />
  );
}
