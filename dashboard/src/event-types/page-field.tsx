import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../kit/field.tsx';
import { buildQuery } from '../platform/query.ts';
import { useCanManage } from '../shell/session.ts';

interface PageFieldProps {
  readonly label: string;
  readonly name: string;
  readonly help?: string;
  /** Of the choice that is no page. */
  readonly none: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A page of the workspace, also one that is not among those that the list begins with. */
export function PageField({ none, value, onChange, ...field }: PageFieldProps) {
  const mayManage = useCanManage();
  const { data } = useQuery(
    buildQuery('listEventTypes', { query: { ...(mayManage && { scope: 'all' as const }), count: 100 } }),
  );
  const pages = data?.items ?? [];
  const isKnown = value === '' || pages.some(({ uuid }) => uuid === value);
  const { data: other } = useQuery({
    ...buildQuery('readEventType', { params: { uuid: value } }),
    enabled: data !== undefined && !isKnown,
  });
  return (
    <SelectField
      {...field}
      value={value}
      choices={[
        { value: '', label: none },
        ...(isKnown ? [] : [{ value, label: other?.title ?? value }]),
        ...pages.map(({ uuid, title, profile }) => ({
          value: uuid,
          label: `${title}, ${[profile.firstName, profile.lastName].filter(Boolean).join(' ')}`,
        })),
      ]}
      onChange={onChange}
    />
  );
}
