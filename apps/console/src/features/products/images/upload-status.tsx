import { Button } from 'antd';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { ProgressLine } from '../../../ui/charts/progress-line.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import type { ImageUploads } from './use-image-uploads.ts';
import './uploads.css';

/** Shows the current upload, and the failed files, each with its reason. */
export function UploadStatus({ uploads }: { uploads: ImageUploads }) {
  const text = useText();
  const sentence = useFaultText();
  const { current, failed, retry, dismiss } = uploads;
  return (
    <>
      {current !== null && (
        <ProgressLine
          name={text('products.images.uploading', { name: current.name })}
          done={current.at - 1}
          total={current.total}
        />
      )}
      <Stack
        as="ul"
        className="image-uploads-failed"
        gap={6}
        m={0}
        p={0}
        aria-label={text('products.images.failed')}
        aria-live="polite"
        hidden={failed.length === 0}
      >
        {failed.map(({ key, file, fault }) => (
          <li key={key}>
            <strong className="cut" dir="auto" title={file.name}>
              {file.name}
            </strong>
            <span>{sentence(fault)}</span>
            {!fault.code.startsWith('image.') && (
              <Button type="link" size="small" onClick={() => retry(key)}>
                {text('act.retry')}
              </Button>
            )}
            <button
              type="button"
              className="editor-icon small"
              aria-label={text('products.images.dismiss', { name: file.name })}
              onClick={() => dismiss(key)}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </Stack>
    </>
  );
}
