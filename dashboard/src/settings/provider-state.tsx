import type { Result } from '@daybook/client';
import { words } from '../platform/words/words.ts';

const text = words.settings.singleSignOn;

export type Provider = Result<'readIdentityProvider'>;

const colors = { enforced: 'blue', enabled: 'green', disabled: 'gray' } as const;

/** Whether people sign in at a provider, and whether they have to. */
export function ProviderState({ provider }: { readonly provider: Provider }) {
  const { isEnabled, isEnforced } = provider;
  const state = !isEnabled ? 'disabled' : isEnforced ? 'enforced' : 'enabled';
  return (
    <span className="tag" data-color={colors[state]}>
      {text.states[state]}
    </span>
  );
}
