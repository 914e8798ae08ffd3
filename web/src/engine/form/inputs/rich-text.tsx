import { useLingui } from '@lingui/react/macro';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import Bold from 'lucide-react/icons/bold';
import Heading2 from 'lucide-react/icons/heading-2';
import Heading3 from 'lucide-react/icons/heading-3';
import Italic from 'lucide-react/icons/italic';
import LinkIcon from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListOrdered from 'lucide-react/icons/list-ordered';
import Minus from 'lucide-react/icons/minus';
import Quote from 'lucide-react/icons/quote';
import Redo from 'lucide-react/icons/redo-2';
import RemoveFormatting from 'lucide-react/icons/remove-formatting';
import Strikethrough from 'lucide-react/icons/strikethrough';
import UnderlineIcon from 'lucide-react/icons/underline';
import Undo from 'lucide-react/icons/undo-2';
import { type ComponentType, type RefCallback, useEffect } from 'react';
import { openDialog } from '../../../ui/dialog-store.ts';
import type { ControlProps } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Focusable } from './field-input.ts';
import { LinkDialog } from './link-dialog.tsx';
import './rich-text.css';

export interface RichTextProps {
  value: string;
  onValueChange: (html: string) => void;
  onBlur: () => void;
  controlProps: ControlProps;
  inputRef: RefCallback<Focusable>;
}

/** Text with headings, lists and links, as HTML. */
export function RichText({ value, onValueChange, onBlur, controlProps, inputRef }: RichTextProps) {
  const { id = '', ...rest } = controlProps;
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        trailingNode: false,
        heading: { levels: [2, 3] },
        link: { openOnClick: false, defaultProtocol: 'https' },
      }),
    ],
    content: value,
    onUpdate: ({ editor: e }) => onValueChange(e.isEmpty ? '' : e.getHTML()),
    onBlur: () => onBlur(),
    // Our own style sheet contains the styles: the content security policy blocks those injected by scripts.
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        class: 'rich-text',
        ...Object.fromEntries(
          Object.entries(rest).flatMap(([name, v]) => (v === undefined ? [] : [[name, String(v)]])),
        ),
      },
    },
  });
  useEffect(() => {
    // When the form is hidden and shown again, it renders once with the destroyed editor before it gets a new one.
    if (editor.isDestroyed) return;
    // The value was changed from outside the editor: by a draft, a merge or a reset.
    if (value !== editor.getHTML() && !(value === '' && editor.isEmpty))
      editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(
    () =>
      inputRef({
        focus: () => void editor.commands.focus(),
        insert: (text) => void editor.chain().focus().insertContent({ type: 'text', text }).run(),
      }),
    [editor, inputRef],
  );
  return (
    <div className="control h-auto! p-0!">
      <Toolbar editor={editor} />
      <EditorContent editor={editor} className="max-h-128 overflow-y-auto" />
    </div>
  );
}

interface Tool {
  label: string;
  Icon: ComponentType<{ size?: number }>;
  run: () => void;
  active?: boolean;
  disabled?: boolean;
}

function Toolbar({ editor }: { editor: Editor }) {
  const { t } = useLingui();
  const state = useEditorState({ editor, selector: ({ editor: e }) => getEditorState(e) });
  const chain = () => editor.chain().focus();
  const groups: Tool[][] = [
    [
      { label: t`Bold`, Icon: Bold, run: () => chain().toggleBold().run(), active: state.bold },
      { label: t`Italic`, Icon: Italic, run: () => chain().toggleItalic().run(), active: state.italic },
      { label: t`Underline`, Icon: UnderlineIcon, run: () => chain().toggleUnderline().run(), active: state.underline },
      { label: t`Strikethrough`, Icon: Strikethrough, run: () => chain().toggleStrike().run(), active: state.strike },
    ],
    [
      {
        label: t`Heading`,
        Icon: Heading2,
        run: () => chain().toggleHeading({ level: 2 }).run(),
        active: state.heading2,
      },
      {
        label: t`Small heading`,
        Icon: Heading3,
        run: () => chain().toggleHeading({ level: 3 }).run(),
        active: state.heading3,
      },
    ],
    [
      { label: t`Bulleted list`, Icon: List, run: () => chain().toggleBulletList().run(), active: state.list },
      {
        label: t`Numbered list`,
        Icon: ListOrdered,
        run: () => chain().toggleOrderedList().run(),
        active: state.numbered,
      },
      { label: t`Quotation`, Icon: Quote, run: () => chain().toggleBlockquote().run(), active: state.quote },
      { label: t`Horizontal line`, Icon: Minus, run: () => chain().setHorizontalRule().run() },
    ],
    [
      { label: t`Link`, Icon: LinkIcon, run: () => void editLink(editor), active: state.link },
      { label: t`Plain text`, Icon: RemoveFormatting, run: () => chain().unsetAllMarks().clearNodes().run() },
    ],
    [
      { label: t`Undo`, Icon: Undo, run: () => chain().undo().run(), disabled: !state.undo },
      { label: t`Redo`, Icon: Redo, run: () => chain().redo().run(), disabled: !state.redo },
    ],
  ];
  return (
    <div
      role="toolbar"
      aria-label={t`Text formatting`}
      className="flex flex-wrap gap-x-2 gap-y-1 border-b border-border p-1"
    >
      {groups.map((tools) => (
        <span key={tools[0]?.label} className="flex">
          {tools.map(({ label, Icon, run, active, disabled }) => (
            <IconButton
              key={label}
              label={label}
              size="small"
              aria-pressed={active}
              disabled={disabled}
              onClick={run}
              className={active ? 'bg-accent-soft! text-accent-text!' : undefined}
            >
              <Icon size={16} />
            </IconButton>
          ))}
        </span>
      ))}
    </div>
  );
}

const getEditorState = (e: Editor) => ({
  bold: e.isActive('bold'),
  italic: e.isActive('italic'),
  underline: e.isActive('underline'),
  strike: e.isActive('strike'),
  heading2: e.isActive('heading', { level: 2 }),
  heading3: e.isActive('heading', { level: 3 }),
  list: e.isActive('bulletList'),
  numbered: e.isActive('orderedList'),
  quote: e.isActive('blockquote'),
  link: e.isActive('link'),
  undo: e.can().undo(),
  redo: e.can().redo(),
});

async function editLink(editor: Editor): Promise<void> {
  const href: unknown = editor.getAttributes('link')['href'];
  const address = await openDialog<string>(
    (close) => <LinkDialog address={typeof href === 'string' ? href : ''} onClose={close} />,
    { width: '27rem' },
  );
  if (address === undefined) return;
  const chain = editor.chain().focus().extendMarkRange('link');
  if (address === '') chain.unsetLink().run();
  else chain.setLink({ href: address }).run();
}
