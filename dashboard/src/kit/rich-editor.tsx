import { baseKeymap, chainCommands, exitCode, lift, toggleMark, wrapIn } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { inputRules, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { EditorState, type Command } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { isLink } from '../platform/rich-text.ts';
import { words } from '../platform/words/words.ts';
import { Icon } from './icon.tsx';
import { MentionList } from './mention-list.tsx';
import type { Mentionable } from './mention.rules.ts';
import { parseDocument, serializeDocument, schema } from './rich-document.ts';
import { useMentions } from './use-mentions.ts';

const { marks, nodes } = schema;

export interface RichEditorProps {
  readonly html: string;
  readonly onChange: (html: string) => void;
  /** Attributes of the field: its id, what labels and describes it. */
  readonly field: Readonly<Record<string, string>>;
  /** Users who can be mentioned with `@`. */
  readonly mentionable?: readonly Mentionable[] | undefined;
}

const nobody: readonly Mentionable[] = [];

/** A text with formatting. Loaded when somebody begins to write. */
export function RichEditor({ html, onChange, field, mentionable = nobody }: RichEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const report = useRef(onChange);
  report.current = onChange;
  const [state, setState] = useState<EditorState>();
  const mentions = useMentions(mentionable, () => view.current);
  const latest = useRef(mentions);
  latest.current = mentions;
  // The document of the editor is its own from here on; the field is made anew for another text. A layout effect, because the
  // focus moves from what the editor replaces before another key can be pressed.
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const editor = new EditorView(place.current, {
      state: EditorState.create({ doc: parseDocument(html), plugins }),
      attributes: { ...field, role: 'textbox', 'aria-multiline': 'true' },
      handleKeyDown: (_, event) => latest.current.onKey(event),
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction);
        editor.updateState(next);
        setState(next);
        latest.current.onState(next);
        if (transaction.docChanged) report.current(serializeDocument(next.doc));
      },
    });
    view.current = editor;
    setState(editor.state);
    editor.focus();
    return () => editor.destroy();
  }, []);
  const isOffered = mentions.found.length > 0;
  useEffect(() => {
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-controls': mentions.id,
      'aria-activedescendant': `${mentions.id}-${mentions.at}`,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (isOffered) view.current?.dom.setAttribute(name, value);
      else view.current?.dom.removeAttribute(name);
    }
  }, [isOffered, mentions.id, mentions.at]);
  const run = (command: Command): void => {
    if (!view.current) return;
    command(view.current.state, view.current.dispatch);
    view.current.focus();
  };
  return (
    <div className="rich-editor">
      <div ref={place} className="input area rich" />
      {state && <Toolbar state={state} canMention={mentionable.length > 0} onRun={run} />}
      {isOffered &&
        view.current &&
        createPortal(
          <MentionList
            {...mentions}
            place={view.current.coordsAtPos(mentions.start)}
            onChoose={mentions.choose}
          />,
          document.getElementById('content') ?? document.body,
        )}
    </div>
  );
}

interface ToolbarProps {
  readonly state: EditorState;
  readonly canMention: boolean;
  readonly onRun: (command: Command) => void;
}

function Toolbar({ state, canMention, onRun }: ToolbarProps) {
  const [isLinking, setIsLinking] = useState(false);
  const isInList = (name: string): boolean => ancestorsOf(state).includes(name);
  const list = (name: 'bullet_list' | 'ordered_list'): Command =>
    isInList(name) ? liftListItem(nodes.list_item) : wrapInList(nodes[name]);
  const hasLink = hasMark(state, 'link');
  return (
    <div className="rich-tools" role="toolbar" aria-label={words.notes.tools}>
      <Tool
        label={words.notes.bold}
        isOn={hasMark(state, 'strong')}
        onPress={() => onRun(toggleMark(marks.strong))}
      >
        <b>B</b>
      </Tool>
      <Tool
        label={words.notes.italic}
        isOn={hasMark(state, 'em')}
        onPress={() => onRun(toggleMark(marks.em))}
      >
        <i>I</i>
      </Tool>
      <Tool
        label={words.notes.bullets}
        isOn={isInList('bullet_list')}
        onPress={() => onRun(list('bullet_list'))}
      >
        <Icon name="bullets" />
      </Tool>
      <Tool
        label={words.notes.numbers}
        isOn={isInList('ordered_list')}
        onPress={() => onRun(list('ordered_list'))}
      >
        <Icon name="numbers" />
      </Tool>
      <Tool
        label={words.notes.quote}
        isOn={isInList('blockquote')}
        onPress={() => onRun(isInList('blockquote') ? lift : wrapIn(nodes.blockquote))}
      >
        <Icon name="quote" />
      </Tool>
      <Tool
        label={words.notes.link}
        isOn={hasLink}
        onPress={() => (hasLink ? onRun(toggleMark(marks.link)) : setIsLinking(true))}
      >
        <Icon name="link" />
      </Tool>
      {canMention && (
        <Tool label={words.notes.mention} isOn={false} onPress={() => onRun(beginMention)}>
          @
        </Tool>
      )}
      {isLinking && (
        <LinkInput
          onDone={(href) => {
            setIsLinking(false);
            if (href) onRun(linked(href));
          }}
        />
      )}
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Tool({ label, isOn, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className="btn quiet small square"
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      // The selection of the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function LinkInput({ onDone }: { readonly onDone: (href: string) => void }) {
  const [text, setText] = useState('');
  const href = /^[a-z]+:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  return (
    <input
      className="input small"
      aria-label={words.notes.address}
      placeholder="https://"
      autoFocus
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => onDone('')}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isLink(href)) onDone(href);
        else if (event.key === 'Escape') onDone('');
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** Types an `@`, after a space where one is needed. */
const beginMention: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, ' ');
  dispatch?.(state.tr.insertText(before === '' || before.endsWith(' ') ? '@' : ' @'));
  return true;
};

/** Links what is selected; without a selection, the address itself is written. */
function linked(href: string): Command {
  return (state, dispatch) => {
    if (!state.selection.empty) return toggleMark(marks.link, { href })(state, dispatch);
    dispatch?.(state.tr.replaceSelectionWith(schema.text(href, [marks.link.create({ href })]), false));
    return true;
  };
}

function hasMark({ selection, storedMarks, doc }: EditorState, name: 'strong' | 'em' | 'link'): boolean {
  const { from, to, $from, empty } = selection;
  if (empty) return (storedMarks ?? $from.marks()).some(({ type }) => type === marks[name]);
  return doc.rangeHasMark(from, to, marks[name]);
}

function ancestorsOf({ selection: { $from } }: EditorState): string[] {
  return Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth).type.name);
}

const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
});

const plugins = [
  history(),
  inputRules({
    rules: [
      wrappingInputRule(/^\s*[-*]\s$/, nodes.bullet_list),
      wrappingInputRule(/^1\.\s$/, nodes.ordered_list),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    ],
  }),
  keymap({
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    'Mod-u': toggleMark(marks.u),
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Shift-Enter': breakLine,
    Enter: splitListItem(nodes.list_item),
  }),
  keymap(baseKeymap),
];
