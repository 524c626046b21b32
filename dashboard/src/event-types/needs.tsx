import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Checks } from '../kit/checks.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useDraft } from './draft.ts';

const text = words.resources;

/** The rooms and equipment that an event takes one of each, where the workspace has any. */
export function Needs() {
  const { draft, set } = useDraft();
  const { data } = useQuery(buildQuery('listResources', { query: { count: 100 } }));
  const resources = data?.items ?? [];
  const needs = draft.resources;
  const kinds = [...new Set([...resources, ...needs].map(({ kind }) => kind))];
  if (kinds.length === 0) return null;
  const choose = (chosen: readonly string[]): void =>
    set(
      'resources',
      chosen.map((kind) => needs.find((need) => need.kind === kind) ?? { kind, resourceIds: null }),
    );
  return (
    <div className="col gap3">
      <Checks
        legend={text.needs}
        name="resources"
        choices={kinds.map((kind) => ({ value: kind, label: kind }))}
        value={needs.map(({ kind }) => kind)}
        onChange={choose}
      />
      <p className="help">{text.needsHint}</p>
      {needs.map(({ kind, resourceIds }, index) => (
        <div key={kind} className="box col gap1">
          <Checks
            legend={interpolate(text.which, { kind })}
            name={`resources.${index}.resourceIds`}
            choices={resources
              .filter((resource) => resource.kind === kind)
              .map(({ uuid, name, location }) => ({
                value: uuid,
                label: name,
                ...(location && { hint: location }),
              }))}
            value={resourceIds ?? []}
            onChange={(ids) =>
              set(
                'resources',
                needs.map((need) =>
                  need.kind === kind ? { kind, resourceIds: ids.length > 0 ? ids : null } : need,
                ),
              )
            }
          />
          <p className="help">{text.whichHint}</p>
        </div>
      ))}
    </div>
  );
}
