import {
  createUpload,
  deleteUpload,
  getUpload,
  type ImportFile,
  uploadPart,
} from '@bowerbird/contract/files/uploads';
import { useMemo, useSyncExternalStore } from 'react';
import { call } from '../../../lib/api/call.ts';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useSetting } from '../../../lib/kept/settings.ts';
import { forgetting } from '../../../lib/person/window-person.ts';
import { forgetUpload, type KeptUpload, keepUpload, keptOf, readKept } from './kept-uploads.ts';
import { sendParts } from './send-parts.ts';

/** Time limit of one part, in milliseconds: 8 MB over a slow line. */
const partTimeoutMs = 300_000;

export interface Upload {
  /** Of the file on the server; before it is announced, a name of this window's own. */
  id: string;
  name: string;
  bytes: number;
  received: number;
  /** `waiting`: the connection is lost. `stopped`: the same file, chosen again, continues it. */
  state: 'sending' | 'waiting' | 'stopped' | 'failed' | 'ready';
  failure: unknown;
  /** Seconds until its end at the pace so far; null while unknown. */
  secondsLeft: number | null;
}

interface Active extends Upload {
  abort: AbortController;
}

let active: readonly Active[] = [];
const listeners = new Set<() => void>();

function change(id: string, to: Partial<Active> | null): void {
  active =
    to === null
      ? active.filter((upload) => upload.id !== id)
      : active.map((upload) => (upload.id === id ? { ...upload, ...to } : upload));
  for (const listener of [...listeners]) {
    listener();
  }
}

// Nothing of one person is sent once another works in this window.
forgetting.subscribe(() => {
  for (const { abort } of active) {
    abort.abort();
  }
  active = [];
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the uploads of this person: those that are being sent, and those that an earlier window began. */
export function useUploads(): Upload[] {
  const sending = useSyncExternalStore(subscribe, () => active);
  const [kept] = useSetting('uploads');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kept text changes with every upload.
  return useMemo(() => {
    const known = new Set(sending.map(({ id }) => id));
    return [
      ...sending,
      ...readKept()
        .filter(({ id }) => !known.has(id))
        .map(
          ({ id, name, bytes, received }): Upload => ({
            id,
            name,
            bytes,
            received,
            state: received === bytes ? 'ready' : 'stopped',
            failure: null,
            secondsLeft: null,
          }),
        ),
    ];
  }, [sending, kept]);
}

/**
 * Uploads a file, or the rest of it if it was begun before. Resolves to the file once all of it has arrived; null if it
 * was cancelled or failed, which is shown at the upload.
 */
export async function startUpload(file: File): Promise<ImportFile | null> {
  const abort = new AbortController();
  const temporary = `${file.name} ${file.size} ${Date.now()}`;
  let id = temporary;
  active = [
    {
      id,
      name: file.name,
      bytes: file.size,
      received: 0,
      state: 'sending',
      failure: null,
      secondsLeft: null,
      abort,
    },
    ...active,
  ];
  change(id, {});
  try {
    const begun = await announced(file, abort.signal);
    active = active.filter((upload) => upload.id !== begun.id);
    change(id, { id: begun.id, received: begun.received });
    id = begun.id;
    const kept: KeptUpload = {
      id,
      name: file.name,
      bytes: file.size,
      modified: file.lastModified,
      received: begun.received,
      at: Date.now(),
    };
    keepUpload(kept);
    const from = { time: Date.now(), received: begun.received };
    const whole = await sendParts(
      file,
      begun,
      {
        send: (bytes, start, signal) =>
          call(
            uploadPart,
            { params: { id, from: String(start) } },
            { bytes, signal, timeoutMs: partTimeoutMs },
          ),
        look: (signal) => call(getUpload, { params: { id } }, { signal }),
      },
      {
        signal: abort.signal,
        onReceived: (received) => {
          keepUpload({ ...kept, received });
          const pace = (received - from.received) / Math.max(1, Date.now() - from.time);
          change(id, { received, secondsLeft: (file.size - received) / pace / 1000 });
        },
        onWaiting: (waiting) => change(id, { state: waiting ? 'waiting' : 'sending' }),
      },
    );
    change(id, null);
    return whole;
  } catch (failure) {
    if (abort.signal.aborted) {
      change(id, null);
    } else {
      change(id, { state: 'failed', failure });
    }
    return null;
  }
}

/** Returns the file as the server has it: what was begun before, or announced now. */
async function announced(file: File, signal: AbortSignal): Promise<ImportFile> {
  const kept = keptOf(file);
  if (kept !== null) {
    try {
      const held = await call(getUpload, { params: { id: kept.id } }, { signal });
      if (held.bytes === file.size) {
        return held;
      }
    } catch (thrown) {
      if (CallFailure.from(thrown).status !== 404) {
        throw thrown;
      }
    }
    forgetUpload(kept.id);
  }
  return await call(createUpload, { body: { name: file.name, bytes: file.size } }, { signal });
}

/** Gives an upload up: what has arrived of it is deleted. */
export async function giveUp(id: string): Promise<void> {
  active.find((upload) => upload.id === id)?.abort.abort();
  change(id, null);
  const isKnown = readKept().some((upload) => upload.id === id);
  forgetUpload(id);
  if (isKnown) {
    await call(deleteUpload, { params: { id } }).catch((thrown: unknown) => {
      // What is gone already needs no deleting.
      if (CallFailure.from(thrown).status !== 404) {
        throw thrown;
      }
    });
  }
}
