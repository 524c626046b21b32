import { Form, TextField } from '../kit/field.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { inSession, Page, Save, Section } from './parts.tsx';
import { UserForm } from './user-form.tsx';
import { UserPicture } from './user-picture.tsx';

/** What others see of the reader. */
export function Profile() {
  const { user } = useSession();
  const { profile, pages } = words.settings;
  return (
    <Page title={pages.profile}>
      <Section title={profile.about} hint={profile.aboutHint}>
        <UserPicture user={user} />
        <ResetOnVersion version={user.updatedAt}>
          <UserForm user={user} />
        </ResetOnVersion>
      </Section>
      <Address key={user.email} uuid={user.uuid} email={user.email} />
    </Page>
  );
}

function Address({ uuid, email }: { readonly uuid: string; readonly email: string }) {
  const { profile } = words.settings;
  const update = useChange('updateUser', profile.addressChanged, inSession);
  const send = (values: FormData): void =>
    update.mutate({ params: { uuid }, body: { email: String(values.get('email') ?? '').trim() } });
  return (
    <Section title={profile.address} hint={profile.addressHint}>
      <Form errors={getFieldErrors(update.error)} onSubmit={send}>
        <TextField
          label={words.settings.email}
          name="email"
          type="email"
          value={email}
          autoComplete="email"
        />
        <Save isPending={update.isPending} label={profile.changeAddress} />
      </Form>
    </Section>
  );
}
