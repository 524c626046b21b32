import { Switch } from '../kit/field.tsx';
import { Keys } from '../kit/keys.tsx';
import { listCommands, type Command } from '../platform/commands.ts';
import { useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';

/** Every shortcut that there is now. Of two with the same keys, the one of the page is listed. */
export function ShortcutList() {
  const { preferences } = useSession();
  const change = useChange('changePreferences');
  const byKeys = new Map(listCommands().flatMap((each) => (each.keys ? [[each.keys, each] as const] : [])));
  const all = [...byKeys.values()];
  const everywhere = new Set(['menu', 'undo', 'help', 'rail', 'find here', 'create here', 'back']);
  const isOn = change.isPending ? change.variables.body.shortcuts === true : preferences.shortcuts;
  const sections: readonly [title: string, commands: readonly Command[]][] = [
    [words.keyList.here, all.filter(({ id, group }) => group !== 'go' && !everywhere.has(id))],
    [words.keyList.everywhere, all.filter(({ id }) => everywhere.has(id))],
    [words.keyList.go, all.filter(({ group }) => group === 'go')],
  ];
  return (
    <section className="col gap3" aria-labelledby="shortcuts-name">
      <h3 id="shortcuts-name">{words.keyList.title}</h3>
      <Switch
        label={words.keyList.areOn}
        isOn={isOn}
        onChange={(shortcuts) => change.mutate({ body: { shortcuts } })}
      />
      <p className="help">{words.keyList.hint}</p>
      {sections.map(([title, commands]) =>
        commands.length === 0 ? null : (
          <section key={title} className="col gap3">
            <h4>{title}</h4>
            <dl className="key-list">
              {commands.map(({ id, label, keys = '' }) => (
                <div key={id}>
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} between={words.keyList.andThen} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ),
      )}
    </section>
  );
}
