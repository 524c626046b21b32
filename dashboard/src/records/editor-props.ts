import type { Attribute } from './rules.ts';

/** What every editor of a value is given. */
export interface EditorProps {
  readonly attribute: Attribute;
  readonly value: unknown;
  readonly label: string;
  /** What was typed to begin with; it replaces the value. */
  readonly typed?: string | undefined;
  /** Why the typed text was refused. */
  readonly refusal?: string | undefined;
  readonly anchor: HTMLElement;
  /** With the text, where one was typed. */
  readonly onCommit: (value: unknown, text?: string) => void;
  /** A record to link that does not exist yet, with what was typed to find it. */
  readonly onCreate?: (text: string) => void;
  readonly onClose: () => void;
}
