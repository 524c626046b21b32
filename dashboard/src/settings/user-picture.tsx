import { useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { inSession } from './parts.tsx';
import { Picture } from './picture.tsx';
import type { User } from './rules.ts';

/** The picture of somebody, on their pages and in mail. */
export function UserPicture({ user }: { readonly user: User }) {
  const { saved } = words.shell;
  const set = useChange('setUserAvatar', saved, inSession);
  const remove = useChange('deleteUserAvatar', saved, inSession);
  const params = { uuid: user.uuid };
  return (
    <Picture
      label={words.settings.picture.ofPerson}
      url={user.avatarUrl}
      name={user.name}
      error={set.error}
      isPending={set.isPending || remove.isPending}
      onChoose={(file) => set.mutate({ params, body: file, contentType: file.type })}
      onDelete={() => remove.mutate({ params })}
    />
  );
}
