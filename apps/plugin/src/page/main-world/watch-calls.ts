/** What is done with an answer that a page received: told once, with its text. */
export type Hear = (address: string, text: string) => void;

export interface Watching {
  /** Whether answers from this address are listened to. */
  isWanted(address: string): boolean;
  hear: Hear;
}

/** The page's own objects that are listened to. */
export type PageWindow = Pick<typeof globalThis, 'fetch' | 'XMLHttpRequest'>;

/** Hears what the page asks for with `fetch`. The page gets the very promise that it would have got. */
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

/** Hears what the page asks for with `XMLHttpRequest`. */
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
    // Passed on as it came: `open` takes two arguments or five, which a type of one form cannot say.
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

/** Whatever goes wrong with listening is no concern of the page's. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The page goes on as if nobody listened.
  }
}
