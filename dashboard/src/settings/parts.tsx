import type { Operation } from '@daybook/client';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { Segmented } from '../kit/choice.tsx';
import { Heading } from '../kit/heading.tsx';
import { useEdit } from '../platform/edit.ts';
import { api } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import type { Organization, User } from './rules.ts';

/** What the pages of settings are made of. */

interface PageProps {
  readonly title: string;
  /** The link to the list that this page belongs to. */
  readonly back?: ReactNode;
  readonly action?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, back, action, isWide = false, children }: PageProps) {
  return (
    <div className="body">
      <div className={`setting-page col gap4${isWide ? ' wide' : ''}`}>
        <div className="row wrap">
          {back && <span className="muted">{back} /</span>}
          <Heading text={title} level={2} />
          <span className="grow" />
          {action}
        </div>
        {children}
      </div>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly action?: ReactNode;
  /** Rows reach from edge to edge. */
  readonly isList?: boolean;
  readonly children: ReactNode;
}

export function Section({ title, hint, action, isList = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <div className="grow">
          <h3 id={id}>{title}</h3>
          {hint && <p className="help">{hint}</p>}
        </div>
        {action}
      </header>
      <div className={isList ? '' : 'setting col gap4'}>{children}</div>
    </section>
  );
}

/** Shows fields to people who may not change them, with the reason. */
export function Guarded({
  why,
  children,
}: {
  readonly why: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="col gap4" disabled={why !== undefined}>
      {why && <p className="note info">{why}</p>}
      {children}
    </fieldset>
  );
}

/** Why the reader may not call an operation; undefined when they may. */
export function useWhyNot(operation: Operation): string | undefined {
  return useSession().may.includes(operation) ? undefined : words.settings.refusals.adminsOnly;
}

/** Changes of these are seen in the rail and the account menu, too. */
export const inSession = ['Session'];

export function Save({ isPending, label = words.shell.save }: { isPending: boolean; label?: string }) {
  return (
    <div className="row end">
      <button type="submit" className="btn main" disabled={isPending}>
        {label}
      </button>
    </div>
  );
}

type SegmentedProps<Value extends string> = ComponentProps<typeof Segmented<Value>>;

/** A choice between a few, with its label to be seen. */
export function SegmentedField<Value extends string>(props: SegmentedProps<Value>) {
  return (
    <div className="field">
      <span className="lbl" aria-hidden="true">
        {props.label}
      </span>
      <Segmented {...props} />
    </div>
  );
}

/** Changes what the session says, too. */
export function useOrganizationEdit(organization: Organization, onTheirs?: (theirs: Organization) => void) {
  return useEdit('updateOrganization', {
    shown: organization,
    read: () => api.readOrganization(),
    done: words.shell.saved,
    others: inSession,
    ...(onTheirs && { onTheirs }),
  });
}

export function useUserEdit(user: User, done = words.shell.saved) {
  return useEdit('updateUser', {
    shown: user,
    read: () => api.readUser({ params: { uuid: user.uuid } }),
    done,
    others: inSession,
  });
}
