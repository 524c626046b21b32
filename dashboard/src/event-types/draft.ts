import { createContext, useContext } from 'react';
import type { Draft, Settings } from './rules.ts';

/** The page that is edited, for the sections of its editor. */
export interface DraftContext {
  readonly settings: Settings;
  readonly draft: Draft;
  readonly set: <Name extends keyof Draft>(name: Name, value: Draft[Name]) => void;
}

export const PageDraftContext = createContext<DraftContext | undefined>(undefined);

export function useDraft(): DraftContext {
  const context = useContext(PageDraftContext);
  if (!context) throw new Error('A section of the editor stands outside of it.');
  return context;
}
