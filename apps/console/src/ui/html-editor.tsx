import Image from '@tiptap/extension-image';
import { createDocument, EditorContent, getHTMLFromFragment, getSchema, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Button } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../lib/text.ts';
import { Notice } from './fault-row.tsx';
import { lostElements } from './html-loss.ts';
import { HtmlTools } from './html-tools.tsx';
import { SafeHtml, safeHtml } from './safe-html.tsx';
import './html-editor.css';

interface HtmlEditorProps {
  /** What is written here, read aloud. */
  label: string;
  html: string;
  editable: boolean;
  /** A link may lead to a path of this console. */
  ownPaths?: boolean;
  onChange(html: string): void;
  /** Goes to the source text. */
  onSource(): void;
}

const extensions = [
  StarterKit.configure({
    link: { openOnClick: false, HTMLAttributes: { rel: null, target: null } },
    trailingNode: false,
  }),
  Image,
];
const schema = getSchema(extensions);

/**
 * Edits a text as its readers see it. What this editor cannot carry (tables, styles) it does not silently drop:
 * such a text is shown whole, and edited in its source unless the person wants otherwise.
 */
export default function HtmlEditor({
  label,
  html,
  editable,
  ownPaths = false,
  onChange,
  onSource,
}: HtmlEditorProps) {
  const text = useText();
  const emitted = useRef(html);
  // The text as it came from elsewhere last, not as it is being written here.
  const [given, setGiven] = useState(html);
  const lost = useMemo(() => lostHere(given), [given]);
  const [anyway, setAnyway] = useState(false);
  const held = lost.length > 0 && !anyway;

  const editor = useEditor({
    // A page that is hidden loses its editor and gets a new one when it is shown again.
    immediatelyRender: false,
    extensions,
    content: safeHtml(html),
    editable: editable && !held,
    editorProps: {
      attributes: {
        'aria-label': label,
        role: 'textbox',
        'aria-multiline': 'true',
      },
    },
    onUpdate: ({ editor: changed }) => {
      const written = changed.isEmpty ? '' : changed.getHTML();
      emitted.current = written;
      onChange(written);
    },
  });
  useEffect(() => editor?.setEditable(editable && !held, false), [editor, editable, held]);
  useEffect(() => {
    // Changed elsewhere: taken back, discarded, merged or cleaned by the server.
    if (editor !== null && html !== emitted.current) {
      emitted.current = html;
      editor.commands.setContent(safeHtml(html), { emitUpdate: false });
      setGiven(html);
      setAnyway(false);
    }
  }, [editor, html]);

  return (
    <div className="html-editor">
      {held ? (
        <>
          <Notice
            tone="neutral"
            act={
              editable && (
                <span className="html-editor-acts">
                  <Button size="small" onClick={onSource}>
                    {text('editor.toSource')}
                  </Button>
                  <Button size="small" type="text" onClick={() => setAnyway(true)}>
                    {text('editor.anyway')}
                  </Button>
                </span>
              )
            }
          >
            {text('editor.lost', { what: lost.slice(0, 4).join(', ') })}
          </Notice>
          <SafeHtml html={html} className="html-editor-body" />
        </>
      ) : (
        <>
          {editable && editor !== null && <HtmlTools editor={editor} ownPaths={ownPaths} />}
          <EditorContent editor={editor} className="html-editor-body html-text" />
        </>
      )}
    </div>
  );
}

/** What of a text this editor would not give back. */
function lostHere(html: string): string[] {
  const clean = safeHtml(html);
  return lostElements(clean, getHTMLFromFragment(createDocument(clean, schema).content, schema));
}
