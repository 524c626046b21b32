import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Switch } from '../kit/field.tsx';
import { buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { Guarded, inSession, Page, Section, useWhyNot } from './parts.tsx';

const text = words.settings.security;

/** How the people of the workspace sign in, and what is recorded. */
export function Security() {
  const why = useWhyNot('updateOrganization');
  return (
    <Page title={words.settings.pages.security}>
      <Guarded why={why}>
        <SecondFactor />
      </Guarded>
      <Ways />
      <Sessions />
      <Section title={text.records} hint={text.recordsHint}>
        <div className="row wrap">
          <a className="btn" href="/app/developers/audit-log">
            {text.auditLog}
          </a>
          <Link className="btn" to="/settings/data">
            {text.retention}
          </Link>
          <Link className="btn" to="/settings/sign-in">
            {text.ownSessions}
          </Link>
        </div>
      </Section>
    </Page>
  );
}

function SecondFactor() {
  const { data: organization } = useSuspenseQuery(buildQuery('readOrganization'));
  const update = useChange('updateOrganization', words.shell.saved, inSession);
  const [isAsked, setIsAsked] = useState(false);
  const save = (requireSecondFactor: boolean): void => {
    setIsAsked(false);
    update.mutate({ body: { requireSecondFactor } });
  };
  return (
    <Section title={text.secondFactor} hint={text.secondFactorHint}>
      <Switch
        label={text.require}
        isOn={
          update.isPending
            ? update.variables.body.requireSecondFactor === true
            : organization.requireSecondFactor
        }
        onChange={(isOn) => (isOn ? setIsAsked(true) : save(false))}
      />
      {isAsked && (
        <ConfirmDialog
          title={text.requireTitle}
          action={text.requireAct}
          isBusy={update.isPending}
          onConfirm={() => save(true)}
          onClose={() => setIsAsked(false)}
        >
          {text.requireText}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Sessions() {
  return (
    <Section title={text.sessions} hint={text.sessionsHint}>
      <div className="row">
        <DeleteButton
          operation="endAllSessions"
          input={{}}
          label={text.endSessions}
          title={text.endTitle}
          hint={text.endText}
          done={text.ended}
          whyNot={useWhyNot('endAllSessions')}
        />
      </div>
    </Section>
  );
}

const ways = ['passwords', 'passkeys', 'singleSignOn', 'signUp'] as const;

/** What the operator has set for the whole installation. */
function Ways() {
  const { features } = useSession();
  return (
    <Section title={text.ways} hint={text.waysHint} isList>
      <ul className="rows">
        {ways.map((way) => (
          <li key={way}>
            <span className="grow">
              <b>{text.features[way]}</b>
              <span className="help">{text.how[way]}</span>
            </span>
            <span className="tag" data-color={features[way] ? 'green' : 'gray'}>
              {features[way] ? text.on : text.off}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
