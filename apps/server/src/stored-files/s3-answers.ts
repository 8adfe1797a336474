import { AppError } from '@bowerbird/contract/errors';
import { readBytes } from '@bowerbird/platforms/net/body';
import { SaxesParser } from 'saxes';

/** A list of a thousand keys takes some 400 kB. */
const answerBytesMax = 4_000_000;

/** One element of an answer with the texts of its leaves, such as `Contents` with `Key`, `Size`, `LastModified`. */
export type Leaves = Record<string, string>;

/**
 * Reads an answer of an S3 API: the texts of the leaves outside the named elements, and each of these with its own
 * leaves. Throws `files.store-unreachable` for what is no such answer.
 */
export async function readAnswer(
  answer: Response,
  repeated: string,
): Promise<{ leaves: Leaves; items: Leaves[] }> {
  const text = new TextDecoder().decode(await readBytes(answer, answerBytesMax));
  const leaves: Leaves = {};
  const items: Leaves[] = [];
  let item: Leaves | null = null;
  let content = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    content = '';
    if (name === repeated) {
      item = {};
      items.push(item);
    }
  });
  parser.on('text', (part) => {
    content += part;
  });
  parser.on('closetag', ({ name }) => {
    if (name === repeated) {
      item = null;
    } else {
      (item ?? leaves)[name] = content;
    }
    content = '';
  });
  parser.on('error', (error) => {
    throw unreachable(`answered what is no XML: ${error.message}`);
  });
  parser.write(text).close();
  return { leaves, items };
}

/** Returns the error for an answer that is not the expected one, with the store's own code where it names one. */
export async function refused(answer: Response, what: string): Promise<AppError> {
  const { leaves } = await readAnswer(answer, '').catch(() => ({ leaves: {} as Leaves }));
  const said = [leaves.Code, leaves.Message].filter(Boolean).join(': ');
  return unreachable(`${what} was answered ${answer.status}${said && ` (${said})`}`);
}

/** How long a run waits before it tries again, in milliseconds. */
const waitMs = 10_000;

export function unreachable(detail: string, cause?: unknown): AppError {
  return new AppError('files.store-unreachable', detail, { cause, waitMs });
}
