/** Allowed imports between workspaces. No line uses a line below it, and apps never use apps. */
export const workspaces: Record<string, readonly string[]> = {
  catalog: [],
  contract: ['catalog'],
  files: ['catalog', 'contract'],
  platforms: ['catalog', 'contract'],
  simulators: ['catalog', 'contract', 'platforms'],
  plugin: ['catalog', 'contract', 'platforms'],
  server: ['catalog', 'contract', 'files', 'platforms', 'simulators'],
  console: ['catalog', 'contract'],
};

/**
 * What the tests of a workspace may use in addition. Tests of a reader or lister stay beside it and run it against its
 * simulator; the program never imports a simulator, so none gets into the browser plugin.
 */
export const workspacesOfTests: Record<string, readonly string[]> = {
  platforms: ['simulators'],
  plugin: ['simulators'],
  // Browser tests write the workbooks that suppliers send.
  console: ['files'],
};

/** The third-party packages that the five lower workspaces may use; their tests may use more. */
export const packagesOf: Record<string, readonly string[]> = {
  catalog: ['zod/mini'],
  contract: ['zod/mini'],
  files: ['zod', 'yauzl', 'yazl', 'saxes', 'entities'],
  platforms: ['zod', 'zod/mini', 'cheerio', 'htmlparser2', 'robots-parser'],
  simulators: ['zod', 'graphql'],
};

/** What the server is built on: above `http`, every folder may use these. They use each other as the table says. */
export const below = [
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
  'stored-files',
  'services',
  'http',
];

/**
 * What each folder of the server may use in addition to itself. No file may use `main.ts`, the only one outside these
 * folders; `program`, which puts the parts together, may use all of them, and `cli` may use
 * `program` too.
 */
export const serverFolders: Record<string, readonly string[]> = {
  time: [],
  log: [],
  async: [],
  db: [],
  config: ['db'],
  background: ['time', 'log'],
  isolated: [],
  fetch: ['isolated'],
  seal: ['db', 'config', 'time'],
  'stored-files': ['config'],
  backup: ['db', 'config', 'seal', 'stored-files'],
  runs: ['time', 'log', 'db', 'background'],
  messages: ['time', 'log', 'db', 'config', 'background', 'seal'],
  services: ['time', 'log', 'db', 'config', 'seal', 'runs', 'messages', 'stored-files'],
  http: ['time', 'log', 'db', 'config', 'isolated', 'runs', 'services'],
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
  uploads: below,
  products: [...below, 'billing', 'images', 'notifications'],
  sources: [...below, 'messages', 'notifications'],
  collect: [...below, 'products', 'billing', 'sources'],
  plugin: [...below, 'collect', 'products', 'billing', 'sources'],
  recollect: [...below, 'collect', 'products', 'billing', 'notifications'],
  'team-marks': [...below, 'products', 'bulk-edits'],
  'saved-items': below,
  provenance: [...below, 'products', 'recollect'],
  'edit-rules': [...below, 'products', 'recollect', 'bulk-edits'],
  export: [...below, 'audit', 'products', 'images', 'notifications'],
  rules: [...below, 'products', 'stores', 'images'],
  'bulk-edits': [...below, 'products', 'rules', 'listing', 'stores'],
  imports: [
    ...below,
    'collect',
    'products',
    'billing',
    'notifications',
    'recollect',
    'images',
    'uploads',
    'bulk-edits',
  ],
  grid: [...below, 'products', 'rules', 'bulk-edits'],
  listing: [...below, 'products', 'stores', 'billing', 'rules', 'images'],
  'listing-states': [...below, 'products', 'stores', 'listing', 'rules', 'recollect', 'billing'],
  'listing-schedules': [...below, 'products', 'stores', 'rules', 'listing', 'billing'],
  copying: [...below, 'collect', 'products', 'stores', 'listing', 'billing'],
  tasks: [...below, 'collect', 'products', 'notifications'],
  search: [...below, 'news', 'products'],
  system: [...below, 'products', 'messages', 'audit', 'news', 'billing', 'sources'],
  dashboard: [...below, 'products', 'stores', 'collect', 'export', 'listing', 'news', 'figures'],
};

/** What each folder of `listing` may use in addition to itself: only folders above it in this table. */
export const listingFolders: Record<string, readonly string[]> = {
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
  'as-stored': ['states', 'ledger', 'runs', 'store-job', 'engine', 'actions'],
  decide: [
    'as-stored',
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
    'as-stored',
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
  audit: ['as-stored', 'ledger', 'runs', 'store-job', 'epoch', 'engine', 'resources'],
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
  api: ['as-stored', 'ledger', 'runs', 'rejections', 'engine', 'transport', 'actions', 'audit'],
};

/** What each layer of the console may use in addition to itself. */
export const consoleLayers: Record<string, readonly string[]> = {
  locales: [],
  assets: [],
  lib: ['locales'],
  ui: ['lib', 'assets'],
  features: ['lib', 'ui', 'assets'],
  gallery: ['lib', 'ui', 'assets', 'app'],
};

/** What each shared folder next to the platforms may use in addition to itself. Every platform may use them all. */
export const platformParts: Record<string, readonly string[]> = {
  reading: [],
  net: ['reading'],
  listing: ['net', 'reading'],
  collecting: ['net', 'reading', 'listing'],
  capturing: ['collecting', 'reading'],
};

/** What the platforms' simulators share; `store` and `storefront` show one shop from its two sides. */
export const simulatorParts: Record<string, readonly string[]> = {
  practice: [],
  store: ['storefront'],
  storefront: ['practice', 'store'],
};

/** Files next to the platforms, and next to their simulators, that list all of them. */
export const lists = [
  'packages/platforms/src/all.ts',
  'packages/platforms/src/collectors.ts',
  'packages/simulators/src/all.ts',
];

/** What others may use of a platform: its `index.ts`. */
export const platformDoors = /^packages\/platforms\/src\/[^/]+\/index\.ts$/;

/** The list for the plugin leaves out what writes to stores. */
export const collectorDoors = /^packages\/platforms\/src\/[^/]+\/(?:index|(?:collect\/)?collector)\.ts$/;

/** What each folder of the plugin may use in addition to itself and `messages.ts`. */
export const pluginFolders: Record<string, readonly string[]> = {
  texts: [],
  worker: [],
  page: ['texts'],
  popup: ['texts', 'worker'],
};

/** The parts of a platform's folder, which do not use each other. */
export const partsOfPlatform = new Set(['collect', 'list']);

/** The tables of which each must lead one way. */
export const arrows = {
  serverFolders,
  listingFolders,
  consoleLayers,
  platformParts,
  pluginFolders,
  workspaces,
};
