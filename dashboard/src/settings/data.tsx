import { buildHref } from '@daybook/client';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { DurationField } from '../kit/duration-field.tsx';
import { Form } from '../kit/field.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { getFieldErrors, buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { translateNames } from '../records/standard-names.ts';
import { useSession } from '../shell/session.ts';
import { WorkspaceExport } from './workspace-export.tsx';
import { Guarded, Page, Save, Section, useWhyNot, useOrganizationEdit } from './parts.tsx';
import { PersonData } from './person-data.tsx';
import { parseDays, type Organization } from './rules.ts';

const text = words.settings.data;

/** What leaves the workspace, how long it keeps things, and what it holds of a person. */
export function Data() {
  const { data: organization } = useSuspenseQuery(buildQuery('readOrganization'));
  const { features } = useSession();
  const why = useWhyNot('exportAuditLog');
  return (
    <Page title={words.settings.pages.data}>
      <Guarded why={why}>
        {!why && <Exports hasCrm={features.crm} />}
        <ResetOnVersion version={organization.updatedAt}>
          <Retention organization={organization} />
        </ResetOnVersion>
        {!why && features.crm && <PersonData />}
      </Guarded>
    </Page>
  );
}

function Exports({ hasCrm }: { readonly hasCrm: boolean }) {
  const { data } = useQuery({ ...buildQuery('listObjects', { query: { count: 100 } }), enabled: hasCrm });
  return (
    <Section title={text.exports} hint={text.exportsHint} isList>
      <WorkspaceExport />
      <ul className="rows">
        {data?.items.map((object) => (
          <Download
            key={object.slug}
            label={translateNames(object).pluralName}
            kind="CSV"
            href={buildHref('exportRecords', { params: { objectSlug: object.slug } })}
          />
        ))}
        <Download label={text.auditLog} kind="CSV" href={buildHref('exportAuditLog', {})} />
        <Download label={text.auditLog} kind="NDJSON" href={buildHref('exportAuditLogAsJson', {})} />
      </ul>
    </Section>
  );
}

interface DownloadProps {
  readonly label: string;
  readonly kind: string;
  readonly href: string;
}

function Download({ label, kind, href }: DownloadProps) {
  return (
    <li>
      <span className="grow">{label}</span>
      <a className="btn small" href={href} download aria-label={`${text.download} ${label}, ${kind}`}>
        {kind}
      </a>
    </li>
  );
}

const kinds = ['auditDays', 'mailDays', 'deliveryDays', 'inviteeDays'] as const;

function Retention({ organization }: { readonly organization: Organization }) {
  const { retention } = organization;
  const update = useOrganizationEdit(organization);
  const send = (values: FormData): void => {
    const days = (kind: (typeof kinds)[number]): number | null =>
      parseDays(String(values.get(`retention.${kind}`) ?? ''));
    // Only what was invited may be kept for good; the server says so of the others.
    const changed = Object.fromEntries(kinds.map((kind) => [kind, days(kind)])) as Record<string, never>;
    update.mutate({ body: { retention: changed } });
  };
  return (
    <Section title={text.retention} hint={text.retentionHint}>
      <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
        <div className="two">
          {kinds.map((kind) => (
            <DurationField
              key={kind}
              label={text.kinds[kind]}
              name={`retention.${kind}`}
              base="days"
              units={['days', 'weeks']}
              value={retention[kind]}
              help={text.limits[kind]}
            />
          ))}
        </div>
        <Save isPending={update.isPending} />
      </Form>
    </Section>
  );
}
