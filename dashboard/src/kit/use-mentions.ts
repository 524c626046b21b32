import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useId, useState } from 'react';
import { findMentionable, findMentionQuery, type Mentionable } from './mention.rules.ts';
import { schema } from './rich-document.ts';

/** What is typed after an `@`, whom it may mean, and the keys that choose. */
export function useMentions(users: readonly Mentionable[], view: () => EditorView | null) {
  const id = useId();
  const [at, setAt] = useState(0);
  /** The query that Escape closed. */
  const [closed, setClosed] = useState<string>();
  const [state, setState] = useState<EditorState>();
  const query = state && getQuery(state);
  const found = query === undefined || query === closed ? [] : findMentionable(users, query);
  const current = Math.min(at, found.length - 1);
  const choose = (user: Mentionable): void => {
    const editor = view();
    if (!editor || query === undefined) return;
    const { from } = editor.state.selection;
    const mention = schema.node('mention', { user: user.uuid, name: user.name });
    const start = from - query.length - 1;
    editor.dispatch(editor.state.tr.replaceWith(start, from, [mention, schema.text(' ')]).scrollIntoView());
    editor.focus();
  };
  /** True if it was meant for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (found.length === 0 || event.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[current];
    if (step !== undefined) setAt((current + step + found.length) % found.length);
    else if (event.key === 'Escape') setClosed(query);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const onState = (next: EditorState): void => {
    if (getQuery(next) !== query) setAt(0);
    if (getQuery(next) === undefined) setClosed(undefined);
    setState(next);
  };
  return {
    id,
    found,
    at: current,
    /** Where the `@` is in the document. */
    start: state && query !== undefined ? state.selection.from - query.length - 1 : 0,
    choose,
    onKey,
    onState,
  };
}

/** Nodes without text, such as mentions, count as one letter, as positions count them. */
function getQuery({ selection: { $from, empty } }: EditorState): string | undefined {
  if (!empty) return undefined;
  return findMentionQuery($from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC'));
}
