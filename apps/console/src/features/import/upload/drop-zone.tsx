import { Button } from 'antd';
import type { DragEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { acceptedFiles } from './refused-file.ts';
import './upload.css';

interface DropZoneProps {
  onFiles(files: File[]): void;
}

/** Where files are dropped or chosen. A file that is dropped beside it does not replace the page. */
export function DropZone({ onFiles }: DropZoneProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const ignore = (event: Event) => event.preventDefault();
    globalThis.addEventListener('dragover', ignore);
    globalThis.addEventListener('drop', ignore);
    return () => {
      globalThis.removeEventListener('dragover', ignore);
      globalThis.removeEventListener('drop', ignore);
    };
  }, []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <Stack
      as="section"
      className={over ? 'drop-zone over' : 'drop-zone'}
      align="center"
      gap={8}
      p={[32, 20]}
      radius="xl"
      textAlign="center"
      aria-label={text('import.drop')}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Text className="drop-zone-icon" tone="primary-read" aria-hidden="true">
        <Icon name="upload" size={28} />
      </Text>
      <Text as="p" font="head" weight={600} m={0}>
        {text(over ? 'import.drop.now' : 'import.drop')}
      </Text>
      <Text as="p" font="small" tone="t2" m={0}>
        {text('import.drop.kinds')}
      </Text>
      <Button type="primary" className="drop-zone-choose" onClick={() => input.current?.click()}>
        {text('import.drop.choose')}
      </Button>
      <input
        ref={input}
        className="only-read"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={text('import.drop.choose')}
        accept={acceptedFiles}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again: it continues what was interrupted.
          target.value = '';
        }}
      />
    </Stack>
  );
}
