import { Form, SelectField, TextField } from '../kit/field.tsx';
import { ZoneField } from '../kit/zone-field.tsx';
import { getFieldErrors } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { listLanguageChoices } from './languages.ts';
import { Save, useUserEdit } from './parts.tsx';
import type { User } from './rules.ts';

/** What everyone may change of themselves, and admins of others. */
export function UserForm({ user }: { readonly user: User }) {
  const update = useUserEdit(user);
  const send = (values: FormData): void => {
    const text = (field: string): string => String(values.get(field) ?? '').trim();
    const body = {
      firstName: text('firstName'),
      lastName: text('lastName'),
      slug: text('slug'),
      timezone: text('timezone'),
      language: text('language'),
    };
    update.mutate({ params: { uuid: user.uuid }, body });
  };
  return (
    <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
      <div className="two">
        <TextField
          label={words.settings.firstName}
          name="firstName"
          value={user.firstName}
          maxLength={100}
          autoComplete="given-name"
        />
        <TextField
          label={words.settings.lastName}
          name="lastName"
          value={user.lastName}
          maxLength={100}
          autoComplete="family-name"
        />
      </div>
      <TextField label={words.settings.slug} name="slug" value={user.slug} maxLength={60} help={user.url} />
      <div className="two">
        <ZoneField label={words.settings.zone} name="timezone" value={user.timezone} />
        <SelectField
          label={words.settings.mailLanguage}
          name="language"
          value={user.language}
          choices={listLanguageChoices(user.language)}
        />
      </div>
      <Save isPending={update.isPending} />
    </Form>
  );
}
