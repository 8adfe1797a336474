import { quietly, type Watching } from './watch-calls.ts';

type Callback = (this: unknown, ...values: unknown[]) => unknown;

/**
 * Observes responses that come as a script which calls a function of the page (JSONP): neither `fetch` nor
 * `XMLHttpRequest` sees them. The function is wrapped when its script is added to the page or, if it is set later,
 * then; it gets the same values as before.
 */
export function watchJsonp(page: Window & typeof globalThis, { isWanted, hear }: Watching): void {
  /** The address whose response a function of this name receives now. */
  const addresses = new Map<string, string>();
  const ours = new WeakSet<Callback>();

  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        quietly(() => seen(node));
      }
    }
  });
  observer.observe(page.document, { childList: true, subtree: true });

  function seen(node: Node): void {
    if (!(node instanceof page.HTMLScriptElement) || node.src === '' || !isWanted(node.src)) {
      return;
    }
    const name = new URL(node.src).searchParams.get('callback') ?? '';
    if (/^[\w$]{1,80}$/.test(name)) {
      addresses.set(name, node.src);
      wrap(name);
    }
  }

  function wrap(name: string): void {
    const known: unknown = Reflect.get(page, name);
    if (isCallback(known)) {
      Reflect.set(page, name, listening(name, known));
      return;
    }
    let held: unknown = known;
    Object.defineProperty(page, name, {
      configurable: true,
      enumerable: true,
      get: () => held,
      set(value: unknown) {
        held = isCallback(value) ? listening(name, value) : value;
      },
    });
  }

  function listening(name: string, own: Callback): Callback {
    if (ours.has(own)) {
      return own;
    }
    const wrapped: Callback = function (this: unknown, ...values) {
      quietly(() => hear(addresses.get(name) ?? '', JSON.stringify(values[0])));
      return Reflect.apply(own, this, values);
    };
    ours.add(wrapped);
    return wrapped;
  }
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}
