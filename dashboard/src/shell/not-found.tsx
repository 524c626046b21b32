import { Link } from '@tanstack/react-router';
import { Heading } from '../kit/heading.tsx';
import { Empty } from '../kit/states.tsx';
import { words } from '../platform/words/words.ts';

export function NotFound() {
  return (
    <>
      <header className="bar">
        <Heading text={words.shell.missing} />
      </header>
      <Empty title={words.shell.missingTitle} hint={words.shell.missingHint}>
        <Link className="btn" to="/">
          {words.areas.home}
        </Link>
      </Empty>
    </>
  );
}
