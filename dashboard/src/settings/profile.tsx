import { Form, TextField } from '../kit/field.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { getFieldErrors } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { Page, Save, Section, useUserEdit } from './parts.tsx';
import type { User } from './rules.ts';
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
      <Address key={user.email} user={user} />
    </Page>
  );
}

function Address({ user }: { readonly user: User }) {
  const { profile } = words.settings;
  const update = useUserEdit(user, profile.addressChanged);
  const send = (values: FormData): void =>
    update.mutate({ params: { uuid: user.uuid }, body: { email: String(values.get('email') ?? '').trim() } });
  return (
    <Section title={profile.address} hint={profile.addressHint}>
      <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
        <TextField
          label={words.settings.email}
          name="email"
          type="email"
          value={user.email}
          autoComplete="email"
        />
        <Save isPending={update.isPending} label={profile.changeAddress} />
      </Form>
    </Section>
  );
}
