import type { UploadedImage } from '@bowerbird/contract/products/images';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import type { NamedFault } from '../../../lib/text/fault-text.ts';
import { sendImage } from './upload-image.ts';

/** A file that could not be uploaded, and the reason. */
export interface FailedUpload {
  key: string;
  file: File;
  fault: NamedFault;
}

export interface ImageUploads {
  /** The file being uploaded, as number `at` of `total`; null if none is. */
  current: { name: string; at: number; total: number } | null;
  failed: readonly FailedUpload[];
  add(files: readonly File[]): void;
  retry(key: string): void;
  dismiss(key: string): void;
}

interface Queue {
  waiting: { key: string; file: File }[];
  total: number;
  done: number;
  running: boolean;
  stop: AbortController;
}

let count = 0;

/**
 * Uploads files one after another, in the order in which they were chosen, so that the images keep that order; calls
 * `onStored` as soon as each is stored. A failed file does not stop the others. Leaving the page aborts the uploads.
 */
export function useImageUploads(onStored: (image: UploadedImage) => void): ImageUploads {
  const [current, setCurrent] = useState<ImageUploads['current']>(null);
  const [failed, setFailed] = useState<FailedUpload[]>([]);
  const stored = useRef(onStored);
  stored.current = onStored;
  const queue = useRef<Queue>({
    waiting: [],
    total: 0,
    done: 0,
    running: false,
    stop: new AbortController(),
  });
  useEffect(() => {
    const held = queue.current;
    held.stop = new AbortController();
    return () => {
      held.stop.abort();
      held.waiting = [];
    };
  }, []);

  const enqueue = useCallback((files: readonly File[]) => {
    const held = queue.current;
    for (const file of files) {
      count += 1;
      held.waiting.push({ key: String(count), file });
    }
    held.total += files.length;
    if (!held.running) {
      void work(held, { setCurrent, setFailed, onStored: (image) => stored.current(image) });
    }
  }, []);
  const dismiss = useCallback((key: string) => {
    setFailed((before) => before.filter((each) => each.key !== key));
  }, []);
  return {
    current,
    failed,
    add: enqueue,
    dismiss,
    retry: (key) => {
      const again = failed.find((each) => each.key === key);
      if (again) {
        dismiss(key);
        enqueue([again.file]);
      }
    },
  };
}

interface UploadEvents {
  setCurrent(current: ImageUploads['current']): void;
  setFailed(change: (before: FailedUpload[]) => FailedUpload[]): void;
  onStored(image: UploadedImage): void;
}

async function work(queue: Queue, { setCurrent, setFailed, onStored }: UploadEvents): Promise<void> {
  const { signal } = queue.stop;
  queue.running = true;
  for (let next = queue.waiting.shift(); next; next = queue.waiting.shift()) {
    const { key, file } = next;
    setCurrent({ name: file.name, at: queue.done + 1, total: queue.total });
    try {
      const image = await sendImage(file, signal);
      if (!signal.aborted) {
        onStored(image);
      }
    } catch (thrown) {
      if (!signal.aborted) {
        const { code, params } = CallFailure.from(thrown);
        setFailed((before) => [...before, { key, file, fault: { code, params } }]);
      }
    }
    if (signal.aborted) {
      break;
    }
    queue.done += 1;
  }
  queue.running = false;
  queue.total = 0;
  queue.done = 0;
  if (!signal.aborted) {
    setCurrent(null);
  }
}
