/** The fields of a template, in the order in which people fill them in. */
export const templateFields = [
  'text',
  'thread_key',
  'update_key',
  'close',
  'channel',
  'only_if',
  'color',
] as const
export type TemplateField = (typeof templateFields)[number]

/** What the owner of a hook writes: markdown and keys with `{{tags}}`. `close` and `only_if` are conditions. */
export type TemplateFields = Record<TemplateField, string>

/** The most bytes that all fields together may have, as UTF-8. */
export const maxTemplateBytes = 16 * 1024
/** Steps that a template may take for one delivery (`steps.ts`). */
export const maxTemplateSteps = 10_000
/** The most bytes that a field may become. */
export const maxTemplateOutputBytes = 64 * 1024
/** How deeply blocks may be nested. */
export const maxTemplateDepth = 16

/** Which limit a template exceeds, or `syntax`. */
export type TemplateFaultKind = 'syntax' | 'too_long' | 'too_deep' | 'too_many_steps' | 'too_much_output'

/** Why a template cannot be parsed or rendered, and where. Lines and columns start at 1. */
export type TemplateFault = {
  kind: TemplateFaultKind
  field: TemplateField
  line: number
  column: number
  message: string
}

/** Ends the parsing or rendering of a field. Caught in `parse.ts` and `render.ts`, which add the place. */
export class FieldFault extends Error {
  override readonly name = 'FieldFault'

  /** @param at the offset in the field */
  constructor(
    message: string,
    readonly at: number,
    readonly kind: TemplateFaultKind = 'syntax',
  ) {
    super(message)
  }
}

/** Returns a fault with its place. Throws errors of other kinds again. */
export function placed(error: unknown, field: TemplateField, source: string): TemplateFault {
  if (!(error instanceof FieldFault)) throw error
  const before = source.slice(0, error.at)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.split('\n').length
  const column = [...before.slice(lineStart)].length + 1
  return { kind: error.kind, field, line, column, message: error.message }
}
