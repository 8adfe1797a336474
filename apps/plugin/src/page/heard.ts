import { z } from 'zod/mini';
import {
  type AnswerKind,
  answerLengthMax,
  marker,
  pageVariables,
  type WantedVariables,
} from './between-worlds.ts';

const Text = z.string().check(z.maxLength(answerLengthMax));

/** Any script of the page can send such a message: its form is validated here, and its content by our readers. */
const Heard = z.discriminatedUnion('what', [
  z.object({
    mark: z.literal(marker),
    what: z.literal('answer'),
    kind: z.enum(['item', 'list']),
    address: z.url().check(z.maxLength(8000)),
    text: Text,
  }),
  z.object({
    mark: z.literal(marker),
    what: z.literal('variables'),
    values: z.partialRecord(z.enum(pageVariables), Text),
  }),
]);

/** A response that the page received. */
export interface Answered {
  kind: AnswerKind;
  address: string;
  text: string;
}

/** What the script in the page's own world reports. */
export interface Heardings {
  /** The responses since the last `forget`, newest first. */
  answers(kind: AnswerKind): Answered[];
  /** Discards earlier responses: another page in the same document makes them irrelevant. */
  forget(): void;
  /** Returns the page's variables written as scripts of a page; null if there is no response. */
  variables(): Promise<string | null>;
}

/** No product page consists of more. */
const answersMax = 12;
const variablesWaitMs = 600;

/** Starts listening to the script in the page's own world; `onNew` is called after each response that was kept. */
export function listen(page: Window, onNew: () => void): Heardings {
  let kept: Answered[] = [];
  let gotVariables: ((values: Partial<Record<string, string>>) => void) | null = null;

  page.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== page || origin !== page.location.origin || !isMarked(data)) {
      return;
    }
    const heard = z.safeParse(Heard, data);
    if (!heard.success) {
      return;
    }
    if (heard.data.what === 'variables') {
      gotVariables?.(heard.data.values);
      return;
    }
    const { kind, address, text } = heard.data;
    kept = [{ kind, address, text }, ...kept].slice(0, answersMax);
    onNew();
  });

  return {
    answers: (kind) => kept.filter((answer) => answer.kind === kind),
    forget() {
      kept = [];
    },
    variables: () =>
      new Promise((resolve) => {
        gotVariables = (values) => resolve(asScripts(values));
        setTimeout(() => resolve(null), variablesWaitMs);
        const wanted: WantedVariables = { mark: marker, what: 'variables-wanted' };
        page.postMessage(wanted, page.location.origin);
      }),
  };
}

function isMarked(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'mark' in data && data.mark === marker;
}

/** Writes them as a page would: our readers know that form. */
function asScripts(values: Partial<Record<string, string>>): string | null {
  const scripts = Object.entries(values).map(
    ([path, json = '{}']) => `<script>window.${path} = ${json.replaceAll('<', '\\u003c')};</script>`,
  );
  return scripts.length > 0 ? scripts.join('\n') : null;
}
