import { builtinModules } from 'node:module';
import type { Import, SourceFile } from './imports.ts';

/** Allowed imports between workspaces. No line uses a line below it, and apps never use apps. */
const workspaces: Record<string, readonly string[]> = {
  catalog: [],
  contract: ['catalog'],
  platforms: ['catalog', 'contract'],
  simulators: ['catalog', 'contract', 'platforms'],
  plugin: ['catalog', 'contract', 'platforms'],
  server: ['catalog', 'contract', 'platforms', 'simulators'],
  console: ['catalog', 'contract'],
};

/**
 * What the tests of a workspace may use in addition. Tests of a reader or lister stay beside it and run it against its
 * simulator; the program never imports a simulator, so none gets into the browser plugin.
 */
const workspacesOfTests: Record<string, readonly string[]> = {
  platforms: ['simulators'],
  plugin: ['simulators'],
};

/** The third-party packages that the four lower workspaces may use; their tests may use more. */
const packagesOf: Record<string, readonly string[]> = {
  catalog: ['zod/mini'],
  contract: ['zod/mini'],
  platforms: ['zod', 'zod/mini', 'cheerio', 'htmlparser2', 'robots-parser'],
  simulators: ['zod', 'graphql'],
};

/** What the server is built on: above `http`, every folder may use these. They use each other as the table says. */
const below = [
  'time',
  'log',
  'async',
  'db',
  'config',
  'background',
  'fetch',
  'isolated',
  'seal',
  'runs',
  'services',
  'http',
];

/**
 * What each folder of the server may use in addition to itself. No file may use `main.ts`, the only one outside these
 * folders; `program`, which puts the parts together, may use all of them, and `cli` may use
 * `program` too.
 */
const serverFolders: Record<string, readonly string[]> = {
  time: [],
  log: [],
  async: [],
  db: [],
  config: ['db'],
  background: ['time', 'log'],
  isolated: [],
  fetch: ['isolated'],
  seal: ['db', 'config', 'time'],
  backup: ['db', 'config', 'seal'],
  runs: ['time', 'log', 'db', 'background'],
  messages: ['time', 'log', 'db', 'config', 'background', 'seal'],
  services: ['time', 'log', 'db', 'config', 'seal', 'runs', 'messages'],
  http: ['time', 'log', 'db', 'config', 'runs', 'services'],
  audit: below,
  figures: ['db'],
  platforms: [...below, 'stores'],
  notifications: [...below, 'messages'],
  billing: [...below, 'messages', 'notifications'],
  account: [...below, 'messages', 'notifications', 'billing', 'figures', 'news', 'images'],
  access: [...below, 'account', 'messages', 'notifications', 'billing'],
  news: below,
  simulator: below,
  stores: [...below, 'billing'],
  images: below,
  products: [...below, 'billing', 'images'],
  sources: [...below, 'messages', 'notifications'],
  collect: [...below, 'products', 'billing', 'sources'],
  plugin: [...below, 'collect', 'products', 'billing', 'sources'],
  recollect: [...below, 'collect', 'products', 'billing', 'notifications'],
  export: [...below, 'products', 'images'],
  rules: [...below, 'products', 'stores', 'images'],
  listing: [...below, 'products', 'stores', 'billing', 'rules', 'images'],
  'listing-states': [...below, 'products', 'stores', 'listing', 'rules', 'recollect', 'billing'],
  'listing-schedules': [...below, 'products', 'stores', 'rules', 'listing', 'billing'],
  copying: [...below, 'collect', 'products', 'stores', 'listing', 'billing'],
  tasks: [...below, 'collect', 'products', 'notifications'],
  search: [...below, 'news', 'products'],
  system: [...below, 'messages', 'audit', 'news', 'billing', 'sources'],
  dashboard: [...below, 'products', 'stores', 'collect', 'export', 'listing', 'news', 'figures'],
};

/** What each folder of `listing` may use in addition to itself: only folders above it in this table. */
const listingFolders: Record<string, readonly string[]> = {
  states: [],
  ledger: [],
  runs: [],
  rejections: ['runs'],
  'store-job': ['ledger', 'runs', 'rejections'],
  epoch: ['ledger', 'store-job'],
  engine: ['ledger', 'runs', 'store-job', 'epoch'],
  resources: ['ledger', 'store-job', 'epoch', 'engine'],
  'look-ups': ['ledger', 'store-job', 'epoch', 'engine'],
  transport: ['ledger', 'runs', 'store-job', 'epoch', 'engine', 'resources'],
  actions: ['ledger', 'runs', 'store-job', 'engine'],
  decide: [
    'states',
    'ledger',
    'runs',
    'store-job',
    'epoch',
    'engine',
    'resources',
    'look-ups',
    'transport',
    'actions',
  ],
  after: [
    'ledger',
    'runs',
    'store-job',
    'epoch',
    'engine',
    'resources',
    'look-ups',
    'transport',
    'actions',
    'decide',
  ],
  audit: ['ledger', 'runs', 'store-job', 'epoch', 'engine', 'resources'],
  job: [
    'states',
    'ledger',
    'runs',
    'rejections',
    'store-job',
    'epoch',
    'engine',
    'look-ups',
    'transport',
    'decide',
    'after',
    'audit',
  ],
  api: ['ledger', 'runs', 'rejections', 'engine', 'transport', 'actions', 'audit'],
};

/** What each layer of the console may use in addition to itself. */
const consoleLayers: Record<string, readonly string[]> = {
  locales: [],
  assets: [],
  lib: ['locales'],
  ui: ['lib', 'assets'],
  features: ['lib', 'ui', 'assets'],
};

/** What each shared folder next to the platforms may use in addition to itself. Every platform may use them all. */
const platformParts: Record<string, readonly string[]> = {
  reading: [],
  net: ['reading'],
  listing: ['net', 'reading'],
  collecting: ['net', 'reading', 'listing'],
  capturing: ['collecting', 'reading'],
};

/** What the platforms' simulators share; `store` and `storefront` show one shop from its two sides. */
const simulatorParts: Record<string, readonly string[]> = {
  practice: [],
  store: ['storefront'],
  storefront: ['practice', 'store'],
};

/** Files next to the platforms, and next to their simulators, that list all of them. */
const lists = [
  'packages/platforms/src/all.ts',
  'packages/platforms/src/collectors.ts',
  'packages/simulators/src/all.ts',
];

/** What others may use of a platform: its `index.ts`, and the product CSV, which is Shopify's in every export. */
const platformDoors = /^packages\/platforms\/src\/(?:[^/]+\/index\.ts|shopify\/csv\/[^/]+)$/;

/** The list for the plugin leaves out what writes to stores. */
const collectorDoors = /^packages\/platforms\/src\/[^/]+\/(?:index|(?:collect\/)?collector)\.ts$/;

/** What each folder of the plugin may use in addition to itself and `messages.ts`. */
const pluginFolders: Record<string, readonly string[]> = {
  texts: [],
  worker: [],
  page: ['texts'],
  popup: ['texts', 'worker'],
};

/** The parts of a platform's folder, which do not use each other. */
const partsOfPlatform = new Set(['collect', 'list', 'csv']);

const drawers = /(^|\/)(utils?|helpers?|common|shared|misc|lib\/utils)(\/|\.tsx?$)/;
/** Modules that the build of the console makes. */
const built = /^virtual:catalogue\//;
const builtins = new Set(builtinModules);

/** For a file, the packages that it may import: those which the `package.json` of its workspace names. */
export type DeclaredPackages = (path: string) => ReadonlySet<string>;

/** The tables above, each of which must lead one way. */
export const arrows = {
  serverFolders,
  listingFolders,
  consoleLayers,
  platformParts,
  pluginFolders,
  workspaces,
};

/** Returns every import that violates the architecture, one line each. */
export function wrongImports(files: readonly SourceFile[], declared: DeclaredPackages): string[] {
  return [
    ...files.flatMap((file) =>
      file.imports.flatMap((each) =>
        [...rules, undeclared(declared)]
          .map((rule) => rule(file.path, each))
          .filter((why) => why !== undefined)
          .map((why) => `${file.path} imports ${each.name}: ${why}`),
      ),
    ),
    ...files.filter(({ path }) => drawers.test(path)).map(({ path }) => `${path}: name the thing inside`),
  ];
}

type Rule = (path: string, imported: Import) => string | undefined;

const rules: readonly Rule[] = [
  function workspaceArrows(path, { name, file }) {
    const [from, to] = [
      workspaceOf(path),
      name.startsWith('@bowerbird/') ? name.split('/')[1] : workspaceOf(file),
    ];
    if (isEndToEnd(path) && isEndToEnd(file ?? '')) {
      // The whole product is started in one way, whichever part a test covers.
      return undefined;
    }
    if (from === undefined || to === undefined) {
      return from !== undefined && file !== undefined
        ? 'nothing in packages or apps uses what is outside'
        : undefined;
    }
    if (from === to) {
      return name.startsWith('@bowerbird/') ? 'inside a workspace imports are relative' : undefined;
    }
    const allowed = [...(workspaces[from] ?? []), ...(isTest(path) ? (workspacesOfTests[from] ?? []) : [])];
    return allowed.includes(to) && name.startsWith('@bowerbird/') ? undefined : `${from} may not use ${to}`;
  },

  function endings(_path, { name }) {
    if (name.startsWith('.')) {
      return /\.[a-z]+(\?[a-z]+)?$/.test(name) ? undefined : 'the ending is written out';
    }
    return /^@bowerbird\/.*\.tsx?$/.test(name) ? 'a workspace import has no ending' : undefined;
  },

  function noNode(path, { name }) {
    return isLower(path) && isBuiltin(name) ? 'only tests use Node here' : undefined;
  },

  function shortList(path, { name, file }) {
    const allowed = packagesOf[workspaceOf(path) ?? ''];
    if (
      !allowed ||
      !isLower(path) ||
      file !== undefined ||
      isBuiltin(name) ||
      name.startsWith('@bowerbird/')
    ) {
      return undefined;
    }
    return allowed.includes(name) ? undefined : 'this package is not on the short list';
  },

  function smallZod(path, { name }) {
    return workspaceOf(path) === 'console' && name === 'zod' ? 'the console uses zod/mini' : undefined;
  },

  function writtenPlainly(path, { name }) {
    const computed = name === '' && !isTest(path) && !path.startsWith('tools/');
    const odd = /[%\\]|^(?:\/|[a-z]+:)/.test(name) && !name.startsWith('node:') && !built.test(name);
    return computed || odd || /^[^.].*\/\.\.?(?:\/|$)/.test(name) ? 'a module is named plainly' : undefined;
  },

  function onePlatformAtATime(path, { file }) {
    const [from, to] = [platformOf(path), platformOf(file)];
    if (isTest(path) || !path.startsWith('packages/')) {
      return undefined;
    }
    if (to === 'testing') {
      return 'only tests use testing';
    }
    if (to === undefined || from === to || lists.includes(path)) {
      return undefined;
    }
    const shared = { ...platformParts, ...simulatorParts };
    if (from === undefined || !(from in shared)) {
      // The files beside the platforms name none of them.
      return to in shared
        ? undefined
        : from === undefined
          ? 'only lists name platforms'
          : 'no platform uses another';
    }
    const ofPlatforms = path.startsWith('packages/simulators/') && to in platformParts;
    return ofPlatforms || shared[from]?.includes(to) ? undefined : `${from} may not use ${to}`;
  },

  function platformLists(path, { file }) {
    const inside = /^packages\/(?:platforms|simulators)\/src\//.test(path);
    return inside && !isTest(path) && !lists.includes(path) && lists.includes(file ?? '')
      ? 'no platform uses the list of all'
      : undefined;
  },

  function platformDoor(path, { file }) {
    const outside = !/^(?:packages\/(?:platforms|simulators)|tools)\//.test(path) && !isTest(path);
    const to = folderIn('packages/platforms/src', file);
    if (!(outside || lists.includes(path)) || to === undefined || to in platformParts) {
      return undefined;
    }
    const doors = path === 'packages/platforms/src/collectors.ts' ? collectorDoors : platformDoors;
    return doors.test(file ?? '') ? undefined : 'a platform is used by its index.ts';
  },

  function pluginArrows(path, { file }) {
    const plugin = 'apps/plugin/src';
    const [from, to] = [folderIn(plugin, path), folderIn(plugin, file)];
    if (isTest(path) || !file?.startsWith(`${plugin}/`) || from === to) {
      return undefined;
    }
    const messages = to === undefined && file === `${plugin}/messages.ts`;
    return messages || pluginFolders[from ?? '']?.includes(to ?? '')
      ? undefined
      : `${from} may not use ${file}`;
  },

  function partsOfOnePlatform(path, { file }) {
    const [from, to] = [partOfPlatform(path), partOfPlatform(file)];
    if (from === undefined || from.part === 'index.ts' || isTest(path)) {
      return undefined;
    }
    if (!partsOfPlatform.has(from.part)) {
      return 'every file of a platform is in one of its parts';
    }
    return to !== undefined && to.platform === from.platform && to.part !== from.part
      ? `${from.part} of a platform may not use ${to.part}`
      : undefined;
  },

  function serverArrows(path, { file }) {
    const server = 'apps/server/src';
    if (!path.startsWith(`${server}/`) || !file?.startsWith(`${server}/`) || isTest(path)) {
      return undefined;
    }
    const [from, to] = [folderIn(server, path), folderIn(server, file)];
    if (to === undefined) {
      return 'main.ts stands above all, and every other file of the server is in a folder';
    }
    if (from === undefined || from === to) {
      return path === `${server}/main.ts` || from === to
        ? undefined
        : 'every file of the server is in a folder';
    }
    const assembles = from === 'cli' || (from === 'program' && to !== 'cli');
    const routesOfRuns = path === `${server}/runs/routes.ts` && to === 'http';
    return assembles || routesOfRuns || serverFolders[from]?.includes(to)
      ? undefined
      : `${from} may not use ${to}`;
  },

  function listingArrows(path, { file }) {
    const listing = 'apps/server/src/listing';
    if (!path.startsWith(`${listing}/`) || !file?.startsWith(`${listing}/`) || isTest(path)) {
      return undefined;
    }
    const [from, to] = [folderIn(listing, path), folderIn(listing, file)];
    if (from === undefined || to === undefined) {
      return 'every file of listing is in one of its folders';
    }
    return from === to || listingFolders[from]?.includes(to)
      ? undefined
      : `${from} of listing may not use ${to}`;
  },

  function consoleArrows(path, { file }) {
    const [from, to] = [folderIn('apps/console/src', path), folderIn('apps/console/src', file)];
    if (file === 'apps/console/src/main.tsx') {
      return 'main.tsx stands above all';
    }
    if (from === undefined || to === undefined || from === 'app' || isTest(path)) {
      return undefined;
    }
    if (from === to) {
      const [one, other] = [
        folderIn('apps/console/src/features', path),
        folderIn('apps/console/src/features', file),
      ];
      return one === other ? undefined : 'no feature uses another';
    }
    return consoleLayers[from]?.includes(to) ? undefined : `${from} may not use ${to}`;
  },

  function noTestsInTheProgram(path, { name, file }) {
    const testing = file !== undefined && isTest(file);
    const tools = ['vitest', 'fast-check', 'happy-dom', '@playwright/test'].includes(name);
    return (testing || tools) && !isTest(path) && !path.startsWith('tools/')
      ? 'only tests use it'
      : undefined;
  },

  function programInSrc(path, { file }) {
    const src = /^(?:packages|apps)\/[^/]+\/src\//.exec(path)?.[0];
    return src === undefined || file === undefined || isTest(path) || inWorkspaceOtherThan(src, file)
      ? undefined
      : file.startsWith(src)
        ? undefined
        : 'the program uses only what is in src';
  },

  function noBarrels(path, { exported, file }) {
    const platformDoor = /^packages\/platforms\/src\/[^/]+\/index\.ts$/.test(path);
    return exported && file !== undefined && !platformDoor
      ? 'a file gives on only what is its own'
      : undefined;
  },
];

/** Reports whether this file is in another workspace; `src` ends with `/src/`. */
function inWorkspaceOtherThan(src: string, file: string): boolean {
  return !file.startsWith(src.slice(0, -'src/'.length));
}

/** Packages that come by chance, through another package, are gone with its next version. */
function undeclared(declared: DeclaredPackages): Rule {
  return (path, { name, file }) => {
    if (file !== undefined || name === '' || isBuiltin(name) || built.test(name)) {
      return undefined;
    }
    const wanted = name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/');
    return declared(path).has(wanted) ? undefined : 'its package.json does not name this package';
  };
}

function workspaceOf(path: string | undefined): string | undefined {
  return /^(packages|apps)\/(?<name>[^/]+)\//.exec(path ?? '')?.groups?.name;
}

/** Returns the platform whose folder, or whose simulator's folder, this file is in. */
function platformOf(path: string | undefined): string | undefined {
  return folderIn('packages/platforms/src', path) ?? folderIn('packages/simulators/src', path);
}

/** Returns the platform of a file and the first name below its folder; undefined for what platforms share. */
function partOfPlatform(path: string | undefined): { platform: string; part: string } | undefined {
  const [, platform = '', part = ''] = /^packages\/platforms\/src\/([^/]+)\/([^/]+)/.exec(path ?? '') ?? [];
  return platform === '' || platform === 'testing' || platformParts.has(platform)
    ? undefined
    : { platform, part };
}

function folderIn(parent: string, path: string | undefined): string | undefined {
  const rest = path?.startsWith(`${parent}/`) ? path.slice(parent.length + 1) : undefined;
  return rest?.includes('/') ? rest.split('/')[0] : undefined;
}

/** Reports whether a file is program code of the workspaces that must also run in a browser. */
function isLower(path: string): boolean {
  return /^packages\/[^/]+\/src\//.test(path) && !isTest(path);
}

function isEndToEnd(path: string): boolean {
  return /^apps\/[^/]+\/e2e\//.test(path);
}

/** Reports whether this file is a test, or what only tests, builds and proofs use. */
export function isTest(path: string): boolean {
  return /\.(?:test|real)\.tsx?$|\/testing\.ts$|\/testing\/|\/e2e\/|\/vitest\.config\.ts$/.test(path);
}

function isBuiltin(name: string): boolean {
  return name.startsWith('node:') || builtins.has(name);
}
