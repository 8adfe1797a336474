import { Button } from 'antd';
import { useRef } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { acceptedTypes } from './upload-image.ts';

interface ChooseFilesProps {
  /** Accessible name, if the visible label does not say what it is for. */
  label?: string;
  multiple?: boolean;
  onFiles(files: File[]): void;
}

/** Opens the file dialog and passes on the chosen files. */
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
          // Lets the same file be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
