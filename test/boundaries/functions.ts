import { type ESTree, parseSync, Visitor } from 'vite'

/** A function or a test, and its length in lines. */
export type Measured = { name: string; file: string; lines: number }

type Span = { start: number; end: number }

/** Returns the named functions of a file: declarations, methods and functions that are assigned to a name. */
export function functionsIn(file: string, text: string): Measured[] {
  const found: Measured[] = []
  const add = (name: string, body: Span) => found.push({ name, file, lines: linesOf(text, body) })
  visit(file, text, {
    FunctionDeclaration: node => add(node.id?.name ?? 'default', node),
    MethodDefinition: node => add(nameOf(node.key), node),
    VariableDeclarator: node => isFunction(node.init) && add(nameOf(node.id), node),
    Property: node => isFunction(node.value) && add(nameOf(node.key), node),
  })
  return found
}

/** Returns the tests of a file, including those over a table of cases. */
export function testsIn(file: string, text: string): Measured[] {
  const found: Measured[] = []
  visit(file, text, {
    CallExpression: node => {
      const [name, ...rest] = node.arguments
      const body = rest.find(isFunction)
      if (body && /^test\b/.test(text.slice(node.start, node.end)))
        found.push({ name: nameOf(name), file, lines: linesOf(text, body) })
    },
  })
  return found
}

function visit(file: string, text: string, visitor: ConstructorParameters<typeof Visitor>[0]): void {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  new Visitor(visitor).visit(program)
}

function isFunction(node: unknown): node is ESTree.Function | ESTree.ArrowFunctionExpression {
  const { type } = (node ?? {}) as { type?: string }
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression'
}

function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: string; value?: unknown }
  return name ?? String(value)
}

function linesOf(text: string, { start, end }: Span): number {
  return text.slice(start, end).split('\n').length
}
