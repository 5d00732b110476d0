import { SymbolFlags, TypeFlags, type Project, type Symbol } from 'typescript/unstable/sync';
import * as ast from 'typescript/unstable/ast';
import type { Expression, Node, ParameterDeclaration } from 'typescript/unstable/ast';

/** A value that is known without running anything. An object gives what it holds when it is asked. */
type Constant = string | number | boolean | null | Constant[] | Known | Closure;
class Known {
  constructor(readonly members: Record<string, () => Constant[]>) {}
}
class Closure {
  constructor(
    readonly code: ast.ArrowFunction | ast.FunctionExpression | ast.FunctionDeclaration,
    readonly scope: Scope,
  ) {}
}
/** What parameters are bound to, by the id of their symbol. */
type Scope = Map<number, Constant[]>;

/** Says what could not be told without running the code. */
export class NotConstant extends Error {}

/** What a value that is known only when the code runs is taken for, by its type. */
const standIns: [TypeFlags, Constant][] = [
  [TypeFlags.Number, 1],
  [TypeFlags.String, 'any'],
];

/** Works out every text that an expression may become: a choice, or a value of several literal types, becomes one text for each. */
export class ConstantTexts {
  constructor(
    private readonly project: Project,
    private readonly takesStandIns = false,
  ) {}

  of(expression: Expression): string[] {
    return [...new Set(this.values(expression, new Map()).map(String))];
  }

  private values(node: Node, scope: Scope): Constant[] {
    if (ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node)) return [node.text];
    if (ast.isNumericLiteral(node)) return [Number(node.text)];
    if (node.kind === ast.SyntaxKind.NullKeyword) return [null];
    if (ast.isTaggedTemplateExpression(node)) return this.values(node.template, scope);
    if (ast.isTemplateExpression(node)) return this.filledIn(node, scope);
    if (ast.isParenthesizedExpression(node) || ast.isAsExpression(node) || ast.isSatisfiesExpression(node) || ast.isNonNullExpression(node))
      return this.values(node.expression, scope);
    if (ast.isConditionalExpression(node)) return [...this.values(node.whenTrue, scope), ...this.values(node.whenFalse, scope)];
    if (ast.isBinaryExpression(node)) return this.computed(node, scope);
    if (ast.isArrayLiteralExpression(node)) return everyChoice(node.elements.map((element) => this.values(element, scope)));
    if (ast.isObjectLiteralExpression(node)) return [this.known(node, scope)];
    if (ast.isArrowFunction(node) || ast.isFunctionExpression(node)) return [new Closure(node, scope)];
    if (ast.isPropertyAccessExpression(node)) return this.orLiteral(node, () => this.member(node.expression, [node.name.text], scope));
    if (ast.isElementAccessExpression(node))
      return this.orLiteral(node, () => this.member(node.expression, this.values(node.argumentExpression, scope), scope));
    if (ast.isIdentifier(node)) return this.orLiteral(node, () => this.bound(this.project.checker.getSymbolAtLocation(node), node, scope));
    if (ast.isCallExpression(node)) return this.called(node, scope);
    return unknown(node);
  }

  private filledIn(node: ast.TemplateExpression, scope: Scope): string[] {
    const choices = everyChoice(node.templateSpans.map(({ expression }) => this.values(expression, scope)));
    return choices.map(
      (values) => node.head.text + values.map((value, i) => `${textOf(value, node)}${node.templateSpans[i]?.literal.text}`).join(''),
    );
  }

  private computed(node: ast.BinaryExpression, scope: Scope): Constant[] {
    return everyChoice([this.values(node.left, scope), this.values(node.right, scope)]).map(([one, other]) => {
      if (typeof one !== 'number' || typeof other !== 'number') return unknown(node);
      if (node.operatorToken.kind === ast.SyntaxKind.AsteriskToken) return one * other;
      return node.operatorToken.kind === ast.SyntaxKind.PlusToken ? one + other : unknown(node);
    });
  }

  private known(node: ast.ObjectLiteralExpression, scope: Scope): Known {
    const { checker } = this.project;
    const members = node.properties.map((property) => {
      if (ast.isPropertyAssignment(property)) return [property.name.getText(), () => this.values(property.initializer, scope)] as const;
      if (!ast.isShorthandPropertyAssignment(property)) return unknown(property);
      return [property.name.getText(), () => this.bound(checker.getShorthandAssignmentValueSymbol(property), property, scope)] as const;
    });
    return new Known(Object.fromEntries(members));
  }

  private member(object: Expression, names: Constant[], scope: Scope): Constant[] {
    return this.values(object, scope).flatMap((one) =>
      names.flatMap((name) => (one instanceof Known && one.members[textOf(name, object)]?.()) || unknown(object)),
    );
  }

  private bound(found: Symbol | undefined, node: Node, scope: Scope): Constant[] {
    if (!found) return unknown(node);
    const symbol = found.flags & SymbolFlags.Alias ? this.project.checker.getAliasedSymbol(found) : found;
    const given = scope.get(symbol.id);
    if (given) return given;
    const declaration = symbol.valueDeclaration?.resolve(this.project);
    if (!declaration) return unknown(node);
    if (ast.isFunctionDeclaration(declaration)) return [new Closure(declaration, scope)];
    if (!ast.isVariableDeclaration(declaration)) return unknown(node);
    if (declaration.initializer) return this.values(declaration.initializer, scope);
    const loop = declaration.parent.parent;
    return ast.isForOfStatement(loop)
      ? this.values(loop.expression, scope).flatMap((list) => (Array.isArray(list) ? list : unknown(node)))
      : unknown(node);
  }

  /** What cannot be followed may still be one of a few literals by its type. */
  private orLiteral(node: Node, follow: () => Constant[]): Constant[] {
    try {
      return follow();
    } catch (error) {
      const type = this.project.checker.getTypeAtLocation(node);
      const types = type?.isUnionType() ? type.getTypes() : type && [type];
      if (!(error instanceof NotConstant) || !types) throw error;
      if (types.every((one) => one.isStringLiteralType())) return types.map((one) => one.value as string);
      const standIn = this.takesStandIns && standIns.find(([flags]) => types.every((one) => one.flags & flags));
      if (!standIn) throw error;
      return [standIn[1]];
    }
  }

  private called(node: ast.CallExpression, scope: Scope): Constant[] {
    const method = ast.isPropertyAccessExpression(node.expression) ? node.expression : undefined;
    const [first] = node.arguments;
    if (method?.name.text === 'join' && first)
      return everyChoice([this.values(method.expression, scope), this.values(first, scope)]).map(([list, between]) =>
        Array.isArray(list) ? list.map((one) => textOf(one, node)).join(textOf(between, node)) : unknown(node),
      );
    return this.values(node.expression, scope).flatMap((code) => {
      if (!(code instanceof Closure)) return unknown(node);
      const given = node.arguments.map((argument) => orUndefined(() => this.values(argument, scope)));
      return this.returned(code, given);
    });
  }

  private returned({ code, scope }: Closure, given: (Constant[] | undefined)[]): Constant[] {
    const inner: Scope = new Map(scope);
    code.parameters.forEach((parameter, i) => this.bind(parameter, given[i], inner));
    const { body } = code;
    if (!body) return unknown(code);
    if (!ast.isBlock(body)) return this.values(body, inner);
    return body.statements.filter(ast.isReturnStatement).flatMap(({ expression }) => (expression ? this.values(expression, inner) : []));
  }

  private bind({ name }: ParameterDeclaration, given: Constant[] | undefined, scope: Scope): void {
    const { checker } = this.project;
    const set = (node: Node, values: Constant[]) => scope.set(checker.getSymbolAtLocation(node)!.id, values);
    if (!given) return;
    if (ast.isIdentifier(name)) set(name, given);
    else if (ast.isObjectBindingPattern(name))
      for (const { name: inner, propertyName } of name.elements)
        if (inner)
          set(
            inner,
            given.flatMap((one) => (one instanceof Known && one.members[(propertyName ?? inner).getText()]?.()) || unknown(inner)),
          );
  }
}

function everyChoice(lists: Constant[][]): Constant[][] {
  return lists.reduce<Constant[][]>((before, list) => before.flatMap((one) => list.map((value) => [...one, value])), [[]]);
}

function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotConstant) return undefined;
    throw error;
  }
}

function unknown(node: Node): never {
  throw new NotConstant(node.getText().slice(0, 60));
}

function textOf(value: Constant | undefined, node: Node): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : unknown(node);
}
