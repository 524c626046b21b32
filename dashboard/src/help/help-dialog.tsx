import { useRouterState } from '@tanstack/react-router';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Icon } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';
import { startTour } from './help-state.ts';
import { findHelpPage } from './rules.ts';
import { ShortcutList } from './shortcut-list.tsx';

interface HelpDialogProps {
  readonly onClose: () => void;
  readonly openMenu: () => void;
}

/** Where people touch the screen, shortcuts are of no use. */
const hasKeys = !matchMedia('(pointer: coarse)').matches;

/** What the screen is for, where its guide is, and which keys it has. */
export function HelpDialog({ onClose, openMenu }: HelpDialogProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const page = findHelpPage(path);
  const { help } = words;
  const takeTour = (): void => {
    onClose();
    startTour();
  };
  return (
    <Dialog title={help.title} onClose={onClose}>
      <p>{page ? help.topics[page.topic] : help.unknown}</p>
      <div className="row wrap">
        {page && (
          <a className="btn main small" href={page.guide} target="_blank" rel="noreferrer">
            <Icon name="open" />
            {help.guide}
          </a>
        )}
        <Button label={help.search} icon="search" isSmall onClick={openMenu} />
        <Button label={help.tour} icon="right" isSmall onClick={takeTour} />
      </div>
      {hasKeys && <ShortcutList />}
    </Dialog>
  );
}
