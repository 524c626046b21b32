import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from '../kit/button.tsx';
import { DurationField } from '../kit/duration-field.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { UserField } from '../kit/user-field.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage, useSession } from '../shell/session.ts';
import { parseTypedNumber } from './rules.ts';

const { pages } = words;
const types = ['ONE_ON_ONE', 'GROUP', 'ROUND_ROBIN', 'COLLECTIVE'] as const;
type Type = (typeof types)[number];

/** A title is enough; everything else is edited once the page is there. */
export function NewPage() {
  const navigate = useNavigate();
  const { slug } = useSession();
  const create = useChange('createEventType', pages.wasMade);
  const send = (values: FormData): void => {
    const text = (field: string): string => String(values.get(field) ?? '').trim();
    create.mutate(
      {
        body: {
          title: text('title'),
          duration: parseTypedNumber(text('duration')) as number,
          type: text('type') as Type,
          ownerSlug: text('ownerSlug') || slug,
        },
      },
      { onSuccess: ({ uuid }) => void navigate({ to: '/pages/$uuid', params: { uuid } }) },
    );
  };
  return (
    <>
      <PageBar
        title={pages.create}
        back={
          <Link className="crumb" to="/pages">
            {pages.title}
          </Link>
        }
      />
      <div className="body ed">
        <Form errors={getFieldErrors(create.error)} onSubmit={send}>
          <TextField label={pages.name} name="title" maxLength={200} help={pages.nameHint} autoFocus />
          <div className="two">
            <DurationField label={pages.duration} name="duration" value={30} units={['minutes', 'hours']} />
            <SelectField
              label={pages.type}
              name="type"
              value="ONE_ON_ONE"
              choices={types.map((type) => ({ value: type, label: pages.types[type] }))}
            />
          </div>
          <Owner />
          <div className="row">
            <Button label={pages.make} kind="main" isSubmit isBusy={create.isPending} />
          </div>
        </Form>
      </div>
    </>
  );
}

/** Owners and admins make pages for colleagues and teams, too. */
function Owner() {
  const { slug, name } = useSession();
  const mayManage = useCanManage();
  const teams = useQuery({ ...buildQuery('listTeams', { query: { count: 100 } }), enabled: mayManage }).data;
  if (!mayManage) return null;
  return (
    <UserField
      label={pages.owner}
      name="ownerSlug"
      value={slug}
      by="slug"
      isOffered={(user) => user.isActive && user.slug !== slug}
      before={[
        { value: slug, label: name },
        ...(teams?.items ?? []).map((team) => ({ value: team.slug, label: team.title })),
      ]}
    />
  );
}
