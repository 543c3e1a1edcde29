import {
  charactersPerStep,
  FieldFault,
  itemsPerStep,
  maxTemplateSteps,
  placed,
  type TemplateFault,
  type TemplateField,
} from './fields.js'
import type { FilterMode } from './filters.js'
import { SafeMarkdown } from './markdown-values.js'
import type { Filtered, TemplateCondition, TemplateNode, TemplateOperand, TemplatePath } from './nodes.js'
import { type TemplateOutput, templateOutput } from './output.js'
import type { ParsedTemplate } from './parse.js'
import { below, compared, contains, isSame, isTruthy, lengthOf } from './values.js'

/** What a template makes of a JSON value. Empty keys and an empty channel are absent. */
export type RenderedTemplate = {
  text: string
  threadKey: string
  updateKey: string
  channel: string
  close: boolean
}

export type TemplateRendering =
  | ({ outcome: 'rendered' } & RenderedTemplate)
  | { outcome: 'left_out' } // its `only_if` does not hold
  | { outcome: 'failed'; fault: TemplateFault }

/**
 * Renders a template over a JSON value. Pure, so the same template and value always have the same result. Never throws. All
 * fields share the limit of steps.
 */
export function renderTemplate(template: ParsedTemplate, value: unknown): TemplateRendering {
  const run: Run = { steps: 0, root: value }
  const scope = { value, position: undefined, outer: undefined }
  let field: TemplateField = 'only_if'
  const text = (name: TemplateField, nodes: TemplateNode[], mode: FilterMode) => {
    field = name
    const output = templateOutput(mode)
    renderNodes(run, nodes, scope, output)
    return output.text().trim()
  }
  const condition = (name: TemplateField, of: TemplateCondition | undefined, otherwise: boolean) => {
    field = name
    return of ? holds(run, of, scope) : otherwise
  }
  try {
    if (!condition('only_if', template.onlyIf, true)) return { outcome: 'left_out' }
    return {
      outcome: 'rendered',
      text: text('text', template.markdown, 'markdown'),
      threadKey: text('thread_key', template.threadKey, 'plain'),
      updateKey: text('update_key', template.updateKey, 'plain'),
      channel: text('channel', template.channel, 'plain'),
      close: condition('close', template.close, false),
    }
  } catch (error) {
    return { outcome: 'failed', fault: placed(error, field, template.sources[field]) }
  }
}

type Run = { steps: number; root: unknown }

/** The value that `this` means, and its place in the list or object of the innermost `each`. */
type Scope = {
  value: unknown
  position: { index: number; key: string | number; isLast: boolean } | undefined
  outer: Scope | undefined
}

/** Counts a step, and more for a large value. */
function step(run: Run, at: number, value?: unknown): void {
  run.steps +=
    1 +
    Math.floor(typeof value === 'string' ? value.length / charactersPerStep : itemsIn(value) / itemsPerStep)
  if (run.steps > maxTemplateSteps)
    throw new FieldFault(
      `The template takes more than ${maxTemplateSteps} steps for this JSON. Loop over a shorter list.`,
      at,
      'too_many_steps',
    )
}

function itemsIn(value: unknown): number {
  return typeof value === 'object' ? lengthOf(value) : 0
}

function renderNodes(run: Run, nodes: TemplateNode[], scope: Scope, output: TemplateOutput): void {
  for (const node of nodes) {
    step(run, node.at)
    if (node.kind === 'text') output.addMarkdown(node.text, node.at)
    else if (node.kind === 'value') renderValue(run, node, scope, output)
    else if (node.kind === 'each') renderEach(run, node, scope, output)
    else renderIf(run, node, scope, output)
  }
}

function renderValue(
  run: Run,
  { value, at }: TemplateNode & { kind: 'value' },
  scope: Scope,
  output: TemplateOutput,
): void {
  const shown = evaluated(run, value, scope)
  if (shown instanceof SafeMarkdown && shown.shown !== undefined) step(run, at, output.text())
  output.add(shown, at)
}

function renderEach(
  run: Run,
  { of, body, otherwise, at }: TemplateNode & { kind: 'each' },
  scope: Scope,
  output: TemplateOutput,
): void {
  const value = evaluated(run, of, scope)
  const isList = typeof value === 'object' && value !== null
  const keys = isList && !Array.isArray(value) ? Object.keys(value) : undefined
  const length = keys?.length ?? (Array.isArray(value) ? value.length : 0)
  if (length === 0) renderNodes(run, otherwise, scope, output)
  for (let index = 0; index < length; index++) {
    step(run, at)
    const key = keys?.[index] ?? index
    const position = { index, key, isLast: index === length - 1 }
    renderNodes(run, body, { value: below(value, String(key)), position, outer: scope }, output)
  }
}

function renderIf(
  run: Run,
  { branches, otherwise }: TemplateNode & { kind: 'if' },
  scope: Scope,
  output: TemplateOutput,
): void {
  const chosen = branches.find(({ condition }) => holds(run, condition, scope))
  renderNodes(run, chosen?.body ?? otherwise, scope, output)
}

function evaluated(run: Run, { of, filters, at }: Filtered, scope: Scope): unknown {
  let value = operandValue(run, of, scope)
  step(run, at, value)
  for (const { filter, args, at } of filters) {
    const values = args.map(arg => operandValue(run, arg, scope))
    for (const each of values) step(run, at, each)
    value = filter.run(value, ...values)
    step(run, at, value instanceof SafeMarkdown ? value.markdown : value)
  }
  return value
}

function operandValue(run: Run, operand: TemplateOperand, scope: Scope): unknown {
  if (operand.kind === 'literal') return operand.value
  const start = startOf(run, operand, scope)
  step(run, operand.at)
  return operand.keys.reduce<unknown>(below, start)
}

function startOf({ root }: Run, { head, up }: TemplatePath, scope: Scope): unknown {
  let at: Scope | undefined = scope
  for (let left = up; left > 0; left--) at = at?.outer
  switch (head) {
    case 'this':
      return at?.value
    case '@root':
      return root
    case '@index':
      return at?.position?.index
    case '@key':
      return at?.position?.key
    case '@first':
      return at?.position?.index === 0
    case '@last':
      return at?.position?.isLast
    default:
      return head satisfies never
  }
}

function holds(run: Run, condition: TemplateCondition, scope: Scope): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every(part => holds(run, part, scope))
    case 'or':
      return condition.parts.some(part => holds(run, part, scope))
    case 'not':
      return !holds(run, condition.of, scope)
    case 'holds':
      return isTruthy(evaluated(run, condition.of, scope))
    case 'compare':
      return compare(run, condition, scope)
    default:
      return condition satisfies never
  }
}

function compare(
  run: Run,
  { sign, left, right, at }: TemplateCondition & { kind: 'compare' },
  scope: Scope,
): boolean {
  const [one, other] = [evaluated(run, left, scope), evaluated(run, right, scope)]
  if (sign === 'contains') {
    // a search takes longer the more characters are wanted, and the more items a list has
    for (let left = searchSteps(one, other); left > 0; left--) step(run, at)
    return contains(one, other)
  }
  if (sign === '==') return isSame(one, other)
  if (sign === '!=') return !isSame(one, other)
  const order = compared(one, other)
  if (order === undefined) return false
  return sign === '<' ? order < 0 : sign === '<=' ? order <= 0 : sign === '>' ? order > 0 : order >= 0
}

function searchSteps(value: unknown, wanted: unknown): number {
  const size = typeof value === 'string' ? value.length / charactersPerStep : itemsIn(value)
  return Math.min(maxTemplateSteps + 1, size * (1 + (typeof wanted === 'string' ? wanted.length / 100 : 0)))
}
