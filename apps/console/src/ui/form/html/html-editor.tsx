import Image from '@tiptap/extension-image';
import { createDocument, EditorContent, getHTMLFromFragment, getSchema, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Button } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../feedback/fault-row.tsx';
import { Box, Row } from '../../layout/box.tsx';
import { lostElements } from '../../text/html-loss.ts';
import { SafeHtml, safeHtml } from '../../text/safe-html.tsx';
import { HtmlTools } from './html-tools.tsx';
import './html-editor.css';

interface HtmlEditorProps {
  /** Accessible name of the editor. */
  label: string;
  html: string;
  editable: boolean;
  /** Links to a path of this console are allowed. */
  ownPaths?: boolean;
  onChange(html: string): void;
  /** Opens the HTML source. */
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
 * Edits a text as its readers see it. Content that this editor does not support (tables, styles) is not silently
 * dropped: such a text is shown in full, and edited as source unless the person chooses otherwise.
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
  // The text as last set from outside, not as edited here.
  const [given, setGiven] = useState(html);
  const lost = useMemo(() => lostHere(given), [given]);
  const [anyway, setAnyway] = useState(false);
  const held = lost.length > 0 && !anyway;

  const editor = useEditor({
    // A hidden page loses its editor and gets a new one when it is shown again.
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
    // Changed from outside: undone, discarded, merged or cleaned by the server.
    if (editor !== null && html !== emitted.current) {
      emitted.current = html;
      editor.commands.setContent(safeHtml(html), { emitUpdate: false });
      setGiven(html);
      setAnyway(false);
    }
  }, [editor, html]);

  return (
    <Box className="html-editor" border="line2" radius="l" overflow="hidden">
      {held ? (
        <>
          <Notice
            tone="neutral"
            act={
              editable && (
                <Row as="span" inline wrap gap={8}>
                  <Button size="small" onClick={onSource}>
                    {text('editor.toSource')}
                  </Button>
                  <Button size="small" type="text" onClick={() => setAnyway(true)}>
                    {text('editor.anyway')}
                  </Button>
                </Row>
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
    </Box>
  );
}

/** Returns the parts of a text that this editor would lose. */
function lostHere(html: string): string[] {
  const clean = safeHtml(html);
  return lostElements(clean, getHTMLFromFragment(createDocument(clean, schema).content, schema));
}
