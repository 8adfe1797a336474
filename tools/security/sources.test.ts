import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesWith, programLines } from './sources.ts';

const lines = programLines(join(import.meta.dirname, '../..'));
const where = (pattern: RegExp) => filesWith(lines, pattern);

describe('the program', () => {
  it('is read', () => {
    expect(lines.length).toBeGreaterThan(50_000);
    expect(where(/export async function buildApp/)).toEqual(['apps/server/src/http/app.ts']);
  });

  it('makes no code of text [asvs 1.3.2] [asvs 1.2.3] [asvs 1.3.7]', () => {
    expect(where(/\beval\(|new Function\(|setTimeout\(\s*['"`]|\bimport\(\s*[^'"`\s)]/)).toEqual([]);
    // One place takes a function from a new global object; none runs text in one.
    expect(where(/node:vm/)).toEqual(['apps/server/src/http/protection/young-garbage.ts']);
    expect(where(/\brunIn\w*Context\b|\bnew Script\(|\bcompileFunction\b|\bSourceTextModule\b/)).toEqual([]);
  });

  it('starts programs by a list of arguments and never by a shell [asvs 1.2.5]', () => {
    expect(where(/node:child_process/)).toEqual([
      'apps/server/src/db/embedded/postmaster.ts',
      'apps/server/src/db/embedded/process.ts',
      'apps/server/src/db/embedded/run-as.ts',
      'apps/server/src/isolated/guardian.ts',
      'apps/server/src/isolated/process.ts',
    ]);
    // The guardian is a shell with a script of our own, into which nothing is written.
    expect(where(/import \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'|shell: true/)).toEqual([]);
  });

  it('writes values into SQL as parameters; what is put in as it stands comes from the code [asvs 1.2.4]', () => {
    const files = where(/\bsql\.raw\(/).filter((file) => !file.startsWith('apps/server/src/db/'));

    // Names of columns and their types, sort directions, and a number of our own.
    expect(files).toEqual([
      'apps/server/src/collect/saving/save-products.ts',
      'apps/server/src/edit-rules/list.ts',
      'apps/server/src/export/contents.ts',
      'apps/server/src/listing/ledger/apply.ts',
      'apps/server/src/products/list/filter.ts',
      'apps/server/src/products/list/mark-filter.ts',
      'apps/server/src/products/marks/set-marks.ts',
      'apps/server/src/products/write/insert.ts',
    ]);
  });

  it('makes no pattern of what somebody typed, but by RegExp.escape [asvs 1.2.9]', () => {
    const made = lines.filter(
      ({ text }) => /new RegExp\((?!['"])/.test(text) && !text.includes('RegExp.escape('),
    );

    // Built from names in the code; `syntax.ts` makes one of a single character class, and matches it with one character.
    expect([...new Set(made.map(({ file }) => file))]).toEqual([
      'packages/catalog/src/csv.ts',
      'packages/catalog/src/patterns/syntax.ts',
      'packages/catalog/src/similar/search-words.ts',
      'packages/contract/src/products/grid.ts',
      'packages/files/src/text/protection.ts',
      'packages/platforms/src/aliexpress/collect/lists/store-list.ts',
      'packages/platforms/src/capturing/capture.ts',
      'packages/platforms/src/collecting/wordpress/loop.ts',
      'packages/platforms/src/collecting/wordpress/shop-signs.ts',
      'packages/platforms/src/collecting/wordpress/sitemap.ts',
      'packages/platforms/src/reading/html/shown-description.ts',
      'packages/platforms/src/reading/price-text.ts',
      'packages/platforms/src/shopify/collect/reading-page/shown-price.ts',
    ]);
  });

  it('puts markup into a page cleaned by DOMPurify; elsewhere it is read in a template that shows nothing [asvs 3.2.2]', () => {
    expect(
      where(/innerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|outerHTML\s*=/i),
    ).toEqual([
      'apps/console/src/features/collect/result/result-source.tsx',
      'apps/console/src/features/news/articles/text-state.ts',
      'apps/console/src/features/products/sections/search-section.tsx',
      'apps/console/src/ui/text/html-loss.ts',
      'apps/console/src/ui/text/safe-html.tsx',
    ]);
    expect(where(/innerHTML/).filter((file) => !where(/createElement\('template'\)/).includes(file))).toEqual(
      [],
    );
    expect(where(/dangerouslySetInnerHTML/)).toEqual(where(/dangerouslySetInnerHTML=\{\{ __html: html \}\}/));
    expect(where(/const html = useMemo\(\(\) => safeHtml\(/)).toEqual(where(/dangerouslySetInnerHTML/));
    expect(where(/DOMPurify\.sanitize\(/)).toEqual([
      'apps/console/src/features/collect/result/result-source.tsx',
      'apps/console/src/ui/text/safe-html.tsx',
    ]);
  });

  it('takes its cryptography from Node, the browser and two libraries, in modes that hold [asvs 11.2.1] [asvs 11.3.1] [asvs 11.3.2] [asvs 11.4.1] [asvs 11.4.3] [asvs 11.2.3]', () => {
    const used = (pattern: RegExp) =>
      new Set(lines.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name)));

    expect(used(/create(?:Hash|Hmac)\('([^']+)'/g)).toEqual(new Set(['sha256']));
    expect(used(/create(?:Dec|C)ipheriv\(\s*'([^']+)'/g)).toEqual(new Set(['aes-256-gcm']));
    expect(where(/create(Hash|Hmac|Cipheriv|Decipheriv)\((?!')/)).toEqual([]);
    // A platform's own request signature, and a platform's own kind of names (RFC 4122): none of our security depends
    // on them.
    expect(where(/['"]SHA-?1['"]|['"]md5['"]/i)).toEqual([
      'apps/server/src/account/two-step/two-step.ts',
      'packages/platforms/src/alibaba/collect/api/signing.ts',
      'packages/platforms/src/net/signature.ts',
      'packages/platforms/src/shoplazza/list/write/uuid5.ts',
    ]);
  });

  it('draws what nobody may guess from the random source of the system [asvs 11.5.1] [asvs 6.5.3] [asvs 7.2.3]', () => {
    // Pauses, tips and window ids.
    expect(where(/Math\.random/)).toEqual([
      'apps/console/src/features/dashboard/workplace-page.tsx',
      'apps/console/src/lib/person/token.ts',
      'apps/plugin/src/worker/batch/batch-step.ts',
      'apps/server/src/listing/job/dry-run.ts',
    ]);
  });

  it('nowhere leaves out the check of a certificate or lowers the version of TLS [asvs 12.3.2] [asvs 12.1.1] [asvs 12.1.2]', () => {
    expect(
      where(
        /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|\b(minVersion|maxVersion|secureProtocol|ciphers)\b|sslmode=no/,
      ),
    ).toEqual([]);
  });

  it('sends a browser elsewhere in one place, to a path of its own [asvs 3.7.2] [asvs 4.1.2]', () => {
    expect(where(/\.redirect\(/)).toEqual(['apps/server/src/stores/routes.ts']);
    expect(where(/reply\.redirect\(`\/list\/card#/)).toEqual(['apps/server/src/stores/routes.ts']);
  });

  it('lets passwords be pasted and filled in by managers [asvs 6.2.7] [asvs 6.2.6]', () => {
    const account = lines.filter(({ file }) => file.startsWith('apps/console/src/features/account/'));

    expect(filesWith(account, /onPaste|preventDefault\(\).*paste|autoComplete="off"/)).toEqual([]);
    expect(filesWith(account, /type=\{shown \? 'text' : 'password'\}/)).toEqual([
      'apps/console/src/features/account/fields/secret-input.tsx',
    ]);
    expect(filesWith(account, /type="password"/)).toEqual([]);
  });
});
