import { Checkbox } from '../kit/choice.tsx';
import { TextField } from '../kit/field.tsx';
import { words } from '../platform/words/words.ts';
import type { Provider } from './provider-state.tsx';

const text = words.settings.singleSignOn;

interface ConnectionFieldsProps {
  readonly kind: Provider['kind'];
  /** Left out for a new connection. */
  readonly provider?: Provider;
}

/** What a provider says about itself, by its protocol. */
export function ConnectionFields({ kind, provider }: ConnectionFieldsProps) {
  if (kind === 'oidc') {
    return (
      <>
        <TextField
          label={text.issuer}
          name="issuer"
          type="url"
          value={provider?.issuer ?? ''}
          help={text.issuerHint}
        />
        <TextField
          label={text.clientId}
          name="clientId"
          value={provider?.clientId ?? ''}
          autoComplete="off"
        />
        <TextField
          label={text.clientSecret}
          name="clientSecret"
          type="password"
          autoComplete="new-password"
          help={provider && text.secretHint}
        />
      </>
    );
  }
  return (
    <>
      <TextField
        label={text.metadataUrl}
        name="metadataUrl"
        type="url"
        value={provider?.metadataUrl ?? ''}
        help={text.metadataUrlHint}
      />
      <TextField label={text.metadata} name="metadata" rows={3} help={text.metadataHint} />
      <Checkbox
        label={text.unsolicited}
        name="allowsUnsolicited"
        help={text.unsolicitedHint}
        isOn={provider?.allowsUnsolicited ?? false}
      />
    </>
  );
}

/** The fields as the API takes them. A secret or metadata that isn't entered stays as it is. */
export function readConnection(kind: Provider['kind'], values: FormData) {
  const read = (name: string): string => String(values.get(name) ?? '').trim();
  if (kind === 'oidc') {
    const clientSecret = read('clientSecret');
    return {
      issuer: read('issuer'),
      clientId: read('clientId'),
      ...(clientSecret && { clientSecret }),
    };
  }
  const metadata = read('metadata');
  const allowsUnsolicited = values.get('allowsUnsolicited') !== null;
  return metadata
    ? { metadata, allowsUnsolicited }
    : { metadataUrl: read('metadataUrl') || null, allowsUnsolicited };
}
