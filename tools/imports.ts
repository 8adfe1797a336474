import { posix } from 'node:path';
import ts from 'typescript';

/** One imported module name in a source file, in any syntax. */
export interface Import {
  /** As written. */
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
 * Reads a file with the compiler's own parser: static, bare, dynamic, type and re-exporting imports, `require` and
 * `import.meta.resolve`.
 */
export function readSource(path: string, text: string): SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found) {
      imports.push({ ...found, file: fileOf(path, found.name) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, imports };
}

function importOf(node: ts.Node): Omit<Import, 'file'> | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return { name: node.moduleSpecifier.text, exported: false };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return { name: node.moduleSpecifier.text, exported: true };
  }
  if (
    ts.isImportTypeNode(node) &&
    ts.isLiteralTypeNode(node.argument) &&
    ts.isStringLiteral(node.argument.literal)
  ) {
    return { name: node.argument.literal.text, exported: false };
  }
  if (ts.isCallExpression(node) && loadsModule(node.expression)) {
    const [name] = node.arguments;
    return name && ts.isStringLiteralLike(name) ? { name: name.text, exported: false } : undefined;
  }
  return undefined;
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
    return posix.normalize(posix.join(posix.dirname(importer), name));
  }
  const ours = /^@bowerbird\/(?<workspace>[^/]+)\/(?<inside>.+)$/.exec(name)?.groups;
  return ours ? `${folderOf(ours.workspace ?? '')}/src/${ours.inside}.ts` : undefined;
}

function folderOf(workspace: string): string {
  return ['catalog', 'contract', 'platforms', 'simulators'].includes(workspace)
    ? `packages/${workspace}`
    : `apps/${workspace}`;
}
