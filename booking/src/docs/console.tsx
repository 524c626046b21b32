import type { ConsoleField, ConsoleModel } from './model.ts';

/** Calls an operation of this server. The script shows it, since it can do nothing without. */
export function Console({ operation, method, path, params, query, body, needsToken }: ConsoleModel) {
  const id = (name: string): string => `try-${operation}-${name}`;
  return (
    <details class="console" data-method={method} data-path={path} hidden>
      <summary>Try it</summary>
      <form autocomplete="off">
        {needsToken && (
          <Field
            id={id('bearer')}
            name="token"
            label="Token"
            hint="Kept by this page alone, until you leave it. Without one, your session in the dashboard is used."
            attributes={{ type: 'password', 'data-place': 'token', placeholder: 'dbk_...' }}
          />
        )}
        {params.map((field) => (
          <Parameter key={field.name} id={id(`path-${field.name}`)} field={field} place="params" />
        ))}
        {query.map((field) => (
          <Parameter key={field.name} id={id(`query-${field.name}`)} field={field} place="query" />
        ))}
        {body !== null && (
          <div class="field">
            <label for={id('content')}>Body</label>
            <textarea
              id={id('content')}
              name="body"
              data-place="body"
              rows={Math.min(16, body.split('\n').length + 1)}
              spellcheck={false}
              defaultValue={body}
            />
          </div>
        )}
        <p>
          <button>
            Send {method} {path}
          </button>
        </p>
      </form>
      <div class="outcome" role="status" />
    </details>
  );
}

function Parameter({ id, field, place }: { id: string; field: ConsoleField; place: string }) {
  const { name, example, isRequired } = field;
  const value = isRequired ? { defaultValue: example } : { placeholder: example };
  return (
    <Field
      id={id}
      name={name}
      label={name}
      attributes={{ 'data-place': place, required: isRequired, spellcheck: 'false', ...value }}
    />
  );
}

interface FieldModel {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

function Field({ id, name, label, hint, attributes }: FieldModel) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} name={name} aria-describedby={hint ? `${id}-hint` : undefined} {...attributes} />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
