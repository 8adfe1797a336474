/** Handles a response that a page received: called once, with its text. */
export type Hear = (address: string, text: string) => void;

export interface Watching {
  /** Whether responses from this address are wanted. */
  isWanted(address: string): boolean;
  hear: Hear;
}

/** The page's own objects that are observed. */
export type PageWindow = Pick<typeof globalThis, 'fetch' | 'XMLHttpRequest'>;

/** Observes what the page requests with `fetch`. The page gets exactly the promise that it would have got. */
export function watchFetch(page: PageWindow, { isWanted, hear }: Watching): void {
  const own = page.fetch;
  page.fetch = function fetch(this: unknown, ...given: Parameters<typeof own>) {
    const answer = Reflect.apply(own, this ?? page, given);
    quietly(() => {
      const address = addressOf(given[0]);
      if (isWanted(address)) {
        // Before the page's own reading of it, which comes later: a body can be read once.
        // biome-ignore lint/plugin: the page reads the same body whole, in the merchant's own browser
        answer.then(async (response) => hear(address, await response.clone().text())).catch(() => {});
      }
    });
    return answer;
  };
}

/** Observes what the page requests with `XMLHttpRequest`. */
export function watchXhr(page: PageWindow, { isWanted, hear }: Watching): void {
  const { prototype } = page.XMLHttpRequest;
  const own = prototype.open;
  prototype.open = function open(this: XMLHttpRequest, ...given: unknown[]): void {
    quietly(() => {
      const address = String(given[1]);
      if (isWanted(address)) {
        this.addEventListener('load', () => quietly(() => hear(address, textOf(this))), { once: true });
      }
    });
    // Passed on unchanged: `open` takes two arguments or five, which a single signature cannot express.
    Reflect.apply(own, this, given as Parameters<typeof own>);
  } as typeof own;
}

function textOf(request: XMLHttpRequest): string {
  const { responseType } = request;
  if (responseType === '' || responseType === 'text') {
    return request.responseText;
  }
  return responseType === 'json' ? JSON.stringify(request.response) : '';
}

function addressOf(input: string | URL | Request): string {
  return typeof input === 'string' ? input : 'url' in input ? input.url : input.href;
}

/** Runs the work and ignores its errors: they must not affect the page. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The page continues as if it were not observed.
  }
}
