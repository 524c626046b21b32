import { hrefOf } from '@daybook/client';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Form, TextField } from '../kit/field.tsx';
import { Kept } from '../kit/kept.tsx';
import { fieldErrors, query, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { namesOf } from '../records/standard-names.ts';
import { useSession } from '../shell/session.ts';
import { Everything } from './everything.tsx';
import { Guarded, Page, Save, Section, useWhyNot } from './parts.tsx';
import { PersonData } from './person-data.tsx';
import { daysIn, type Organization } from './rules.ts';

const text = words.settings.data;

/** What leaves the workspace, how long it keeps things, and what it holds of a person. */
export function Data() {
  const { data: organization } = useSuspenseQuery(query('readOrganization'));
  const { features } = useSession();
  const why = useWhyNot('exportAuditLog');
  return (
    <Page title={words.settings.pages.data}>
      <Guarded why={why}>
        {!why && <Exports hasCrm={features.crm} />}
        <Kept version={organization.updatedAt}>
          <Retention organization={organization} />
        </Kept>
        {!why && features.crm && <PersonData />}
      </Guarded>
    </Page>
  );
}

function Exports({ hasCrm }: { readonly hasCrm: boolean }) {
  const { data } = useQuery({ ...query('listObjects', { query: { count: 100 } }), enabled: hasCrm });
  return (
    <Section title={text.exports} hint={text.exportsHint} isList>
      <Everything />
      <ul className="rows">
        {data?.items.map((object) => (
          <Download
            key={object.slug}
            label={namesOf(object).pluralName}
            kind="CSV"
            href={hrefOf('exportRecords', { params: { objectSlug: object.slug } })}
          />
        ))}
        <Download label={text.auditLog} kind="CSV" href={hrefOf('exportAuditLog', {})} />
        <Download label={text.auditLog} kind="NDJSON" href={hrefOf('exportAuditLogAsJson', {})} />
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

function Retention({ organization: { retention } }: { readonly organization: Organization }) {
  const update = useChange('updateOrganization', words.shell.saved);
  const send = (values: FormData): void => {
    const days = (kind: (typeof kinds)[number]): number | null =>
      daysIn(String(values.get(`retention.${kind}`) ?? ''));
    // Only what was invited may be kept for good; the server says so of the others.
    const changed = Object.fromEntries(kinds.map((kind) => [kind, days(kind)])) as Record<string, never>;
    update.mutate({ body: { retention: changed } });
  };
  return (
    <Section title={text.retention} hint={text.retentionHint}>
      <Form errors={fieldErrors(update.error)} onSubmit={send}>
        <div className="two">
          {kinds.map((kind) => (
            <TextField
              key={kind}
              label={text.kinds[kind]}
              name={`retention.${kind}`}
              value={String(retention[kind] ?? '')}
              inputMode="numeric"
              help={text.limits[kind]}
            />
          ))}
        </div>
        <Save isPending={update.isPending} />
      </Form>
    </Section>
  );
}
