import { isRecord } from '@posthorn/core'
import { placed, type TemplateFault, type TemplateField } from './fields.js'
import { fieldPath, type LackedField, maxFieldLength, maxLackedFields } from './lacked-fields.js'
import { renderLink } from './links.js'
import type {
  Filtered,
  FilterMode,
  TemplateCondition,
  TemplateNode,
  TemplateOperand,
  TemplatePath,
} from './nodes.js'
import { type TemplateOutput, templateOutput } from './output.js'
import type { ParsedTemplate } from './parse.js'
import { openSteps, type TemplateSteps } from './steps.js'
import { below, compared, contains, isSame, isTruthy, keysOf, SafeMarkdown, valueText } from './values.js'

/** What a template makes of a JSON value, in so many steps. What is empty is absent. */
export type RenderedTemplate = {
  text: string
  threadKey: string
  updateKey: string
  channel: string
  color: string
  close: boolean
  steps: number
  lacked: LackedField[]
}

export type TemplateRendering =
  | ({ outcome: 'rendered' } & RenderedTemplate)
  | { outcome: 'left_out'; lacked: LackedField[] } // its `only_if` does not hold
  | { outcome: 'failed'; fault: TemplateFault }

/**
 * Renders a template over a JSON value. Pure, so the same template and value always have the same result. Never throws. All
 * fields share the limit of steps.
 */
export function renderTemplate(template: ParsedTemplate, value: unknown): TemplateRendering {
  const run: Run = { steps: openSteps(), root: value, lacked: [] }
  const scope = { value, position: undefined, outer: undefined }
  let field: TemplateField = 'only_if'
  const text = (name: TemplateField, nodes: TemplateNode[], mode: FilterMode) => {
    field = name
    const output = templateOutput(mode, run.steps)
    renderNodes(run, nodes, scope, output)
    return output.text().trim()
  }
  const condition = (name: TemplateField, of: TemplateCondition | undefined, otherwise: boolean) => {
    field = name
    return of ? holds(run, of, scope) : otherwise
  }
  try {
    if (!condition('only_if', template.onlyIf, true)) return { outcome: 'left_out', lacked: run.lacked }
    return {
      outcome: 'rendered',
      text: text('text', template.markdown, 'markdown'),
      threadKey: text('thread_key', template.threadKey, 'plain'),
      updateKey: text('update_key', template.updateKey, 'plain'),
      channel: text('channel', template.channel, 'plain'),
      color: text('color', template.color, 'plain'),
      close: condition('close', template.close, false),
      steps: run.steps.taken(),
      lacked: run.lacked,
    }
  } catch (error) {
    return { outcome: 'failed', fault: placed(error, field, template.sources[field]) }
  }
}

type Run = { steps: TemplateSteps; root: unknown; lacked: LackedField[] }

/** The value that `this` means, and its place in the list or object of the innermost `each`. */
type Scope = {
  value: unknown
  position: { index: number; key: string | number; isLast: boolean } | undefined
  outer: Scope | undefined
}

function renderNodes(run: Run, nodes: TemplateNode[], scope: Scope, output: TemplateOutput): void {
  for (const node of nodes) {
    run.steps.part(node.at)
    if (node.kind === 'text') output.addMarkdown(node.text, node.at)
    else if (node.kind === 'value') output.add(needed(run, node.value, scope), node.at)
    else if (node.kind === 'each') renderEach(run, node, scope, output)
    else if (node.kind === 'link') renderLink(node, output, rendererOf(run, scope))
    else renderIf(run, node, scope, output)
  }
}

function rendererOf(run: Run, scope: Scope) {
  return {
    steps: run.steps,
    render: (nodes: TemplateNode[], output: TemplateOutput) => renderNodes(run, nodes, scope, output),
  }
}

function renderEach(
  run: Run,
  { of, body, otherwise, at }: TemplateNode & { kind: 'each' },
  scope: Scope,
  output: TemplateOutput,
): void {
  const value = (otherwise.length > 0 ? evaluated : needed)(run, of, scope)
  const isList = typeof value === 'object' && value !== null
  const keys = isList && !Array.isArray(value) ? keysOf(value) : undefined
  const length = keys?.length ?? (Array.isArray(value) ? value.length : 0)
  if (length === 0) renderNodes(run, otherwise, scope, output)
  for (let index = 0; index < length; index++) {
    run.steps.part(at)
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
  let value = counted(run.steps, operandValue(run, of, scope), at)
  for (const { filter, args, at } of filters) {
    const given = args.map(arg => counted(run.steps, operandValue(run, arg, scope), at))
    value = counted(run.steps, filter.run(run.steps, value, ...given), at)
  }
  return value
}

/** Returns a value that the template needs. Notes a field that is absent, unless a default stands for it. */
function needed(run: Run, filtered: Filtered, scope: Scope): unknown {
  const { of, filters } = filtered
  const isNoted =
    of.kind === 'path' &&
    of.keys.length > 0 &&
    isOfRoot(of, scope) &&
    run.lacked.length < maxLackedFields &&
    !filters.some(({ name }) => name === 'default')
  if (isNoted && of.keys.reduce<unknown>(below, run.root) === undefined) note(run, of.keys)
  return evaluated(run, filtered, scope)
}

function isOfRoot({ head, up }: TemplatePath, scope: Scope): boolean {
  let at: Scope | undefined = scope
  for (let left = up; left > 0 && at; left--) at = at.outer
  return head === '@root' || (head === 'this' && at !== undefined && at.outer === undefined)
}

function note({ lacked }: Run, keys: string[]): void {
  if (lacked.some(field => field.keys === keys)) return // noted in an earlier turn of a loop
  const name = fieldPath(keys).slice(0, maxFieldLength)
  if (!lacked.some(field => field.name === name)) lacked.push({ name, keys })
}

function isNull({ of }: Filtered): boolean {
  return of.kind === 'literal' && of.value === null
}

/** Counts a value that was found or made. A list counts where its items are looked at. */
function counted(steps: TemplateSteps, value: unknown, at: number): unknown {
  steps.part(at)
  if (typeof value === 'string') steps.characters(value.length)
  else if (value instanceof SafeMarkdown) steps.characters(value.markdown.length)
  else if (isRecord(value)) steps.items(keysOf(value).length)
  return value
}

function operandValue(run: Run, operand: TemplateOperand, scope: Scope): unknown {
  if (operand.kind === 'literal') return operand.value
  run.steps.part(operand.at)
  run.steps.items(operand.keys.length)
  return operand.keys.reduce<unknown>(below, startOf(run, operand, scope))
}

function startOf({ root }: Run, { head, up }: TemplatePath, scope: Scope): unknown {
  let at: Scope | undefined = scope
  for (let left = up; left > 0 && at; left--) at = at.outer
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
  const read = isNull(left) || isNull(right) ? evaluated : needed
  const [one, other] = [read(run, left, scope), read(run, right, scope)]
  run.steps.part(at)
  if (sign === 'contains') return holdsPart(run.steps, one, other)
  if (sign === '==') return isSame(one, other)
  if (sign === '!=') return !isSame(one, other)
  const order = compared(one, other)
  if (order === undefined) return false
  return sign === '<' ? order < 0 : sign === '<=' ? order <= 0 : sign === '>' ? order > 0 : order >= 0
}

/** Searches, after counting the characters and items that the search compares. */
function holdsPart(steps: TemplateSteps, value: unknown, wanted: unknown): boolean {
  const { length } = valueText(wanted)
  steps.characters(comparisonsPerCharacter * length)
  if (Array.isArray(value)) steps.items(value.length * (1 + length / comparedPerItem))
  else if (!isRecord(value)) steps.characters(comparisonsPerCharacter * valueText(value).length)
  return contains(value, wanted)
}

/** A search takes that much longer than reading. */
const comparisonsPerCharacter = 5
/** Characters of an item that are compared in the time that it takes to look at it. */
const comparedPerItem = 2000
