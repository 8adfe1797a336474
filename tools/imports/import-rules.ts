import { builtinModules } from 'node:module';
import {
  collectorDoors,
  consoleLayers,
  listingFolders,
  lists,
  packagesOf,
  partsOfPlatform,
  platformDoors,
  platformParts,
  pluginFolders,
  serverFolders,
  simulatorParts,
  workspaces,
  workspacesOfTests,
} from './import-layers.ts';
import type { Import, SourceFile } from './imports.ts';

const drawers = /(^|\/)(utils?|helpers?|common|shared|misc|lib\/utils)(\/|\.tsx?$)/;
/** Modules that the build of the console makes. */
const built = /^virtual:catalogue\//;
const builtins = new Set(builtinModules);

/** What reads a file's bytes and unpacks them; browsers load nothing of it. */
const readsFiles = /^packages\/files\/src\/(?:source|xlsx|zip)\//;

/** For a file, the packages that it may import: those which the `package.json` of its workspace names. */
export type DeclaredPackages = (path: string) => ReadonlySet<string>;

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
    return isLower(path) && isBuiltin(name) && !readsFiles.test(path)
      ? 'only tests use Node here'
      : undefined;
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
    if (isTest(path) || !path.startsWith(`${plugin}/`) || !file?.startsWith(`${plugin}/`) || from === to) {
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
    if (to === 'gallery' && from !== 'gallery') {
      return 'the gallery is in no build';
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
  return platform === '' || platform === 'testing' || platform in platformParts
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
