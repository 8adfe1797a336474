import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { isTyping } from '../../../ui/table/typing.ts';
import { filesIn } from './upload-image.ts';
import './uploads.css';

interface ImageDropZoneProps {
  disabled: boolean;
  /** Also accepts a paste while nothing on the page has the focus. */
  wholePage?: boolean;
  onFiles(files: File[]): void;
  children: ReactNode;
}

/**
 * Accepts image files dropped on it or pasted into it. A file dropped elsewhere does not navigate the browser away from
 * unsaved edits.
 */
export function ImageDropZone({ disabled, wholePage = false, onFiles, children }: ImageDropZoneProps) {
  const text = useText();
  const zone = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;

  useEffect(() => {
    if (disabled) {
      return;
    }
    const stay = (event: DragEvent) => {
      if (carriesFiles(event.dataTransfer)) {
        event.preventDefault();
      }
    };
    const paste = (event: ClipboardEvent) => {
      const files = filesIn(event.clipboardData);
      if (wholePage && files.length > 0 && event.target === document.body && isShown(zone.current)) {
        event.preventDefault();
        take.current(files);
      }
    };
    window.addEventListener('dragover', stay);
    window.addEventListener('drop', stay);
    document.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', stay);
      window.removeEventListener('drop', stay);
      document.removeEventListener('paste', paste);
    };
  }, [disabled, wholePage]);

  if (disabled) {
    return children;
  }
  return (
    <Stack
      ref={zone}
      className={over ? 'image-drop-zone over' : 'image-drop-zone'}
      relative
      gap={12}
      onPaste={(event) => {
        const files = filesIn(event.clipboardData);
        // Office programs add an image of copied text; in a text field, the text is meant.
        const isText = isTyping(event.target) && event.clipboardData.types.includes('text/plain');
        if (files.length > 0 && !isText) {
          event.preventDefault();
          onFiles(files);
        }
      }}
      onDragEnter={({ dataTransfer }) => setOver(carriesFiles(dataTransfer))}
      onDragOver={(event) => {
        if (carriesFiles(event.dataTransfer)) {
          event.preventDefault();
          event.dataTransfer.dropEffect = 'copy';
        }
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
          setOver(false);
        }
      }}
      onDrop={(event) => {
        setOver(false);
        const files = filesIn(event.dataTransfer);
        if (files.length > 0) {
          event.preventDefault();
          onFiles(files);
        }
      }}
    >
      {children}
      {over && (
        <Row
          className="image-drop-here"
          align="center"
          justify="center"
          gap={8}
          weight={500}
          tone="primary-read"
          aria-hidden
        >
          <Icon name="upload" size={20} />
          {text('products.images.dropHere')}
        </Row>
      )}
    </Stack>
  );
}

function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

/** Reports whether the element is rendered: the page of a hidden tab is in the document, too, but not rendered. */
function isShown(element: Element | null): boolean {
  return element !== null && element.getClientRects().length > 0;
}
