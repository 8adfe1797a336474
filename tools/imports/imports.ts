import { posix } from 'node:path';
import ts from 'typescript';

/** One imported module name in a source file, in any syntax. */
export interface Import {
  /** As written; empty where it is computed. */
  name: string;
  /** The file of this repository that it names, from the root; undefined for a third-party package. */
  file: string | undefined;
  /** Re-exports what it imports (`export ... from`). */
  exported: boolean;
}

export interface SourceFile {
  /** From the root, with slashes: `packages/catalog/src/product.ts`. */
  path: string;
  imports: Import[];
}

/**
 * Reads a file with the compiler's own parser: static, bare, dynamic, type and re-exporting imports, `require`,
 * `import.meta.resolve`, and the modules of threads and processes: `new URL('./thread.ts', import.meta.url)`.
 */
export function readSource(path: string, text: string): SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found) {
      imports.push({ exported: false, ...found, file: fileOf(path, found.name) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, imports };
}

type Found = Pick<Import, 'name'> & Partial<Import>;

function importOf(node: ts.Node): Found | undefined {
  if (ts.isImportDeclaration(node)) {
    return { name: nameIn(node.moduleSpecifier) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    return { name: nameIn(node.moduleSpecifier), exported: true };
  }
  if (ts.isExternalModuleReference(node)) {
    return { name: nameIn(node.expression) };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { name: nameIn(node.argument.literal) };
  }
  if (ts.isCallExpression(node) && loadsModule(node.expression)) {
    return { name: nameIn(node.arguments[0]) };
  }
  return moduleByUrl(node);
}

function nameIn(node: ts.Node | undefined): string {
  return node && ts.isStringLiteralLike(node) ? node.text : '';
}

function moduleByUrl(node: ts.Node): Found | undefined {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'URL') {
    return undefined;
  }
  const name = nameIn(node.arguments?.[0]);
  const base = node.arguments?.[1];
  const fromHere = base && ts.isPropertyAccessExpression(base) && ts.isMetaProperty(base.expression);
  return fromHere && /^\.\.?\/.*\.tsx?$/.test(name) ? { name } : undefined;
}

function loadsModule(called: ts.Expression): boolean {
  if (called.kind === ts.SyntaxKind.ImportKeyword) {
    return true;
  }
  if (ts.isIdentifier(called)) {
    return called.text === 'require';
  }
  return (
    ts.isPropertyAccessExpression(called) &&
    called.name.text === 'resolve' &&
    ts.isMetaProperty(called.expression)
  );
}

function fileOf(importer: string, name: string): string | undefined {
  if (name.startsWith('.')) {
    return posix.normalize(posix.join(posix.dirname(importer), name.replace(/\?.*$/, '')));
  }
  const ours = /^@bowerbird\/(?<workspace>[^/]+)\/(?<inside>.+)$/.exec(name)?.groups;
  return ours ? `${folderOf(ours.workspace ?? '')}/src/${ours.inside}.ts` : undefined;
}

function folderOf(workspace: string): string {
  return ['catalog', 'contract', 'platforms', 'simulators'].includes(workspace)
    ? `packages/${workspace}`
    : `apps/${workspace}`;
}
