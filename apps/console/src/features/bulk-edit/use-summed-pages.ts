import { useCallback, useEffect, useState } from 'react';

/** What the pages of an answer add up to, so far. */
export interface SummedPages<Request, Sums> {
  /** The sums of the pages read so far; of an earlier request until the first page arrives. */
  sums: Sums | null;
  /** The request that the sums are of. */
  of: Request | null;
  /** Every page of it was read. */
  complete: boolean;
  failure: unknown;
  retry(): void;
}

/** How a request is read page by page; both are functions of a module, so that they stay the same. */
interface Pages<Request, Page, Sums> {
  read(request: Request, after: string | null, signal: AbortSignal): Promise<Page>;
  add(sums: Sums | null, page: Page): Sums;
}

/** Reads page by page what a request would do, and adds it up; another request ends the reading of the one before. */
export function useSummedPages<Request, Page extends { next: string | null }, Sums>(
  request: Request | null,
  { read, add }: Pages<Request, Page, Sums>,
): SummedPages<Request, Sums> {
  const [state, setState] = useState<Omit<SummedPages<Request, Sums>, 'retry'>>({
    sums: null,
    of: null,
    complete: false,
    failure: null,
  });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads the same request again.
  useEffect(() => {
    if (request === null) {
      return;
    }
    const stop = new AbortController();
    const readAll = async () => {
      let sums: Sums | null = null;
      let after: string | null = null;
      do {
        const page: Page = await read(request, after, stop.signal);
        if (stop.signal.aborted) {
          return;
        }
        const added: Sums = add(sums, page);
        sums = added;
        after = page.next;
        setState({ sums: added, of: request, complete: after === null, failure: null });
      } while (after !== null);
    };
    setState((held) => ({ ...held, failure: null }));
    readAll().catch((failure: unknown) => {
      if (!stop.signal.aborted) {
        setState((held) => ({ ...held, complete: false, failure }));
      }
    });
    return () => stop.abort();
  }, [request, attempt, read, add]);

  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  return { ...state, retry };
}
