import type { Editor } from '@tiptap/react';
import { useEditorState } from '@tiptap/react';
import { Button, Input, Popover } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../images/icon.tsx';
import { Box, Row } from '../../layout/box.tsx';

const address = /^(https?:\/\/|mailto:|tel:)\S+$/i;
const addressOrPath = /^(https?:\/\/|mailto:|tel:|\/(?![/\\]))\S+$/i;

/** Toolbar: marks, headings, lists, links and images. With `ownPaths`, a link may lead to a path of this console. */
export function HtmlTools({ editor, ownPaths = false }: { editor: Editor; ownPaths?: boolean }) {
  const text = useText();
  const marks = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      h2: current.isActive('heading', { level: 2 }),
      h3: current.isActive('heading', { level: 3 }),
      list: current.isActive('bulletList'),
      link: current.isActive('link'),
    }),
  });
  const tool = (
    name: 'bold' | 'italic' | 'underline' | 'h2' | 'h3' | 'list',
    face: ReactNode,
    run: () => void,
  ) => (
    <button
      type="button"
      className="html-tool"
      aria-pressed={marks[name]}
      aria-label={text(`editor.tool.${name}`)}
      title={text(`editor.tool.${name}`)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {face}
    </button>
  );
  const chain = () => editor.chain().focus();
  return (
    <Row
      wrap
      align="center"
      gap={4}
      p={[4, 8]}
      borderBottom
      role="toolbar"
      aria-label={text('editor.tool.bar')}
    >
      {tool('bold', <b>B</b>, () => chain().toggleBold().run())}
      {tool('italic', <i>I</i>, () => chain().toggleItalic().run())}
      {tool('underline', <u>U</u>, () => chain().toggleUnderline().run())}
      <Box as="span" w={1} h={16} m={[0, 6]} ground="line2" />
      {tool('h2', 'H2', () => chain().toggleHeading({ level: 2 }).run())}
      {tool('h3', 'H3', () => chain().toggleHeading({ level: 3 }).run())}
      <Box as="span" w={1} h={16} m={[0, 6]} ground="line2" />
      {tool('list', <Icon name="list" />, () => chain().toggleBulletList().run())}
      <AddressTool
        name={text('editor.tool.link')}
        icon={<Icon name="link" />}
        allowed={ownPaths ? addressOrPath : address}
        pressed={marks.link}
        read={() => String(editor.getAttributes('link').href ?? '')}
        onAddress={(href) => (href === '' ? chain().unsetLink().run() : chain().setLink({ href }).run())}
      />
      <AddressTool
        name={text('editor.tool.image')}
        icon={<Icon name="image" />}
        allowed={address}
        pressed={false}
        read={() => ''}
        onAddress={(src) => src !== '' && chain().setImage({ src }).run()}
      />
    </Row>
  );
}

interface AddressToolProps {
  name: string;
  icon: ReactNode;
  pressed: boolean;
  /** Pattern of a valid address. */
  allowed: RegExp;
  read(): string;
  onAddress(address: string): void;
}

function AddressTool({ name, icon, pressed, allowed, read, onAddress }: AddressToolProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const wrong = typed.trim() !== '' && !allowed.test(typed.trim());
  const settle = () => {
    if (!wrong) {
      setOpen(false);
      onAddress(typed.trim());
    }
  };
  return (
    <Popover
      trigger="click"
      arrow={false}
      placement="bottomLeft"
      open={open}
      onOpenChange={(next) => {
        setTyped(read());
        setOpen(next);
      }}
      content={
        <Row className="html-tool-address" align="center" gap={8} w={260}>
          <Input
            autoFocus
            aria-label={name}
            placeholder="https://"
            status={wrong ? 'error' : ''}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onPressEnter={settle}
          />
          <Button type="primary" onClick={settle}>
            {text('act.confirm')}
          </Button>
        </Row>
      }
    >
      <button
        type="button"
        className="html-tool"
        aria-pressed={pressed}
        aria-label={name}
        title={name}
        onMouseDown={(event) => event.preventDefault()}
      >
        {icon}
      </button>
    </Popover>
  );
}
