import { vi } from 'vitest';

/** An in-memory fake of the browser APIs that the worker uses. */
export interface FakeChrome {
  stored: Map<string, unknown>;
  alarms: Map<string, number>;
  badge: { text: string; color: string };
  tabs: Map<number, { id: number; url: string; status: string }>;
  /** Returns the response of the script in a tab; `undefined`: there is none. */
  page: (url: string) => unknown;
  /** Origins (`https://shop.example/*`) that the person has not allowed. */
  closed: Set<string>;
  /** Makes the next write fail, as with a full storage. */
  fillStorage(): void;
}

/** Installs a fake `chrome` until the test's globals are restored. */
export function fakeChrome(config: object = {}): FakeChrome {
  const fake: FakeChrome = {
    stored: new Map(),
    alarms: new Map(),
    badge: { text: '', color: '' },
    tabs: new Map(),
    page: () => undefined,
    closed: new Set(),
    fillStorage: () => {
      full = true;
    },
  };
  let full = false;
  let lastTab = 0;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const tabNow = (tabId: number) => {
    const tab = fake.tabs.get(tabId);
    if (tab === undefined) {
      throw new Error(`No tab with id: ${tabId}.`);
    }
    return tab;
  };
  vi.stubGlobal('chrome', {
    storage: {
      local: {
        // Each call takes a turn, as in the real one: unguarded steps would conflict.
        async get(key: string) {
          await turn();
          return fake.stored.has(key) ? { [key]: structuredClone(fake.stored.get(key)) } : {};
        },
        async set(values: Record<string, unknown>) {
          await turn();
          if (full) {
            full = false;
            throw new Error('Resource::kQuotaBytes quota exceeded');
          }
          for (const [key, value] of Object.entries(values)) {
            fake.stored.set(key, structuredClone(value));
          }
        },
        async remove(keys: string | string[]) {
          await turn();
          for (const key of [keys].flat()) {
            fake.stored.delete(key);
          }
        },
      },
    },
    alarms: {
      create: async (name: string, { when }: { when: number }) => fake.alarms.set(name, when),
      clear: async (name: string) => fake.alarms.delete(name),
    },
    action: {
      setBadgeText: async ({ text }: { text: string }) => {
        fake.badge.text = text;
      },
      setBadgeBackgroundColor: async ({ color }: { color: string }) => {
        fake.badge.color = color;
      },
      setBadgeTextColor: async () => {},
    },
    tabs: {
      async create({ url }: { url: string }) {
        lastTab += 1;
        const tab = { id: lastTab, url, status: 'complete' };
        fake.tabs.set(lastTab, tab);
        return tab;
      },
      update: async (tabId: number, { url }: { url: string }) => Object.assign(tabNow(tabId), { url }),
      get: async (tabId: number) => tabNow(tabId),
      remove: async (tabId: number) => {
        fake.tabs.delete(tabId);
      },
      async sendMessage(tabId: number) {
        const answer = fake.page(tabNow(tabId).url);
        if (answer === undefined) {
          throw new Error('Could not establish connection. Receiving end does not exist.');
        }
        return answer;
      },
    },
    scripting: { executeScript: async () => Promise.reject(new Error('Cannot access contents of the page')) },
    permissions: {
      contains: async ({ origins }: { origins: string[] }) => origins.every((each) => !fake.closed.has(each)),
    },
    runtime: {
      id: 'plugin',
      getURL: (path: string) => `chrome-extension://plugin/${path}`,
      getManifest: () => ({ version: '0.1.0' }),
    },
    i18n: { getUILanguage: () => 'pt-PT' },
  });
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    String(address) === 'chrome-extension://plugin/config.json'
      ? Promise.resolve(Response.json(config))
      : consoleFetch(address, init),
  );
  return fake;
}

let consoleFetch: (address: string, init?: RequestInit) => Promise<Response> = () =>
  Promise.reject(new TypeError('Failed to fetch'));

export interface Call {
  path: string;
  token: string | null;
  body: { id: string; products?: { title: string }[]; url?: string; code?: string };
}

/** Installs a console that responds to the worker's calls from now on; received calls are recorded in order. */
export function fakeConsole(answer: (call: Call) => Response | Promise<Response>): Call[] {
  const heard: Call[] = [];
  consoleFetch = async (address, init) => {
    const call: Call = {
      path: new URL(address).pathname.replace('/shop-reptile/api', ''),
      token: new Headers(init?.headers).get('access-token'),
      body: JSON.parse(String(init?.body)),
    };
    heard.push(call);
    return await answer(call);
  };
  return heard;
}

/** Returns the response of a console that accepted a delivery. */
export function taken(): Response {
  return Response.json({
    data: {
      state: 'taken',
      runId: '01980000-0000-7000-8000-000000000000',
      added: 1,
      changed: 0,
      unchanged: 0,
      collectedIds: [],
    },
  });
}

export function refused(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message: '', params: {} }, { status, headers });
}

/** Returns the id of a person in these tests. */
export const personId = (number: number) => `01980000-0000-7000-8000-00000000000${number}`;

/** Pairs the worker with this person's console. */
export function pairedAs(fake: FakeChrome, person = 'Ann'): void {
  fake.stored.set('pairing', {
    console: 'https://console.example',
    person,
    personId: personId(1),
    token: `token of ${person}`,
    endedBy: null,
    language: 'zh-CN',
  });
}
