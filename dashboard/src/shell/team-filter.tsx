import { useAddress } from '../platform/address.ts';
import { useCanManage } from './session.ts';
import { useListableTeams } from './use-teams.ts';
import { Whose } from './whose.tsx';

interface TeamSearch {
  readonly team?: string;
  readonly scope?: 'all';
  /** Someone whose items are shown. */
  readonly user?: string;
}

/** Mine, a team's, or everyone's for owners and admins. Which team is a filter of its own. */
export function TeamFilter({ team, scope }: TeamSearch) {
  const set = useAddress<TeamSearch>();
  const mayManage = useCanManage();
  const [first] = useListableTeams();
  return (
    <Whose
      choices={['mine', ...(first ? (['team'] as const) : []), ...(mayManage ? (['everyone'] as const) : [])]}
      value={team ? 'team' : scope ? 'everyone' : 'mine'}
      onChange={(whose) =>
        set({
          team: whose === 'team' ? first?.slug : undefined,
          scope: whose === 'everyone' ? 'all' : undefined,
          user: undefined,
        })
      }
    />
  );
}
