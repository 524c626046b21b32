import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog, DialogActions } from '../../kit/dialog.tsx';
import { Form, TextField } from '../../kit/field.tsx';
import { api, getFieldErrors, queryClient } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import { suggestSlug } from './rules.ts';

/** An object begins with a name, by which its records are shown. */
export function CreateObject({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [singularName, setSingular] = useState('');
  const [pluralName, setPlural] = useState('');
  const [slug, setSlug] = useState<string>();
  const shownSlug = slug ?? suggestSlug(pluralName);
  const create = useMutation({
    mutationFn: async () => {
      const made = await api.createObject({ body: { slug: shownSlug, singularName, pluralName } });
      const params = { slug: made.slug };
      const { key } = await api.createAttribute({
        params,
        body: { label: words.records.nameField, type: 'text', isRequired: true },
      });
      await api.updateObject({ params, body: { primaryAttribute: key } });
      return made.slug;
    },
    onSuccess: async (objectSlug) => {
      await queryClient.invalidateQueries({ queryKey: ['CRM objects'] });
      onClose();
      await navigate({ to: '/records/$objectSlug/fields', params: { objectSlug } });
    },
  });
  return (
    <Dialog title={words.records.newObject} onClose={onClose}>
      <Form errors={getFieldErrors(create.error)} onSubmit={() => create.mutate()}>
        <TextField
          label={words.records.singular}
          name="singularName"
          value={singularName}
          onChange={setSingular}
          placeholder={words.records.singularExample}
          autoFocus
        />
        <TextField
          label={words.records.plural}
          name="pluralName"
          value={pluralName}
          onChange={setPlural}
          placeholder={words.records.pluralExample}
        />
        <TextField
          label={words.records.slug}
          name="slug"
          value={shownSlug}
          onChange={setSlug}
          help={words.records.slugHint}
        />
        <DialogActions onClose={onClose}>
          <button type="submit" className="btn main" disabled={create.isPending}>
            {words.records.make}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
