import { describe, expect, it } from 'vitest';
import { wrongImports } from './import-rules.ts';
import { readSource } from './imports.ts';
import { declared } from './testing/repository.ts';

const wrongIn = (path: string, text: string) => wrongImports([readSource(path, text)], declared);

describe('an import against the architecture', () => {
  it.each([
    [
      'up to another workspace',
      'packages/catalog/src/a.ts',
      `import { x } from '@bowerbird/contract/errors'`,
    ],
    ['from one app to another', 'apps/server/src/a.ts', `import { x } from '@bowerbird/console/app'`],
    ['from the console to platforms', 'apps/console/src/app/a.tsx', `import '@bowerbird/platforms/all'`],
    [
      'by a path around the arrows',
      'packages/catalog/src/a.ts',
      `import { x } from '../../contract/src/errors.ts'`,
    ],
    [
      'of a simulator by a platform',
      'packages/platforms/src/shopify/list.ts',
      `import { sdl } from '@bowerbird/simulators/shopify/schema'`,
    ],
    [
      'of a simulator by the plugin',
      'apps/plugin/src/a.ts',
      `import { simulators } from '@bowerbird/simulators/all'`,
    ],
    [
      'of a simulator by its path',
      'packages/platforms/src/shopify/list.test.ts',
      `import { sdl } from '../../../simulators/src/shopify/schema.ts'`,
    ],
    [
      'from one simulator to another',
      'packages/simulators/src/shopline/a.ts',
      `import { x } from '../shopify/shop.ts'`,
    ],
    [
      'from a simulator to another platform',
      'packages/simulators/src/shopline/a.ts',
      `import { x } from '@bowerbird/platforms/shopify/collect/schema'`,
    ],
    ['out to the tools', 'apps/server/src/a.ts', `import { x } from '../../../tools/x.ts'`],
    [
      'of oneself by name',
      'packages/catalog/src/a.ts',
      `import { x } from '@bowerbird/catalog/pricing/price'`,
    ],
    ['of types alone', 'packages/catalog/src/a.ts', `import type { X } from '@bowerbird/contract/errors'`],
    ['inside a type', 'packages/catalog/src/a.ts', `type X = import('@bowerbird/contract/errors').ErrorCode`],
    ['without names', 'packages/catalog/src/a.ts', `import '@bowerbird/contract/errors'`],
    ['at run time', 'packages/catalog/src/a.ts', `const x = await import('@bowerbird/contract/errors')`],
    [
      'at run time, quoted otherwise',
      'packages/catalog/src/a.ts',
      'const x = import(`@bowerbird/contract/errors`)',
    ],
    ['given on', 'packages/catalog/src/a.ts', `export { x } from '@bowerbird/contract/errors'`],
    ['by require', 'packages/contract/src/a.ts', `const fs = require('fs')`],
    ['by resolving', 'packages/contract/src/a.ts', `import.meta.resolve('node:fs')`],
    ['of Node, bare', 'packages/platforms/src/a.ts', `import { readFileSync } from 'fs'`],
    ['of Node', 'packages/platforms/src/shopify/collect.ts', `import { readFileSync } from 'node:fs'`],
    ['of a package off the short list', 'packages/catalog/src/a.ts', `import x from 'lodash'`],
    ['of GraphQL by a platform', 'packages/platforms/src/shopify/a.ts', `import { parse } from 'graphql'`],
    ['of the large zod', 'packages/contract/src/a.ts', `import { z } from 'zod'`],
    ['of the large zod in the console', 'apps/console/src/lib/a.ts', `import { z } from 'zod'`],
    [
      'from one platform to another',
      'packages/platforms/src/shopline/list/a.ts',
      `import { x } from '../../shopify/index.ts'`,
    ],
    [
      'of testing by a platform',
      'packages/platforms/src/shopify/list/a.ts',
      `import { x } from '../../testing/replay.ts'`,
    ],
    [
      'of the writing part by the reading part, which runs in browsers',
      'packages/platforms/src/shopline/collect/a.ts',
      `import { x } from '../list/b.ts'`,
    ],
    [
      'of the whole platform by a part of it',
      'packages/platforms/src/shopline/list/a.ts',
      `import { x } from '../index.ts'`,
    ],
    [
      'in a loose file of a platform',
      'packages/platforms/src/shopline/a.ts',
      `import { x } from '../collecting/collect.ts'`,
    ],
    ['from products to collect', 'apps/server/src/products/a.ts', `import { x } from '../collect/b.ts'`],
    ['from collect to listing', 'apps/server/src/collect/a.ts', `import { x } from '../listing/b.ts'`],
    ['from export to stores', 'apps/server/src/export/a.ts', `import { x } from '../stores/b.ts'`],
    ['of the dashboard', 'apps/server/src/account/a.ts', `import { x } from '../dashboard/b.ts'`],
    ['of access', 'apps/server/src/account/a.ts', `import { x } from '../access/b.ts'`],
    ['from db to a feature', 'apps/server/src/db/a.ts', `import { x } from '../products/b.ts'`],
    [
      'from db to the services',
      'apps/server/src/db/a.ts',
      `import type { Services } from '../services/services.ts'`,
    ],
    [
      'of the composition by a feature',
      'apps/server/src/products/a.ts',
      `import { openProgram } from '../program/open.ts'`,
    ],
    ['of main.ts', 'apps/server/src/program/a.ts', `import '../main.ts'`],
    ['of the command line by the program', 'apps/server/src/program/a.ts', `import { x } from '../cli/a.ts'`],
    ['of the command line by a feature', 'apps/server/src/products/a.ts', `import { x } from '../cli/a.ts'`],
    ['by a file outside the folders', 'apps/server/src/loose.ts', `import { x } from './db/database.ts'`],
    ['of a file outside the folders', 'apps/server/src/db/a.ts', `import { x } from '../loose.ts'`],
    ['from time to the log', 'apps/server/src/time/a.ts', `import type { Log } from '../log/log.ts'`],
    ['from runs to a feature', 'apps/server/src/runs/a.ts', `import { x } from '../collect/b.ts'`],
    ['of a folder nobody placed', 'apps/server/src/novelty/a.ts', `import { x } from '../products/b.ts'`],
    [
      'from feature to feature',
      'apps/console/src/features/collect/a.tsx',
      `import { x } from '../products/b.tsx'`,
    ],
    [
      'from a piece to a feature',
      'apps/console/src/ui/a.tsx',
      `import { x } from '../features/products/b.tsx'`,
    ],
    [
      'from a feature to the frame',
      'apps/console/src/features/products/a.tsx',
      `import { x } from '../../app/b.tsx'`,
    ],
    [
      'of test tools by the program',
      'apps/server/src/products/a.ts',
      `import { x } from '../../testing/database/database.ts'`,
    ],
    [
      'of what is beside src by the program',
      'apps/server/src/products/a.ts',
      `import { x } from '../../build/x.ts'`,
    ],
    ['of vitest by the program', 'apps/server/src/products/a.ts', `import { it } from 'vitest'`],
    [
      'of the list of all by a platform',
      'packages/platforms/src/shopify/list/a.ts',
      `import { platforms } from '../../all.ts'`,
    ],
    [
      'of the list of all by what platforms share',
      'packages/platforms/src/listing/a.ts',
      `import { platforms } from '../all.ts'`,
    ],
    [
      'of the collectors by a platform',
      'packages/platforms/src/shopify/collect/a.ts',
      `import { collectors } from '../../collectors.ts'`,
    ],
    [
      'of a platform by what platforms share',
      'packages/platforms/src/collecting/a.ts',
      `import { x } from '../shopify/collect/page.ts'`,
    ],
    [
      'of a platform by a file beside them',
      'packages/platforms/src/context.ts',
      `import { x } from './shopify/index.ts'`,
    ],
    [
      'from reading to collecting',
      'packages/platforms/src/reading/a.ts',
      `import { x } from '../collecting/b.ts'`,
    ],
    [
      'from listing to collecting',
      'packages/platforms/src/listing/a.ts',
      `import { x } from '../collecting/b.ts'`,
    ],
    [
      'of a simulator by what simulators share',
      'packages/simulators/src/storefront/a.ts',
      `import { x } from '../shopify/shop.ts'`,
    ],
    [
      'past the index.ts of a platform, by the list of all',
      'packages/platforms/src/all.ts',
      `import { x } from './shopify/collect/page.ts'`,
    ],
    [
      'past the index.ts of a platform, by the server',
      'apps/server/src/collect/a.ts',
      `import { x } from '@bowerbird/platforms/shopify/collect/page/page'`,
    ],
    [
      'past the index.ts of a platform, by the plugin',
      'apps/plugin/src/worker/a.ts',
      `import { x } from '@bowerbird/platforms/shopify/collect/page/page'`,
    ],
    ['up inside listing', 'apps/server/src/listing/ledger/a.ts', `import { x } from '../engine/b.ts'`],
    [
      'of the type of what is above',
      'apps/server/src/listing/runs/a.ts',
      `import type { X } from '../api/b.ts'`,
    ],
    ['to the rim of listing', 'apps/server/src/listing/ledger/a.ts', `import { x } from '../loose.ts'`],
    ['from the worker to the popup', 'apps/plugin/src/worker/a.ts', `import { x } from '../popup/b.ts'`],
    ['of main.tsx', 'apps/console/src/app/a.tsx', `import '../main.tsx'`],
    ['of the gallery by the frame', 'apps/console/src/app/a.tsx', `const x = import('../gallery/b.tsx')`],
    ['of the gallery by main.tsx', 'apps/console/src/main.tsx', `import './gallery/b.tsx'`],
    ['of what nobody declared', 'apps/server/src/products/a.ts', `import x from 'left-pad'`],
    ['of a package of another workspace', 'apps/console/src/lib/a.ts', `import pg from 'pg'`],
    [
      'of a package for development by the program',
      'apps/server/src/a/a.ts',
      `import { x } from 'smtp-server'`,
    ],
    ['of what others depend on', 'apps/server/src/products/a.test.ts', `import x from 'cron-parser'`],
    [
      'of a package by its path',
      'apps/server/src/db/a.ts',
      `import x from '../../../../node_modules/pg/lib/index.js'`,
    ],
    ['from the root of the disk', 'apps/server/src/db/a.ts', `import x from '/tmp/x.ts'`],
    ['by an address', 'apps/server/src/db/a.ts', `import x from 'file:///tmp/x.ts'`],
    ['by data', 'apps/server/src/db/a.ts', `import x from 'data:text/javascript,1'`],
    ['of a computed name', 'apps/server/src/products/a.ts', 'const x = await import(where)'],
    ['with an encoded path', 'apps/server/src/products/a.ts', `import x from '../%63ollect/b.ts'`],
    ['out of a workspace', 'apps/server/src/db/a.ts', `import x from '@bowerbird/contract/../../../tools/x'`],
    ['of a private name', 'apps/server/src/db/a.ts', `import x from '#products'`],
    ['with a query', 'apps/server/src/products/a.ts', `import x from '../collect/b.ts?raw'`],
    [
      'by a thread',
      'apps/server/src/products/a.ts',
      `const thread = new Worker(new URL('../collect/thread/b.ts', import.meta.url))`,
    ],
    ['the old way', 'packages/contract/src/a.ts', `import fs = require('fs')`],
    ['the old way, with a computed name', 'apps/server/src/db/a.ts', `const x = require(name)`],
    ['without an ending', 'apps/server/src/products/a.ts', `import { x } from './b'`],
    [
      'of a workspace with an ending',
      'apps/server/src/a.ts',
      `import { x } from '@bowerbird/catalog/price.ts'`,
    ],
    ['through a barrel', 'apps/server/src/products/a.ts', `export * from './b.ts'`],
  ])('%s is caught', (_kind, path, text) => {
    expect(wrongIn(path, text)).not.toEqual([]);
  });

  it('includes a drawer for whatever comes', () => {
    expect(wrongIn('apps/server/src/products/utils.ts', '')).toHaveLength(1);
  });
});

describe('an import the architecture wants', () => {
  it.each([
    ['packages/contract/src/a.ts', `import { Product } from '@bowerbird/catalog/product'`],
    ['packages/catalog/src/a.ts', `import { z } from 'zod/mini'`],
    ['packages/catalog/src/a.test.ts', `import { readFileSync } from 'node:fs'`],
    ['packages/platforms/src/shopify/index.ts', `export { list } from './list.ts'`],
    ['packages/platforms/src/all.ts', `import { shopify } from './shopify/index.ts'`],
    ['packages/platforms/src/shopify/collect/a.ts', `import { x } from '../../collecting/b.ts'`],
    ['packages/platforms/src/platform.ts', `import type { X } from './listing/lister.ts'`],
    ['apps/server/src/stores/a.ts', `import { shopify } from '@bowerbird/platforms/shopify/index'`],
    ['apps/server/src/listing/engine/a.ts', `import { x } from '../ledger/b.ts'`],
    ['apps/server/src/main.ts', `import { openProgram } from './program/open.ts'`],
    ['apps/server/src/cli/a.ts', `import { openProgram } from '../program/open.ts'`],
    ['apps/server/src/products/a.test.ts', `import { x } from '../../testing/database/database.ts'`],
    ['packages/platforms/src/shopify/a.test.ts', `import { x } from '@bowerbird/simulators/shopify/shop'`],
    [
      'packages/simulators/src/shopify/a.ts',
      `import { x } from '@bowerbird/platforms/shopify/collect/schema'`,
    ],
    ['packages/simulators/src/all.ts', `import { x } from './shopify/shop.ts'`],
    ['apps/server/src/simulator/a.ts', `import { simulators } from '@bowerbird/simulators/all'`],
    ['apps/server/src/listing/a.ts', `import { x } from '../stores/b.ts'`],
    ['apps/server/src/products/a.ts', `import { asOwner } from '../db/database.ts'`],
    ['apps/server/src/runs/routes.ts', `import { serve } from '../http/serve.ts'`],
    ['apps/console/src/features/products/a.tsx', `import { Button } from '../../ui/button.tsx'`],
    ['apps/console/src/app/a.tsx', `const page = import('../features/products/products-page.tsx')`],
    ['apps/plugin/e2e/a.e2e.ts', `import { startProduct } from '../../console/e2e/product.ts'`],
  ])('from %s: %s', (path, text) => {
    expect(wrongIn(path, text)).toEqual([]);
  });
});
