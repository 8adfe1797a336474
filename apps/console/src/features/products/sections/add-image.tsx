import { Button, Input, Popover } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { ChooseFiles } from '../images/choose-files.tsx';

/**
 * Adds images: files of this computer, or addresses, one per line. Invalid addresses stay in the box and are reported.
 */
export function AddImage({ onFiles }: { onFiles(files: File[]): void }) {
  const text = useText();
  const { draft } = useEditor();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState('');

  const add = () => {
    const lines = typed
      .split(/\s+/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const good = lines.filter(isWebAddress);
    const bad = lines.filter((line) => !isWebAddress(line));
    draft.change((held) => {
      const have = new Set(held.images.map(({ url }) => url));
      const added = [...new Set(good)].filter((url) => !have.has(url));
      return added.length === 0
        ? held
        : {
            ...held,
            images: [...held.images, ...added.map((url) => ({ url, alt: '', width: null, height: null }))],
          };
    });
    setTyped(bad.join('\n'));
    setWrong(bad.length === 0 ? '' : text('products.images.notAddress', { n: bad.length }));
    setOpen(bad.length > 0);
  };
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      content={
        <Stack gap={8} w={340} maxW="80vw" align="start">
          <ChooseFiles
            multiple
            onFiles={(files) => {
              setOpen(false);
              onFiles(files);
            }}
          />
          <Text as="p" m={0} font="caption" tone="t2">
            {text('products.images.limits')}
          </Text>
          <Text as="p" m={0} font="caption" tone="t2">
            {text('products.images.orAddress')}
          </Text>
          <Input.TextArea
            autoFocus
            rows={3}
            aria-label={text('products.images.addresses')}
            placeholder={text('products.images.addresses')}
            status={wrong === '' ? '' : 'error'}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setWrong('');
            }}
          />
          {wrong !== '' && (
            <p className="editor-wrong" role="alert">
              {wrong}
            </p>
          )}
          <Button size="small" onClick={add} disabled={typed.trim() === ''}>
            {text('products.images.addAddresses')}
          </Button>
        </Stack>
      }
    >
      <button type="button" className="editor-image-add" aria-label={text('products.images.add')}>
        <Icon name="plus" size={20} />
      </button>
    </Popover>
  );
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
