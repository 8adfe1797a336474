import { Button } from 'antd';
import { useRef } from 'react';
import { useText } from '../../../lib/text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { acceptedTypes } from './upload-image.ts';

interface ChooseFilesProps {
  /** Also named for a screen reader where the words alone do not tell what for. */
  label?: string;
  multiple?: boolean;
  onFiles(files: File[]): void;
}

/** Opens the file dialog and hands over what was chosen. */
export function ChooseFiles({ label, multiple = false, onFiles }: ChooseFilesProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="small"
        type="primary"
        icon={<Icon name="upload" size={14} />}
        {...(label === undefined ? {} : { 'aria-label': label })}
        onClick={() => input.current?.click()}
      >
        {text('products.images.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedTypes}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen once more.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
