import { Link } from '@tanstack/react-router';
import { PageBar } from '../kit/page-bar.tsx';
import { Empty } from '../kit/states.tsx';
import { words } from '../platform/words/words.ts';

export function NotFound() {
  return (
    <>
      <PageBar title={words.shell.missing} />
      <Empty icon="search" title={words.shell.missingTitle} hint={words.shell.missingHint}>
        <Link className="btn" to="/">
          {words.areas.home}
        </Link>
      </Empty>
    </>
  );
}
