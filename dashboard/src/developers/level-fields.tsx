import { SelectField } from '../kit/field.tsx';
import { words } from '../platform/words/words.ts';
import type { Level, Levels, resources } from './rules.ts';

interface LevelFieldsProps {
  readonly resources: readonly (typeof resources)[number][];
  readonly levels: Levels;
  readonly onChange: (levels: Levels) => void;
}

/** What a token or an app may do, chosen for each resource. */
export function LevelFields({ resources: offered, levels, onChange }: LevelFieldsProps) {
  return (
    <div className="levels">
      {offered.map(({ name, levels: choices }) => (
        <SelectField
          key={name}
          label={words.tokens.resources[name]}
          name={`level-${name}`}
          value={levels[name] ?? 'none'}
          onChange={(level) => onChange({ ...levels, [name]: level as Level })}
          choices={choices.map((level) => ({ value: level, label: words.tokens.levels[level] }))}
        />
      ))}
    </div>
  );
}
