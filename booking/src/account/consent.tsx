import { interpolate } from '../locale.ts';
import { getAccountWords } from './language.ts';
import type { ConsentModel } from './model.ts';
import { buildAccountDocument, LinkLine } from './parts.tsx';
import type { AccountWords } from './words/words.ts';

/** What an app may do once it is connected, and the question whether it may. */
export function buildConsentDocument(model: ConsentModel): string {
  const { site, app, logo, workspace, email, isApproved, isAllowed, isRequested } = model;
  const words = getAccountWords(site.locale.tag);
  const names = { app, workspace, email };
  return buildAccountDocument(
    model,
    interpolate(isAllowed ? words.consentHeading : words.approvalNeeded, names),
    [interpolate(isAllowed ? words.consentLead : words.approvalNeededHint, names)],
    <>
      {logo !== null && (
        <p class="centred">
          <img src={logo} width="64" height="64" alt="" />
        </p>
      )}
      {isAllowed && !isApproved && <div class="notice">{words.consentUnapproved}</div>}
      <form method="post" action="/oauth/authorize">
        <input type="hidden" name="request" value={model.request} />
        <input type="hidden" name="key" value={model.key} />
        {isAllowed ? <Permissions model={model} words={words} /> : null}
        <div class="actions">
          {isAllowed && (
            <button class="button" name="decision" value="allow">
              {words.consentAllow}
            </button>
          )}
          {!isAllowed && !isRequested && (
            <button class="button" name="decision" value="request">
              {words.requestApproval}
            </button>
          )}
          <button class="button is-quiet" name="decision" value="deny">
            {words.consentDeny}
          </button>
        </div>
      </form>
      {!isAllowed && isRequested && <p class="muted small">{words.approvalRequestedHint}</p>}
      <p class="muted small">
        {interpolate(model.host === null ? words.consentReturnLocal : words.consentReturn, {
          host: model.host ?? '',
        })}
      </p>
      <LinkLine href={model.otherHref} label={words.consentOther} />
    </>,
  );
}

function Permissions({
  model: { app, scopes, lasts, idleDays },
  words,
}: {
  readonly model: ConsentModel;
  readonly words: AccountWords;
}) {
  return (
    <>
      <h2>{interpolate(words.consentCan, { app })}</h2>
      <ul class="permissions">
        {scopes.map((scope) => (
          <li key={scope}>{words.scopes[scope] ?? scope}</li>
        ))}
      </ul>
      <p class="muted small">{words.consentLimits}</p>
      <div class="field">
        <label for="lasts">{words.consentLasts}</label>
        <select id="lasts" name="lasts" aria-describedby="lasts-hint">
          <option value="">{words.consentNoEnd}</option>
          {lasts.map((days) => (
            <option key={days} value={days}>
              {interpolate(days === 1 ? words.consentDay : words.consentDays, { n: days })}
            </option>
          ))}
        </select>
        <p class="hint" id="lasts-hint">
          {interpolate(words.consentIdle, { n: idleDays })}
        </p>
      </div>
    </>
  );
}
