import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ast from 'typescript/unstable/ast';
import { API, SignatureKind, SymbolFlags, TypeFlags, type Project, type Signature, type Type } from 'typescript/unstable/sync';
import { ConstantTexts, NotConstant } from './constant-texts.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const product = /^(apps|libs)\/[^/]+\/src\/.+\.ts$/;
/** They run what the product does not: migrations, and what only tests ask. */
const others = /^libs\/(database|testing|local-servers)\//;
const runsStatements = /^libs\/database\/src\/statements\//;
const beginsLikeOne = /^\s*(SELECT|WITH|INSERT INTO|UPDATE|DELETE FROM)\s/;

/** What a row may hold under a name: `string`, `number`, `Date`, …, `null`; `any` for what is not said. */
export interface Property {
  name: string;
  isOptional: boolean;
  kinds: string[];
}

export interface ProductStatement {
  /** File and line of where it is run. */
  where: string;
  text: string;
  /** The properties of the row that is declared for it; none if its rows are not read. */
  properties: Property[];
}

export interface Found {
  statements: ProductStatement[];
  /** Why a text cannot be worked out without running the product. */
  notConstant: string[];
  /** Texts that begin like a statement and are not marked. */
  unmarked: string[];
}

/** Every statement that the product runs, with every text that it may have. */
export function productStatements(): Found {
  const api = new API({ cwd: repository });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [`${repository}tsconfig.check.json`] });
    return new Finder(snapshot.getProjects()[0]!).found;
  } finally {
    api.close();
  }
}

class Finder {
  readonly found: Found = { statements: [], notConstant: [], unmarked: [] };
  private readonly texts: ConstantTexts;
  private readonly textsOfVersions: ConstantTexts;

  constructor(private readonly project: Project) {
    this.texts = new ConstantTexts(project);
    this.textsOfVersions = new ConstantTexts(project, true);
    for (const name of project.program.getSourceFileNames()) {
      const path = pathOf(name);
      const file = product.test(path) && !others.test(path) ? project.program.getSourceFile(name) : undefined;
      if (file) this.look(file);
    }
  }

  private look(node: ast.Node): void {
    if (ast.isCallExpression(node)) this.lookAtCall(node);
    const text = ast.isTemplateExpression(node)
      ? node.head.text
      : ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node)
        ? node.text
        : '';
    if (beginsLikeOne.test(text) && !ast.isTaggedTemplateExpression(node.parent)) this.found.unmarked.push(whereIs(node));
    node.forEachChild((child) => this.look(child));
  }

  private lookAtCall(call: ast.CallExpression): void {
    const [text] = call.arguments;
    if (!text || !ast.isPropertyAccessExpression(call.expression)) return;
    const method = call.expression.name.text;
    const namesAVersion = method === 'execute' && ast.isTaggedTemplateExpression(text);
    if (!namesAVersion && !['rows', 'send', 'sendFor'].includes(method)) return;
    const signature = this.project.checker.getResolvedSignature(call);
    const declaration = signature?.declaration?.resolve(this.project);
    if (!signature || !declaration || !runsStatements.test(pathOf(declaration.getSourceFile().fileName))) return;
    const where = whereIs(call);
    const properties = this.propertiesOf(signature);
    try {
      const texts = namesAVersion ? this.textsOfVersions.of(text).flatMap(overParents) : this.texts.of(text);
      this.found.statements.push(...texts.map((one) => ({ where, text: one, properties })));
    } catch (error) {
      if (!(error instanceof NotConstant)) throw error;
      this.found.notConstant.push(`${where}: ${error.message}`);
    }
  }

  /** A list of rows, a promise of one, or a function that gives one. */
  private propertiesOf(signature: Signature): Property[] {
    const { checker } = this.project;
    const returned = checker.getReturnTypeOfSignature(signature)!;
    if (returned.flags & TypeFlags.Void) return [];
    const [function_] = checker.getSignaturesOfType(returned, SignatureKind.Call);
    const list = function_ ? checker.getReturnTypeOfSignature(function_)! : argumentOf(this.project, returned);
    return checker.getPropertiesOfType(argumentOf(this.project, list)).map((property) => ({
      name: property.name,
      isOptional: (property.flags & SymbolFlags.Optional) !== 0,
      kinds: this.kindsOf(checker.getTypeOfSymbol(property)!),
    }));
  }

  private kindsOf(type: Type): string[] {
    const parts = type.isUnionType() ? type.getTypes() : [type];
    return [...new Set(parts.map((part) => this.kindOf(part)))];
  }

  private kindOf(type: Type): string {
    const plain = plainKinds.find(([flags]) => type.flags & flags);
    if (plain) return plain[1];
    if (this.project.checker.isArrayType(type))
      return `${this.kindsOf(argumentOf(this.project, type))
        .filter((kind) => kind !== 'null')
        .join('|')}[]`;
    const name = type.getSymbol()?.name;
    return name === 'Date' || name === 'Buffer' ? name : 'object';
  }
}

const plainKinds: [TypeFlags, string][] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
  [TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter | TypeFlags.Never, 'any'],
];

/**
 * An import computes the names of its tables. A table with the rows of a version has the columns of its parent. Lines of trade are first copied
 * into a table that no migration knows, so what reads that table is left out.
 */
function overParents(text: string): string[] {
  return text.includes('registry.trade_line_1') ? [] : [text.replace(/(registry\.\w+)_1\b/g, '$1')];
}

function argumentOf({ checker }: Project, type: Type): Type {
  return type.isTypeReference() ? checker.getTypeArguments(type)[0]! : type;
}

function pathOf(fileName: string): string {
  return relative(dirname(`${repository}.`), fileName)
    .split(sep)
    .join('/');
}

function whereIs(node: ast.Node): string {
  const file = node.getSourceFile();
  const line = file.text.slice(0, node.getStart(file)).split('\n').length;
  return `${pathOf(file.fileName)}:${line}`;
}
